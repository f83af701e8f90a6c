package server

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gridwright/gridwright/internal/engine"
)

// How long a server waits for what.
const (
	idleTime = 2 * time.Minute
	lastTime = 3 * time.Second // for answers to work that was cancelled
)

// Serve listens at addr until ctx ends, and calls told with the address that a browser takes. It then takes no new
// questions, and says so where it is asked, gives those under way Options.Drain to end by themselves, and cancels what
// is left. It returns nil where ctx was what ended it.
func Serve(ctx context.Context, addr string, opt Options, told func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("nothing can be served at %s: %w", addr, err)
	}
	service := New(opt)
	defer service.Close()
	var handler http.Handler = service
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		handler = here(handler)
	}
	calls, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s := &http.Server{
		Handler: handler, BaseContext: func(net.Listener) context.Context { return calls },
		ReadHeaderTimeout: service.Head, ReadTimeout: service.Read, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10,
		// Until an answer is made; then hurry sets another one.
		WriteTimeout: service.Read + 2*service.most().Time + 2*service.Wait + service.Write,
		ErrorLog:     log.New(&noise{service}, "", 0),
	}
	told("http://" + browsable(listener.Addr()) + "/")
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	service.drain()
	cancel()
	service.Close()
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
	defer stop()
	if s.Shutdown(last) != nil {
		s.Close()
	}
	return nil
}

// drain takes no new questions, and waits for those under way.
func (s *Service) drain() {
	s.draining.Store(true)
	s.Log.Info("draining", "for", s.Drain)
	linger := time.NewTimer(s.Linger)
	defer linger.Stop()
	last, stop := context.WithTimeout(context.Background(), s.Drain)
	defer stop()
	s.underway.wait(last)
	<-linger.C
}

// noise is what net/http has to say, about clients mostly.
type noise struct{ s *Service }

func (n *noise) Write(p []byte) (int, error) {
	n.s.Log.Debug("http", "says", fmt.Sprintf("%.200q", strings.TrimSpace(string(p))))
	return len(p), nil
}

// here answers those alone who ask for this machine by a name of its own. A foreign page whose name leads to this
// machine, by its owner's will, would pass for the page itself otherwise.
func here(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(name); err == nil {
			name = host
		}
		name = strings.ToLower(strings.Trim(name, "[]"))
		if ip := net.ParseIP(name); name != "localhost" && !strings.HasSuffix(name, ".localhost") && !ip.IsLoopback() {
			headers(w.Header())
			problem(w, http.StatusMisdirectedRequest, &engine.Error{Kind: engine.Unsupported,
				Title: "this server answers to localhost alone; listen at another --addr to be asked by other names"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// browsable is an address that a browser on this machine can ask: one that stands for all is not.
func browsable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return a.String()
}
