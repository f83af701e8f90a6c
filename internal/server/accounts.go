package server

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
)

// A Token lets whoever knows it ask. The server knows its SHA-256 alone: tokens are made by NewToken, and too long for
// anybody to try all.
type Token struct {
	Name string // of the owner, in logs
	Sum  [sha256.Size]byte

	// What is zero has no bound.
	Rate   float64       // requests a second, on average
	Burst  int           // requests at once: what Rate gives in a second, at least 1
	Work   time.Duration // time that questions hold a place, a minute
	AtOnce int           // requests and jobs under way
}

// NewToken makes a token, which is for its owner, and the sum that a server knows.
func NewToken() (token string, sum [sha256.Size]byte) {
	token = "gw_" + rand.Text()
	return token, sha256.Sum256([]byte(token))
}

// An account is a token with what its owner has used.
type account struct {
	Token
	now func() time.Time

	mu      sync.Mutex
	at      time.Time     // of what follows
	tickets float64       // requests that may come at once
	worked  time.Duration // of Work, which passes with time
	running int
}

type accounts struct {
	list   []*account
	nobody account // where there are no tokens: everybody is nobody
}

func newAccounts(tokens []Token) *accounts {
	out := &accounts{nobody: account{now: time.Now}}
	for _, t := range tokens {
		if t.Burst == 0 {
			t.Burst = max(1, int(t.Rate))
		}
		out.list = append(out.list, &account{Token: t, now: time.Now, at: time.Now(), tickets: float64(t.Burst)})
	}
	return out
}

// find finds the account of a request; nil where it has none. All tokens are compared, and each in the same time.
func (a *accounts) find(r *http.Request) *account {
	if len(a.list) == 0 {
		return &a.nobody
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return nil
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	var found *account
	for _, one := range a.list {
		if subtle.ConstantTimeCompare(sum[:], one.Sum[:]) == 1 {
			found = one
		}
	}
	return found
}

// admit lets a request in, whose owner leaves later, or says why not.
func (s *Service) admit(w http.ResponseWriter, r *http.Request) (*account, *refusal) {
	if s.draining.Load() {
		return nil, ending()
	}
	who, no := s.identify(w, r)
	if no == nil {
		no = who.enter()
	}
	return who, no
}

// identify tells who asks.
func (s *Service) identify(w http.ResponseWriter, r *http.Request) (*account, *refusal) {
	who := s.accounts.find(r)
	if who == nil {
		no := refuse(http.StatusUnauthorized, engine.Denied, "this server answers to the owners of its tokens; send "+
			"\"Authorization: Bearer TOKEN\"")
		no.reason = "token"
		return nil, no
	}
	if t := traced(w); t != nil {
		t.who = who.Name
	}
	return who, nil
}

// known lets the owners of tokens see what next answers, at no cost to their quotas.
func (s *Service) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, no := s.identify(w, r); no != nil {
			s.say(w, no)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// enter takes a ticket and a place of the account's.
func (a *account) enter() *refusal {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pass()
	var no *refusal
	switch {
	case a.AtOnce > 0 && a.running >= a.AtOnce:
		no = refuse(http.StatusTooManyRequests, engine.Limit, "this token has %s under way, which is the most",
			grid.Number(a.running, "question"))
		no.retry = time.Second
	case a.Rate > 0 && a.tickets < 1:
		no = refuse(http.StatusTooManyRequests, engine.Limit, "this token asks more than %g times a second", a.Rate)
		no.retry = span((1 - a.tickets) / a.Rate * float64(time.Second))
	case a.Work > 0 && a.worked >= a.Work:
		no = refuse(http.StatusTooManyRequests, engine.Limit, "this token has used its %v of work a minute", a.Work)
		no.retry = span(float64(a.worked-a.Work)/float64(a.Work)*float64(time.Minute)) + time.Millisecond
	}
	if no != nil {
		no.reason = "quota"
		return no
	}
	a.running++
	a.tickets--
	return nil
}

// longestRetry is the most that a client is told to wait: quotas so small that it takes longer are the same to it.
const longestRetry = 30 * 24 * time.Hour

// span is a time of so many nanoseconds, of which a quota that is next to nothing makes more than a number holds.
func span(nanoseconds float64) time.Duration {
	return time.Duration(min(nanoseconds, float64(longestRetry)))
}

// pass lets the time pass since the account was last looked at.
func (a *account) pass() {
	now := a.now()
	past := max(0, now.Sub(a.at))
	a.at = now
	a.tickets = min(float64(a.Burst), a.tickets+past.Seconds()*a.Rate)
	if a.Work > 0 {
		a.worked = max(0, a.worked-time.Duration(past.Minutes()*float64(a.Work)))
	}
}

// leave gives a place back.
func (a *account) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running--
}

// work counts the time since begin as worked.
func (a *account) work(begin time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pass()
	if a.Work > 0 {
		a.worked += max(0, a.now().Sub(begin))
	}
}
