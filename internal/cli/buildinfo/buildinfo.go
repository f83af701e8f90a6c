// Package buildinfo says which build of this module is running.
package buildinfo

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Info describes a build.
type Info struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Date     string `json:"date,omitempty"` // of the revision, RFC 3339
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Read returns the running program's own.
func Read() Info {
	v := Info{
		Module: "github.com/gridwright/gridwright", Version: "(devel)",
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Date = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// Line is the line that the program called prog prints of itself.
func (v Info) Line(prog string) string {
	from := ""
	if v.Revision != "" {
		from = "; revision " + v.Revision
		if day, _, ok := strings.Cut(v.Date, "T"); ok {
			from += " of " + day
		}
		if v.Modified {
			from += ", changed since"
		}
	}
	return fmt.Sprintf("%s %s (%s, %s%s)\n", prog, v.Version, v.Go, v.Platform, from)
}
