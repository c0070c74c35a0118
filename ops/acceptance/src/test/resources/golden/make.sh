#!/usr/bin/env bash
# Makes the golden state of a release: make.sh RELEASE MAJORANT HOW
#   RELEASE   the directory beside this script with the specs, one a model
#   MAJORANT  the launcher of that release, ops/majorant of its sources
#   HOW       stopped: learners and broker end in order when everything is learned;
#             killed: all of them get a kill -9 in the middle of the stream
# Writes HOW.zip beside the specs.
set -euo pipefail

here=$(cd "$(dirname "$0")/$1" && pwd)
majorant=$2
how=$3
home=$(mktemp -d)
models=()
for spec in "$here"/*.yaml; do models+=("$(basename "$spec" .yaml)"); done
trap 'rm -rf "$home"' EXIT
mkdir "$home/state"

# The same examples as in the test: every thirteenth label is wrong.
awk 'BEGIN {
  for (i = 0; i < 3000; i++) {
    printf "%s %d:1 %d:0.5\n", (i % 7 < 3) != (i % 13 == 0) ? "+1" : "-1", i % 7 + 1, i % 11 + 8
  }
}' >"$home/examples.libsvm"

"$majorant" broker --data-dir "$home/broker" --port 0 --json >"$home/broker.json" &
broker=$!
until [ -s "$home/broker.json" ]; do sleep 0.2; done
servers=$(sed 's/.*"bootstrapServers":"\([^"]*\)".*/\1/' "$home/broker.json")
at=(--bootstrap-server "$servers")

"$majorant" topics create --partitions 2 "${at[@]}"
learners=()
for model in "${models[@]}"; do
  "$majorant" learn --spec "$here/$model.yaml" --state-dir "$home/state/$model" --http-port 0 \
    "${at[@]}" &
  learners+=($!)
done
"$majorant" produce --format libsvm --data "$home/examples.libsvm" --rate 500 "${at[@]}" &
producer=$!

# Waits until each model has a version that says so.
await() { until [ "$("$majorant" models list --json "${at[@]}" | grep -o "$1" | wc -l)" = ${#models[@]} ]; do sleep 0.2; done; }

if [ "$how" = stopped ]; then
  wait "$producer"
  await '"examples":3000'
  kill "${learners[@]}"
  wait "${learners[@]}" || true
  kill "$broker"
else
  await '"examples"'
  server=$(ps -o pid= --ppid "$broker")
  kill -9 "${learners[@]}" "$producer" "$server" "$broker"
fi
wait || true

# The indexes are mostly holes, and made again where they are missing.
cd "$home"
rm -f "$here/$how.zip"
zip -9qrX "$here/$how.zip" broker/topics state -x '*.index' '*.timeindex' '*.lock'
