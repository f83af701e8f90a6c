# gridwright: the commands that people and CI use. "make help" lists them.
GO ?= go
# Without cgo the program is one static file and starts a millisecond sooner.
export CGO_ENABLED ?= 0
PEERS ?= ../shared/reference
TABLES ?= ../shared/tables

.PHONY: help build install demo test bench bench-big bench-lights bench-assembly bench-permute lint fuzz sweep sweep-lights sweep-assembly sweep-permute race clean

help:
	@echo "make demo    solve an example, with boards and moves"
	@echo "make test    all tests (about two minutes)"
	@echo "make build   bin/gridwright and bin/gridverify"
	@echo "make install the same, where go install puts programs"
	@echo "make bench   benchmarks; next to a published program where it is at hand"
	@echo "make bench-big  the same on boards of up to 10^8 cells"
	@echo "make bench-lights  lamps: every promised size and time; next to M4RI and FLINT where installed"
	@echo "make bench-assembly  trees of 400,000 and 10^7 blocks; next to a published program where it is at hand"
	@echo "make bench-permute  permutations: the contest, tables, God's algorithm for 3 × 4"
	@echo "make race    the tests of what runs concurrently, under the race detector"
	@echo "make lint    gofmt, go vet, staticcheck"
	@echo "make fuzz    every fuzz target for FUZZTIME (10s) each"
	@echo "make sweep   every board of the larger small sizes against breadth-first search (an hour)"
	@echo "make sweep-assembly  larger trees and shapes against searches over all slides (half an hour)"
	@echo "make sweep-permute  distances from 50 starts against searches from there, larger boards"
	@echo "make sweep-lights  the published tables of lamps, whole, where they are at hand (TABLES)"

build:
	$(GO) build -o bin/ ./cmd/...

install:
	$(GO) install ./cmd/...

demo:
	$(GO) run ./cmd/gridwright solve examples/luxor.yaml

test:
	$(GO) test ./...

# Every family, with its checker, is asked about many instances at once; and whatever computes on several
# processors by itself is tested. About three minutes of processor time; it needs a C compiler.
race: export CGO_ENABLED = 1
race:
	$(GO) test -race -short -run 'Contract/Concurrently' ./families
	$(GO) test -race -short -run 'AtOnce|SearchesShare|WordsAreShared|TestResume|TableCache|Lying' ./permute/permutesolve
	$(GO) test -race -short ./puzzle/... ./tilt/tiltsolve ./lights/lightssolve ./internal/gf2 ./internal/cli/input
	$(GO) test -race -short -run 'TestDecompose$$|TestMatrixProducts|TestDecomposeWithin' ./internal/zmod

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt would change these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

# The published program is built where its source is at hand and g++ is installed.
bin/peers/tilting-tiles: $(wildcard $(PEERS)/tilting-tiles.cpp)
	@mkdir -p bin/peers
	@if [ -f "$(PEERS)/tilting-tiles.cpp" ] && command -v g++ >/dev/null; then g++ -O2 -o $@ "$(PEERS)/tilting-tiles.cpp"; fi

bench: build bin/peers/tilting-tiles
	$(GO) test -run '^$$' -bench . -benchtime 1s -benchmem ./tilt/...
	$(GO) run ./bench/sidebyside -gridwright bin/gridwright -peer bin/peers/tilting-tiles -sizes 500
	$(MAKE) --no-print-directory bench-lights bench-assembly bench-permute

bench-big: build bin/peers/tilting-tiles
	$(GO) run ./bench/sidebyside -gridwright bin/gridwright -peer bin/peers/tilting-tiles -runs 3 -sizes 500,1250,2500,5000 -solo 10000

# The libraries are Debian's libm4ri-dev and libflint-dev.
bin/peers/m4ri: bench/peers/m4ri_driver.c
	@mkdir -p bin/peers
	@if echo '#include <m4ri/m4ri.h>' | $(CC) -E - >/dev/null 2>&1; then $(CC) -O2 -o $@ $< -lm4ri -lm; else echo "(M4RI is not installed)"; fi

bin/peers/flint: bench/peers/flint_driver.c
	@mkdir -p bin/peers
	@if echo '#include <flint/flint.h>' | $(CC) -E - >/dev/null 2>&1; then $(CC) -O2 -o $@ $< -lflint -lgmp; else echo "(FLINT is not installed)"; fi

bench-lights: build bin/peers/m4ri bin/peers/flint
	$(GO) run ./bench/lights -gridwright bin/gridwright -m4ri bin/peers/m4ri -flint bin/peers/flint -tables "$(TABLES)"

bin/peers/sliding-blocks: $(wildcard $(PEERS)/sliding-blocks.cpp)
	@mkdir -p bin/peers
	@if [ -f "$(PEERS)/sliding-blocks.cpp" ] && command -v g++ >/dev/null; then g++ -O2 -o $@ "$(PEERS)/sliding-blocks.cpp"; fi

bench-assembly: build bin/peers/sliding-blocks
	$(GO) run ./bench/assembly -gridwright bin/gridwright -peer bin/peers/sliding-blocks

bench-permute: build
	$(GO) run ./bench/permute -gridwright bin/gridwright

FUZZTIME ?= 10s
fuzz:
	./bench/fuzz.sh $(FUZZTIME)

sweep:
	$(GO) test -tags sweep -run TestSweep -v -timeout 6h ./tilt/tiltsolve

sweep-lights: build
	$(GO) run ./bench/lights -sweep -gridwright bin/gridwright -tables "$(TABLES)"
	GRIDWRIGHT_TABLES="$(wildcard $(abspath $(TABLES)))" $(GO) test -tags sweep -run Sweep -v -count 1 -timeout 6h ./internal/gf2 ./lights/lightssolve

sweep-assembly:
	$(GO) test -tags sweep -run TestSweep -v -count 1 -timeout 6h ./assembly/assemblysolve

sweep-permute:
	$(GO) test -tags sweep -run TestSweep -v -count 1 -timeout 6h ./permute/permutesolve

clean:
	rm -rf bin
