package hugepage

import "testing"

func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, Least - 1, Least, 3*Least + 7} {
		s := Make[uint8](n)
		if len(s) != n {
			t.Fatalf("Make(%d) has %d elements", n, len(s))
		}
		for i := 0; i < n; i += 1000 {
			if s[i] != 0 {
				t.Fatal("not zero")
			}
			s[i] = 1
		}
	}
	Advise([]uint64(nil))
	Advise(make([]uint64, 0, Least))
}
