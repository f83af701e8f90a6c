// Package queue is a JetStream server inside this program, for those who run none: one process with a folder, or three
// that keep everything three times.
package queue

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/listen"
)

// Config says how the server runs.
type Config struct {
	Addr  string // HOST:PORT for clients; port −1 is not possible, 0 picks one
	Store string // the folder
	// SyncEvery is how often what was written is also synced to the disk; 0 means before each answer to a writer.
	// What a killed process has written is safe either way; this is about machines that lose their power.
	SyncEvery time.Duration
	MaxStore  int64 // bytes in the folder at the most; 0: what the disk has

	Monitor string // HOST:PORT of the server's own monitoring pages; "" for none

	Name        string   // of this server, in a cluster
	Cluster     string   // HOST:PORT for the other servers; "" for a server alone
	Advertise   string   // HOST:PORT under which the others find this one; "" where Cluster says it
	ClusterName string   // the same for all
	Routes      []string // nats://HOST:PORT of the others

	Token                     string // clients have to say it; servers of a cluster too
	TLSCert, TLSKey, ClientCA string // files in PEM; with ClientCA clients need a certificate too

	Fleet fleet.Options // of the streams that are made at the start
	Log   *slog.Logger
}

// A Server is a queue that runs.
type Server struct {
	s   *server.Server
	log *slog.Logger
	nc  *nats.Conn
	js  jetstream.JetStream
}

// Start begins to serve. In a cluster the streams stand as soon as enough servers are there.
func Start(ctx context.Context, c Config) (*Server, error) {
	opts, err := c.options()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("the queue cannot run like this: %w", err)
	}
	s.SetLoggerV2(logger{c.Log}, false, false, false)
	go s.Start()
	for !s.ReadyForConnections(100 * time.Millisecond) {
		if ctx.Err() != nil || !s.Running() {
			s.Shutdown()
			return nil, errors.Join(ctx.Err(), fmt.Errorf("the queue does not come up at %s", c.Addr))
		}
	}
	q := &Server{s: s, log: c.Log}
	q.nc, err = nats.Connect("", nats.InProcessServer(s), nats.MaxReconnects(-1), nats.Name("queue"), nats.Token(c.Token))
	if err == nil {
		q.js, err = jetstream.New(q.nc)
	}
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	return q, nil
}

// URL is where clients find the server.
func (q *Server) URL() string { return q.s.ClientURL() }

// JetStream speaks to the server without a network.
func (q *Server) JetStream() jetstream.JetStream { return q.js }

// Prepare makes the streams, and waits for a cluster to be one.
func (q *Server) Prepare(ctx context.Context, opt fleet.Options) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		one, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := fleet.Prepare(one, q.js, opt)
		cancel()
		if err == nil {
			return nil
		}
		q.log.Info("the streams cannot be made yet", "why", err.Error())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// Stop ends the server, with everything on disk.
func (q *Server) Stop() {
	q.nc.Close()
	q.s.Shutdown()
	q.s.WaitForShutdown()
}

// hostPort is where a NATS server listens, which has a number of its own for a port that it picks.
func hostPort(flag, addr string) (string, int, error) {
	host, port, err := listen.Address(flag, addr, "127.0.0.1:4222")
	if err == nil && port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, err
}

// Check reports what is wrong with the configuration. It makes the folder.
func (c Config) Check() error {
	_, err := c.options()
	return err
}

func (c Config) options() (*server.Options, error) {
	if c.Store == "" {
		return nil, errors.New("the queue needs a folder for what it keeps: --store DIR")
	}
	if err := os.MkdirAll(c.Store, 0o700); err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: c.Name, JetStream: true, StoreDir: c.Store, NoSigs: true, Authorization: c.Token,
		DisableJetStreamBanner: true, SyncInterval: c.SyncEvery, SyncAlways: c.SyncEvery == 0, JetStreamMaxStore: c.MaxStore,
		MaxPayload: 1 << 20, WriteDeadline: 30 * time.Second,
	}
	var err error
	if o.Host, o.Port, err = hostPort("--addr", c.Addr); err != nil {
		return nil, err
	}
	if c.Monitor != "" {
		if o.HTTPHost, o.HTTPPort, err = hostPort("--monitor", c.Monitor); err != nil {
			return nil, err
		}
	}
	if c.TLSCert != "" || c.TLSKey != "" {
		if o.TLSConfig, err = c.tls(); err != nil {
			return nil, err
		}
		o.TLSTimeout = 10
	}
	if c.Cluster == "" {
		return o, nil
	}
	if c.Name == "" {
		return nil, errors.New("a server of a cluster needs a --name that no other has")
	}
	o.Cluster = server.ClusterOpts{Name: c.ClusterName, Advertise: c.Advertise, ConnectRetries: 1 << 30}
	if o.Cluster.Host, o.Cluster.Port, err = hostPort("--cluster", c.Cluster); err != nil {
		return nil, err
	}
	if c.Token != "" {
		o.Cluster.Username, o.Cluster.Password = "route", c.Token
	}
	if o.TLSConfig != nil {
		o.Cluster.TLSConfig, o.Cluster.TLSTimeout = o.TLSConfig.Clone(), 10
		if o.TLSConfig.ClientCAs != nil {
			o.Cluster.TLSConfig.RootCAs = o.TLSConfig.ClientCAs
		}
	}
	for _, r := range c.Routes {
		u, err := url.Parse(r)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("--routes has %.100q; a route looks like nats://127.0.0.1:6222", r)
		}
		if c.Token != "" && u.User == nil {
			u.User = url.UserPassword("route", c.Token)
		}
		o.Routes = append(o.Routes, u)
	}
	return o, nil
}

func (c Config) tls() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert and --tls-key: %w", err)
	}
	t := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if c.ClientCA == "" {
		return t, nil
	}
	pem, err := os.ReadFile(c.ClientCA)
	if err != nil {
		return nil, fmt.Errorf("--tls-ca: %w", err)
	}
	t.ClientCAs, t.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
	if !t.ClientCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("--tls-ca: there is no certificate in %s", c.ClientCA)
	}
	return t, nil
}

// logger hands what the server says to a slog.Logger: its chatter as debug messages.
type logger struct{ to *slog.Logger }

func (l logger) say(level slog.Level, format string, v []any) {
	l.to.Log(context.Background(), level, strings.TrimSpace(fmt.Sprintf(format, v...)))
}

func (l logger) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l logger) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l logger) Fatalf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l logger) Errorf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l logger) Debugf(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
func (l logger) Tracef(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
