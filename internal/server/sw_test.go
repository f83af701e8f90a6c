package server_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
)

// TestForeignCaches starts the service worker of a site on a host that other pages share: of its own caches it lets the
// old ones go, and it leaves those of the others alone.
func TestForeignCaches(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: no node here, so the service worker was NOT tested; install Node.js 20 or newer")
	}
	dir := t.TempDir()
	if err := server.Site(dir, page.FS(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(node, "-e", `
		const on = {}, gone = [], mine = 'gridwright https://h/p/ ';
		globalThis.self = {registration: {scope: 'https://h/p/'}, addEventListener: (n, f) => { on[n] = f; },
			clients: {claim() {}}, skipWaiting() {}};
		globalThis.caches = {keys: async () => ['other', mine + 'old', 'gridwright https://h/q/ 1'],
			delete: async k => { gone.push(k); }};
		new Function(require('fs').readFileSync('sw.js', 'utf8'))();
		on.activate({waitUntil: p => p.then(() => console.log(gone.join()))});`)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "gridwright https://h/p/ old" {
		t.Errorf("it lets go of %q: %v", got, err)
	}
}
