package search

import "context"

// first returns, where all moves cost the same, the first of all shortest ways in the order of their moves, so that
// the answer is the same whichever search finds it; it leaves the board it ends at in s.board.
//
// When the first way was found one side was expanding a level. Forwards everything is known up to some level d,
// backwards up to the level that is one short of what remains, so each shortest way crosses from one to the other by
// a move between a board of that level and one of the other side's last. From all these crossings the boards on
// shortest ways are marked back to the start, and followed from there.
func (s *bidirectional) first(ctx context.Context) ([]int32, error) {
	w := s.lay.words
	d := s.fore.seen.lookup(s.cross[:w])
	if !s.ahead {
		d = s.best - 1 - s.aft.seen.lookup(s.cross[:w])
	}
	on, err := newBoardTable(w, s.m) // boards on shortest ways, with their distance from the start
	if err != nil {
		return nil, err
	}
	defer on.drop()
	wait := newBuckets(s.m)
	mark := func(key []uint64, d int64) error {
		news, err := on.lower(key, d)
		if err == nil && news {
			err = wait.push(s.best-d, key) // those furthest from the start come first
		}
		return err
	}
	if err := s.crossings(ctx, d, mark); err != nil {
		return nil, err
	}
	other := make([]uint64, w)
	for !wait.empty() {
		bk := wait.pop()
		for at := 0; at < len(bk.keys); at += w {
			for i := range s.fore.back {
				s.fore.back[i].apply(other, bk.keys[at:at+w])
				if before := s.best - bk.cost - 1; before >= 0 && s.fore.seen.lookup(other) == before {
					if err := mark(other, before); err != nil {
						return nil, err
					}
				}
			}
		}
		wait.free(bk)
	}
	return s.follow(func(board []uint64, at int64) bool {
		return at <= d && on.lookup(board) == at || at > d && s.remains(board) == s.best-at
	}), nil
}

// crossings marks the boards at distance d from the start at which shortest ways cross.
func (s *bidirectional) crossings(ctx context.Context, d int64, mark func(key []uint64, d int64) error) error {
	w := s.lay.words
	other := make([]uint64, w)
	for at := 0; at < len(s.cross); at += w {
		if at/w%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		key := s.cross[at : at+w]
		for i := range s.fore.moves {
			if s.ahead {
				s.fore.moves[i].apply(other, key)
				if s.remains(other) == s.best-1-d {
					if err := mark(key, d); err != nil {
						return err
					}
					break
				}
			} else if s.fore.back[i].apply(other, key); s.fore.seen.lookup(other) == d {
				if err := mark(other, d); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// follow makes the first way by the order of moves along boards of which on says that a shortest way has them so far
// from the start.
func (s *bidirectional) follow(on func(board []uint64, at int64) bool) []int32 {
	key, other := make([]uint64, s.lay.words), make([]uint64, s.lay.words)
	s.lay.pack(key, s.pr.start)
	path := make([]int32, 0, s.best)
	for at := int64(1); at <= s.best; at++ {
		for i := range s.fore.moves {
			s.fore.moves[i].apply(other, key)
			if on(other, at) {
				path = append(path, int32(i))
				copy(key, other)
				break
			}
		}
	}
	s.lay.unpack(s.board, key)
	return path
}
