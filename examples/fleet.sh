#!/bin/sh
# A queue, two workers and a batch on this machine, and the same batch without them. Everything is kept in a folder that
# is removed at the end.
set -eu
dir=$(mktemp -d)
trap 'kill $queue $one $two 2>/dev/null; wait; rm -rf "$dir"' EXIT
queue= one= two=

# Port 0 picks one that is free; the queue says which.
: >"$dir/url"
gridwrightd queue --store "$dir/queue" --addr 127.0.0.1:0 >"$dir/url" 2>"$dir/queue.log" &
queue=$!
until grep -q nats:// "$dir/url"; do kill -0 $queue; sleep 0.1; done
url=$(sed 's/gridwrightd: //' "$dir/url")

gridwrightd worker --nats "$url" --jobs 1 2>"$dir/one.log" & one=$!
gridwrightd worker --nats "$url" --jobs 1 2>"$dir/two.log" & two=$!

# Some puzzles of each family, made by the workers.
families=$(gridwright families | sed -n 's/^\([a-z]*\): .*/\1/p')
seq 250 | while read -r n; do
	for family in $families; do
		echo "{\"verb\": \"generate\", \"family\": \"$family\", \"size\": 4, \"seed\": $n}"
	done
done >"$dir/jobs.ndjson"

gridwright batch "$dir/jobs.ndjson" -o "$dir/fleet.ndjson" --nats "$url" 2>"$dir/fleet.log"
gridwright batch "$dir/jobs.ndjson" -o "$dir/here.ndjson" 2>"$dir/here.log"
cmp "$dir/fleet.ndjson" "$dir/here.ndjson"
echo "$(grep -c verb "$dir/fleet.ndjson") results, the same as without a queue"
gridwrightd queue ls --nats "$url"
