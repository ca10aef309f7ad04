#!/usr/bin/env bash
# Plays one chunk of a run on each of several machines by ssh, fetches the chunks and merges them. The same command
# continues the unfinished chunks. Every machine has a built checkout with the config in the same folder:
#   configs/cluster/ssh.sh my.yaml /srv/ebiri machine1 machine2 machine3
set -euo pipefail
(($# >= 3)) || { echo "expected CONFIG, the checkout's FOLDER on the machines, and MACHINEs" >&2; exit 2; }
config=$1 folder=$2
shift 2
name=$(sed -nE 's/^name:[[:space:]]*([^[:space:]#]+).*/\1/p' "$config")

play() {  # MACHINE CHUNK
  local chunk="$name.chunk-$2-of-$3"
  # shellcheck disable=SC2029  # the words are to be expanded here
  ssh "$1" "cd '$folder' && ./ebiri run '$config' --quiet --chunk $2/$3" </dev/null >/dev/null ||
    echo "$1 did not finish chunk $2; run this script again" >&2
  mkdir -p "results/$chunk"
  scp -q "$1:$folder/results/$chunk/games.jsonl" "results/$chunk/"
}

for ((chunk = 1; chunk <= $#; ++chunk)); do
  play "${!chunk}" "$chunk" "$#" &
done
wait
exec ./ebiri merge "$config"
