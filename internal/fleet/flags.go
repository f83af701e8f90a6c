package fleet

import (
	"errors"
	"net/url"
	"strings"

	"github.com/spf13/pflag"
)

// Flags adds the flags that say where the queue is and who we are.
func (d *Dial) Flags(f *pflag.FlagSet) {
	f.StringVar(&d.URL, "nats", d.URL, "the queue's `URL`, nats://HOST:PORT; several with commas between them")
	f.StringVar(&d.Creds, "nats-creds", "", "a `file` with the credentials of a user: a JWT and its seed")
	f.StringVar(&d.NKey, "nats-nkey", "", "a `file` with the seed of an nkey")
	f.StringVar(&d.CA, "nats-ca", "", "a `file` of certificates in PEM: believe these about the queue's")
	f.StringVar(&d.Cert, "nats-cert", "", "a `file` with the certificate to show, in PEM")
	f.StringVar(&d.Key, "nats-key", "", "the `file` with its key")
}

// Check reports what is wrong with the flags.
func (d *Dial) Check() error {
	for one := range strings.SplitSeq(d.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" {
			return errors.New("--nats looks like nats://127.0.0.1:4222")
		}
	}
	_, err := d.options()
	return err
}
