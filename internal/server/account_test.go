package server

import (
	"testing"
	"time"
)

// TestTinyQuotas has quotas that are next to nothing: what is told of when to come back stays a time.
func TestTinyQuotas(t *testing.T) {
	for _, quota := range []Token{{Rate: 1e-300}, {Rate: 5e-324, Burst: 1}, {Work: 1}} {
		a := newAccounts([]Token{quota}).list[0]
		a.enter()
		a.work(a.now().Add(-time.Hour))
		if no := a.enter(); no == nil || no.retry <= 0 || no.retry > longestRetry+time.Second {
			t.Errorf("%+v: %+v", quota, no)
		}
	}
}

// TestAccount lets time pass by hand: requests and work come back with it, and what is told of when is right.
func TestAccount(t *testing.T) {
	now := time.Unix(1e9, 0)
	a := newAccounts([]Token{{Name: "a", Rate: 2, Work: 30 * time.Second}}).list[0]
	a.now, a.at = func() time.Time { return now }, now
	enter := func(want string) *refusal {
		t.Helper()
		no := a.enter()
		if (no == nil) != (want == "") {
			t.Fatalf("%+v, want %q", no, want)
		}
		if no == nil {
			a.leave()
		}
		return no
	}
	enter("")
	enter("")
	no := enter("more than 2 a second")
	if no.retry != time.Second/2 || no.status != 429 {
		t.Errorf("come back in %v", no.retry)
	}
	now = now.Add(no.retry)
	enter("")
	enter("again")
	now = now.Add(time.Hour)
	a.work(now.Add(-45 * time.Second)) // half as much again as a minute has
	no = enter("worked too long")
	if no.retry < 30*time.Second || no.retry > 31*time.Second {
		t.Errorf("come back in %v", no.retry)
	}
	now = now.Add(no.retry - time.Second)
	enter("a second too soon")
	now = now.Add(time.Second)
	enter("")
	if a.running != 0 {
		t.Errorf("%d are under way", a.running)
	}
}
