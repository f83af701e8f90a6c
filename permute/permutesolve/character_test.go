package permutesolve

import (
	"context"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

const dominoes = `{"family":"permute","version":1,"start":["xbcdefgh","axxxxxxx"],"target":["abcdefgh","xxxxxxxx"],"moves":[{"name":"S","cycles":[[[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8]],[[2,1],[2,2],[2,3],[2,4],[2,5],[2,6],[2,7],[2,8]]],"inverse":true},{"name":"W","cycles":[[[1,1],[1,2]],[[2,1],[2,2]]]},{"name":"F","cycles":[[[1,1],[2,1]],[[1,2],[2,2]]]}]}`
func TestX(t *testing.T) {
	p := parsed(t, dominoes)
	begin := time.Now()
	c := compile(p.Moves)
	d, err := newGrouping(c, newTorus(c)).decide(context.Background(), p, puzzle.DefaultLimits())
	t.Log(d.verdict, err, time.Since(begin))
	checkDecision(t, p, d)
	t.Logf("%+v", d.certificate.Characters)
	_ = permute.Any
}
