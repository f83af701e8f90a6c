package permutecheck

// A queue gives out boards by their cost, the cheapest first: a heap of the different costs, and
// for each of them a list.
type queue struct {
	heap  []int64
	lists map[int64][]int
}

func (q *queue) push(cost int64, board int) {
	list := q.lists[cost]
	if len(list) == 0 {
		if q.lists == nil {
			q.lists = map[int64][]int{}
		}
		q.heap = append(q.heap, cost)
		for i := len(q.heap) - 1; i > 0 && q.heap[(i-1)/2] > q.heap[i]; i = (i - 1) / 2 {
			q.heap[i], q.heap[(i-1)/2] = q.heap[(i-1)/2], q.heap[i]
		}
	}
	q.lists[cost] = append(list, board)
}

// first is a cheapest board, the one that drop takes away; ok is false where none is left.
func (q *queue) first() (cost int64, board int, ok bool) {
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	list := q.lists[q.heap[0]]
	return q.heap[0], list[len(list)-1], true
}

func (q *queue) drop() {
	cost := q.heap[0]
	list := q.lists[cost]
	if len(list) > 1 {
		q.lists[cost] = list[:len(list)-1]
		return
	}
	delete(q.lists, cost)
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if q.heap[child] < q.heap[least] {
				least = child
			}
		}
		if least == i {
			return
		}
		q.heap[i], q.heap[least] = q.heap[least], q.heap[i]
		i = least
	}
}
