#!/bin/sh
# fuzz.sh TIME: runs every native fuzz target of the module for TIME, one after the other.
set -eu
time=${1:-10s}
grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r dir; do
	grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$dir"/*_test.go | sed 's/^func //' | sort -u | while read -r target; do
		echo "== $dir $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$dir"
	done
done
