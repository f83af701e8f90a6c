package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Dial says how the queue is reached.
type Dial struct {
	URL   string // one, or several with commas between them
	Creds string // file with a JWT and its seed
	NKey  string // file with a seed
	CA    string // file in PEM: whom to believe
	Cert  string // of this client, with Key
	Key   string

	Name string // of this connection, for the server's lists
	Log  *slog.Logger
}

// Environment variables for secrets: no flag holds one, as flags are public to the whole machine.
const (
	EnvUser     = "GRIDWRIGHT_NATS_USER"
	EnvPassword = "GRIDWRIGHT_NATS_PASSWORD"
	EnvToken    = "GRIDWRIGHT_NATS_TOKEN"
)

func (d Dial) options() (opts []nats.Option, err error) {
	opts = []nats.Option{nats.Name(d.Name)}
	if d.Creds != "" {
		opts = append(opts, nats.UserCredentials(d.Creds))
	}
	if d.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(d.NKey)
		if err != nil {
			return nil, fmt.Errorf("the nkey in %s cannot be used: %w", d.NKey, err)
		}
		opts = append(opts, o)
	}
	if u := os.Getenv(EnvUser); u != "" {
		opts = append(opts, nats.UserInfo(u, os.Getenv(EnvPassword)))
	}
	if t := os.Getenv(EnvToken); t != "" {
		opts = append(opts, nats.Token(t))
	}
	if d.CA != "" {
		opts = append(opts, nats.RootCAs(d.CA))
	}
	if (d.Cert == "") != (d.Key == "") {
		return nil, errors.New("a client's certificate and its key go together")
	}
	if d.Cert != "" {
		opts = append(opts, nats.ClientCert(d.Cert, d.Key))
	}
	return opts, nil
}

// Connect connects to the queue, and tries until it is there or ctx ends; so it does again whenever it loses it.
// onReconnect is called then.
func (d Dial) Connect(ctx context.Context, onReconnect func()) (jetstream.JetStream, error) {
	opts, err := d.options()
	if err != nil {
		return nil, err
	}
	opts = append(opts,
		nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 500*time.Millisecond), nats.IgnoreAuthErrorAbort(),
		nats.PingInterval(10*time.Second), nats.MaxPingsOutstanding(3), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if !nc.IsClosed() {
				d.Log.Warn("the queue is gone; waiting for it", "why", text(err))
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			d.Log.Info("the queue is back", "at", nc.ConnectedUrlRedacted())
			onReconnect()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			d.Log.Debug("nats", "error", err.Error())
		}),
	)
	for said := false; ; said = true {
		nc, err := nats.Connect(d.URL, opts...)
		if err == nil {
			js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1<<12),
				jetstream.WithPublishAsyncTimeout(20*time.Second))
			return js, err
		}
		if refused(err) {
			return nil, fmt.Errorf("the queue at %s does not let us in: %w", d.place(), err)
		}
		if !said {
			d.Log.Warn("the queue is not there; waiting for it", "at", d.place(), "why", err.Error())
		}
		if !sleep(ctx, 500*time.Millisecond) {
			return nil, fmt.Errorf("the queue at %s was not there: %w", d.place(), err)
		}
	}
}

// refused reports whether trying again is in vain.
func refused(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) ||
		errors.Is(err, nats.ErrAuthRevoked) || errors.Is(err, nats.ErrSecureConnWanted) ||
		errors.Is(err, os.ErrNotExist)
}

// place is the URL without what is secret in it.
func (d Dial) place() string {
	var places []string
	for one := range strings.SplitSeq(d.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			one = u.Redacted()
		} else {
			one = "(no URL)"
		}
		places = append(places, one)
	}
	return strings.Join(places, ", ")
}

func text(err error) string {
	if err == nil {
		return "the connection ended"
	}
	return err.Error()
}

// sleep waits, and reports whether ctx has not ended.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// retry calls f, each time with ten seconds, until it returns no error, or one that final takes, or ctx ends. It says
// once that it waits.
func retry(ctx context.Context, log *slog.Logger, what string, final func(error) bool, f func(context.Context) error,
) error {
	said := false
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		one, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := f(one)
		cancel()
		if err == nil || final != nil && final(err) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !said && wait >= time.Second {
			log.Warn("still trying to "+what, "why", err.Error())
			said = true
		}
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
	}
}
