package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
)

// BenchmarkSolve asks about small boards, all different, over HTTP; client and server are one process.
func BenchmarkSolve(b *testing.B) {
	for _, cache := range []int64{0, 64 << 20} {
		b.Run(fmt.Sprintf("cache=%d", cache), func(b *testing.B) {
			e := engine.New(families.All(), families.Gallery(), engine.Options{Cache: cache})
			service := server.New(server.Options{Engine: e})
			s := serveHandler(b, service, service)
			c := &client.Client{URL: s.URL, HTTP: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 400}}}
			var bodies []json.RawMessage
			for i := range 2000 {
				doc, err := c.Generate(b.Context(), client.Wish{Family: "tilt", Size: 16, Seed: uint64(i)})
				if err != nil {
					b.Fatal(err)
				}
				bodies = append(bodies, json.RawMessage(`{"document":`+string(doc)+`}`))
			}
			var n atomic.Int64
			b.SetParallelism(50)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := c.Do(b.Context(), "solve", bodies[n.Add(1)%2000]); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
