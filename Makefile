# gridwright: the commands that people and CI use. "make help" lists them.
GO ?= go
# Without cgo the program is one static file and starts a millisecond sooner.
export CGO_ENABLED ?= 0
PEERS ?= ../shared/reference

.PHONY: help build install demo test bench bench-big lint fuzz sweep race clean

help:
	@echo "make demo    solve an example, with boards and moves"
	@echo "make test    all tests (about two minutes)"
	@echo "make build   bin/gridwright and bin/gridverify"
	@echo "make install the same, where go install puts programs"
	@echo "make bench   benchmarks; next to a published program where it is at hand"
	@echo "make bench-big  the same on boards of up to 10^8 cells"
	@echo "make race    the tests of what runs concurrently, under the race detector"
	@echo "make lint    gofmt, go vet, staticcheck"
	@echo "make fuzz    every fuzz target for FUZZTIME (10s) each"
	@echo "make sweep   every board of the larger small sizes against breadth-first search (an hour)"

build:
	$(GO) build -o bin/ ./cmd/...

install:
	$(GO) install ./cmd/...

demo:
	$(GO) run ./cmd/gridwright solve examples/luxor.yaml

test:
	$(GO) test ./...

race:
	CGO_ENABLED=1 $(GO) test -race ./puzzle/... ./internal/cli/... ./families/... ./tilt/tiltsolve

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

bench-big: build bin/peers/tilting-tiles
	$(GO) run ./bench/sidebyside -gridwright bin/gridwright -peer bin/peers/tilting-tiles -runs 3 -sizes 500,1250,2500,5000 -solo 10000

FUZZTIME ?= 10s
fuzz:
	./bench/fuzz.sh $(FUZZTIME)

sweep:
	$(GO) test -tags sweep -run TestSweep -v -timeout 6h ./tilt/tiltsolve

clean:
	rm -rf bin
