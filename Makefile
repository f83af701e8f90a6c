# gridwright: the commands that people and CI use. "make help" lists them.
GO ?= go
# Without cgo the program is one static file and starts a millisecond sooner.
export CGO_ENABLED ?= 0
PEERS ?= ../shared/reference
TABLES ?= ../shared/tables

.PHONY: help build install demo test test-all bench bench-big bench-lights bench-assembly bench-permute bench-batch bench-serve bench-fleet lint kernel wasm site serve docs fuzz sweep sweep-contract sweep-contests sweep-packages sweep-batch sweep-lights sweep-assembly sweep-permute sweep-fleet race clean

help:
	@echo "make demo    solve an example, with boards and moves"
	@echo "make test    all tests, with a small share of their cases (two minutes)"
	@echo "make test-all  all tests, with all their cases (five minutes)"
	@echo "make build   bin/gridwright and bin/gridverify"
	@echo "make install the same, where go install puts programs"
	@echo "make bench   benchmarks; next to a published program where it is at hand"
	@echo "make bench-big  the same on boards of up to 10^8 cells"
	@echo "make bench-lights  lamps: every promised size and time; next to M4RI and FLINT where installed"
	@echo "make bench-assembly  trees of 400,000 and 10^7 blocks; next to a published program where it is at hand"
	@echo "make bench-permute  permutations: the contest, tables, God's algorithm for 3 × 4"
	@echo "make bench-batch  small boards a second, read, solved, checked and written"
	@echo "make bench-serve  the service: 200 clients for a minute each; requests/s, times, memory"
	@echo "make bench-fleet  a batch here, and by one and two workers of a queue"
	@echo "make race    the tests of what runs concurrently, under the race detector"
	@echo "make serve   the playground at http://127.0.0.1:8080/"
	@echo "make site    the playground as a folder that any file host serves, into SITE (site)"
	@echo "make wasm    the engine for a browser alone, into SITE"
	@echo "make lint    gofmt, go vet, staticcheck"
	@echo "make docs    draw the pictures of the documents"
	@echo "make kernel  count the lines that gridverify links, into docs/proofs/README.md"
	@echo "make fuzz    every fuzz target for FUZZTIME (10s) each"
	@echo "make sweep-contract  what every family has to pass, with all documents and forgeries (ten minutes)"
	@echo "make sweep-contests  wrong programs of contests among all inputs, right ones on all tiny ones (ten minutes)"
	@echo "make sweep-packages  problem packages with more files, and every planted fault (ten minutes)"
	@echo "make sweep-batch  a million small boards, killed 20 times, in each kind of output (half an hour)"
	@echo "make sweep   every board of the larger small sizes against breadth-first search (an hour)"
	@echo "make sweep-assembly  larger trees and shapes against searches over all slides (half an hour)"
	@echo "make sweep-permute  distances from 50 starts against searches from there, larger boards"
	@echo "make sweep-fleet  100,000 lines while workers, queues and clients die"
	@echo "make sweep-lights  the published tables of lamps, whole, where they are at hand (TABLES)"

build:
	$(GO) build -o bin/ ./cmd/...

install:
	$(GO) install ./cmd/...

demo:
	$(GO) run ./cmd/gridwright solve examples/luxor.yaml

test:
	$(GO) test -short -timeout 60m $(TESTFLAGS) ./...

test-all:
	$(GO) test -timeout 60m $(TESTFLAGS) ./...

# Every family, with its checker, is asked about many instances at once; and whatever computes on several
# processors by itself is tested. About three minutes of processor time; it needs a C compiler.
race: export CGO_ENABLED = 1
race:
	$(GO) test -race -short -timeout 30m -run 'Contract/Concurrently' ./families
	$(GO) test -race -short -timeout 30m -run 'AtOnce|SearchesShare|WordsAreShared|TestResume|TableCache|Lying' ./permute/permutesolve/...
	$(GO) test -race -short -timeout 30m ./puzzle/... ./tilt/tiltsolve ./lights/lightssolve/... ./internal/gf2 ./internal/cli/input
	$(GO) test -race -short -timeout 30m -run 'TestDecompose$$|TestMatrixProducts|TestDecomposeWithin' ./internal/zmod
	$(GO) test -race -short -timeout 30m -run 'AtOnce|Cancelled|NothingIsLeft|Exits|Complains' ./internal/contestant
	$(GO) test -race -short -timeout 30m -run 'Job|Tokens|Quotas|Drain|Load|Gone|Long|Metrics|Room' ./internal/server

# The engine for a browser. Inlining is left out, which makes it an eighth smaller, but not in the runtime: there it
# costs 1 % and makes short answers a fifth faster. Tests build it with "make wasm" too.
SITE ?= site
WASM_FLAGS = -gcflags=all=-l -gcflags=runtime= -gcflags=internal/runtime/...= -gcflags=internal/abi=
WASM_EXEC = $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js
wasm:
	mkdir -p $(SITE)
	GOOS=js GOARCH=wasm $(GO) build -trimpath $(WASM_FLAGS) -ldflags '-s -w' -o $(SITE)/gridwasm.wasm ./cmd/gridwasm
	cp $(WASM_EXEC) cmd/gridwasm/worker.js $(SITE)/
	gzip -9 -c $(SITE)/gridwasm.wasm > $(SITE)/gridwasm.wasm.gz
	@wc -c $(SITE)/gridwasm.wasm $(SITE)/gridwasm.wasm.gz

# The page, with its service worker told what to keep for the time without a network.
site: wasm
	$(GO) run ./cmd/gridwrightd site $(SITE)

serve:
	$(GO) run ./cmd/gridwrightd serve

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt would change these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

# Published programs are built where their sources are at hand and g++ is installed.
.SECONDEXPANSION:
bin/peers/tilting-tiles bin/peers/sliding-blocks: bin/peers/%: $$(wildcard $$(PEERS)/$$*.cpp)
	@mkdir -p bin/peers
	@if [ -n "$<" ] && command -v g++ >/dev/null; then g++ -O2 -o $@ $<; fi

# The libraries are Debian's libm4ri-dev and libflint-dev.
bin/peers/m4ri bin/peers/flint: bin/peers/%: bench/peers/%_driver.c
	@mkdir -p bin/peers
	@if grep -h '#include <$*/' $< | $(CC) -E - >/dev/null 2>&1; then $(CC) -O2 -o $@ $< -l$* $(if $(filter %flint,$@),-lgmp,-lm); else echo "($* is not installed)"; fi

# BENCHFLAGS adds flags: "make bench-lights BENCHFLAGS='-kinds plus,files -markdown'"; "go run ./bench -help" lists them.
BENCHFLAGS ?=
BENCH = $(GO) run ./bench

bench: build bin/peers/tilting-tiles
	$(GO) test -run '^$$' -bench . -benchtime 1s -benchmem ./tilt/...
	$(BENCH) tilt $(BENCHFLAGS)
	$(MAKE) --no-print-directory bench-lights bench-assembly bench-permute

bench-big: build bin/peers/tilting-tiles
	$(BENCH) tilt -runs 3 -sizes 500,1250,2500,5000 -solo 10000 $(BENCHFLAGS)

bench-lights: build bin/peers/m4ri bin/peers/flint
	$(BENCH) lights -tables "$(TABLES)" $(BENCHFLAGS)

bench-assembly: build bin/peers/sliding-blocks
	$(BENCH) assembly $(BENCHFLAGS)

bench-permute: build
	$(BENCH) permute $(BENCHFLAGS)

bench-batch:
	$(GO) test -run '^$$' -bench Batch -benchtime 5x ./internal/batch

bench-serve: build
	$(BENCH) serve $(BENCHFLAGS)

# Whole processes: a batch here, and by one and two workers of a queue.
bench-fleet:
	$(GO) test -run '^$$' -bench Fleet -benchtime 1x -timeout 1h ./cmd/gridwrightd

docs:
	$(GO) test ./internal/doctest -run TestPictures -update -count=1

kernel:
	$(GO) test ./internal/doctest -run TestKernel -update -count=1

FUZZTIME ?= 10s
fuzz:
	./bench/fuzz.sh $(FUZZTIME)

# The contract takes all its generated documents, and all inputs, forgeries and puzzles, not a share; so do sets of
# moves that hold others.
sweep-contract:
	$(GO) test -tags sweep -run Contract -count 1 -timeout 2h ./families
	$(GO) test -tags sweep -run 'Contained|MoreFreedom' -count 1 -timeout 2h ./permute/permutesolve

sweep-contests:
	$(GO) test -tags sweep -run TestContest -count 1 -timeout 2h ./families

sweep-packages:
	$(GO) test -tags sweep -count 1 -timeout 2h ./internal/probpack

sweep-batch:
	$(GO) test -tags sweep -run TestKill -v -count 1 -timeout 2h ./internal/batch

sweep:
	$(GO) test -tags sweep -run TestSweep -v -timeout 6h ./tilt/tiltsolve

sweep-lights: build
	$(BENCH) lights -sweep -tables "$(TABLES)" $(BENCHFLAGS)
	GRIDWRIGHT_TABLES="$(wildcard $(abspath $(TABLES)))" $(GO) test -tags sweep -run Sweep -v -count 1 -timeout 6h ./internal/gf2 ./lights/lightssolve/...

sweep-assembly:
	$(GO) test -tags sweep -run TestSweep -v -count 1 -timeout 6h ./assembly/assemblysolve/...

# 100,000 lines while workers, the queue and the client are killed at random; the same with one of three queues.
sweep-fleet:
	$(GO) test -tags sweep -run 'Chaos|Cluster|DeadLetter' -v -count 1 -timeout 2h ./cmd/gridwrightd

sweep-permute:
	$(GO) test -tags sweep -run TestSweep -v -count 1 -timeout 6h ./permute/permutesolve/...

clean:
	rm -rf bin
