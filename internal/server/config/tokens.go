package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Entry is the beginning of an owner's entry in a file of tokens.
func Entry(name string, sum [sha256.Size]byte) string {
	return fmt.Sprintf("  - name: %s\n    sha256: %x\n", plain(name), sum)
}

// owners are the names of those who have tokens.
func (c *Config) owners() (names []string) {
	for _, t := range c.owned {
		names = append(names, t.Name)
	}
	return names
}

// readTokens reads the file of tokens.
func (c *Config) readTokens() error {
	c.owned = nil
	if c.Tokens == "" {
		return nil
	}
	return c.within(c.Tokens, func(text []byte) error {
		v, err := yamldoc.Parse(text)
		if err != nil {
			return err
		}
		fields, err := v.Object("the file of tokens")
		if err != nil {
			return err
		}
		list, err := fields.Need("tokens")
		if err != nil {
			return err
		}
		all, err := list.List("tokens")
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return list.Errorf("there is no token, and so nobody who may ask")
		}
		for i := range all {
			t, err := token(&all[i])
			if err != nil {
				return err
			}
			if slices.ContainsFunc(c.owned, func(o server.Token) bool { return o.Name == t.Name || o.Sum == t.Sum }) {
				return all[i].Errorf("the name or the token stands here a second time")
			}
			c.owned = append(c.owned, t)
		}
		return fields.Done()
	})
}

// GoodName reports whether a token may have this name: see NameRule.
func GoodName(name string) bool { return name != "" && len(name) <= 64 && plain(name) == name }

// NameRule says which names tokens may have.
const NameRule = "a name has up to 64 letters, digits and marks of ./_-"

// token reads an entry.
func token(v *document.Value) (t server.Token, err error) {
	fields, err := v.Object("a token")
	if err != nil {
		return t, err
	}
	name, err := fields.Need("name")
	if err == nil {
		t.Name, err = name.String("name")
	}
	if err == nil && !GoodName(t.Name) {
		err = name.Errorf("%s", NameRule)
	}
	if err != nil {
		return t, err
	}
	sum, err := fields.Need("sha256")
	if err != nil {
		return t, err
	}
	text, err := scalar(sum, "sha256")
	if err != nil {
		return t, err
	}
	if n, err := hex.Decode(t.Sum[:], []byte(text[:min(len(text), 2*len(t.Sum))])); err != nil || n != len(t.Sum) ||
		len(text) != 2*len(t.Sum) {
		return t, sum.Errorf("sha256 has 64 hexadecimal digits; \"gridwrightd token NAME\" prints them")
	}
	if err := quotas(fields, &t); err != nil {
		return t, err
	}
	return t, fields.Done()
}

// leastRate is the fewest requests a second that make sense: an owner who waits longer for one has no use for a token.
const leastRate = 1e-5

// quotas reads what a token may.
func quotas(fields *document.Fields, t *server.Token) error {
	if v := fields.Get("requests"); v != nil {
		text, err := v.Literal("requests")
		if err != nil {
			return err
		}
		if t.Rate, err = strconv.ParseFloat(text, 64); err != nil || t.Rate < leastRate || t.Rate > mostCount {
			return v.Errorf("requests is a number a second, from %g, about one a day, to %d", leastRate, mostCount)
		}
	}
	for name, into := range map[string]*int{"burst": &t.Burst, "at-once": &t.AtOnce} {
		if v := fields.Get(name); v != nil {
			n, err := v.Int(name, 1, mostCount)
			if err != nil {
				return err
			}
			*into = int(n)
		}
	}
	if v := fields.Get("work"); v != nil {
		text, err := v.String("work")
		if err != nil {
			return err
		}
		var d exit.Timeout
		if err := d.Set(text); err != nil || d <= 0 || d.Duration() > mostTime {
			return v.Errorf("work is a time above 0 that questions may take in a minute, as in 30s")
		}
		t.Work = d.Duration()
	}
	return nil
}
