#!/usr/bin/env bash
# Plays a run on machines that are reached by ssh, a chunk each, fetches the chunks and merges them. Called again, it goes
# on with what is left. Every machine has a built checkout, with the config, in the same folder:
#   configs/cluster/ssh.sh my.yaml /srv/ebiri machine1 machine2 machine3
set -euo pipefail
(($# >= 3)) || { echo "expected CONFIG, the checkout's FOLDER on the machines, and MACHINEs" >&2; exit 2; }
config=$1 folder=$2
shift 2
name=$(sed -nE 's/^name:[[:space:]]*([^[:space:]#]+).*/\1/p' "$config")

play() {  # MACHINE CHUNK
  local chunk="$name.chunk-$2-of-$3"
  # shellcheck disable=SC2029  # all of it is known on this side
  ssh "$1" "cd '$folder' && ./ebiri run '$config' --quiet --chunk $2/$3" </dev/null >/dev/null ||
    echo "$1 did not finish chunk $2; call this again" >&2
  mkdir -p "results/$chunk"
  scp -q "$1:$folder/results/$chunk/games.jsonl" "results/$chunk/"
}

for ((chunk = 1; chunk <= $#; ++chunk)); do
  play "${!chunk}" "$chunk" "$#" &
done
wait
exec ./ebiri merge "$config"
