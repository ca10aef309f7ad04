#!/usr/bin/env bash
# Plays a contest of a class in sandboxes, and prints the table:
#
#   configs/course/contest.sh CLASS FOLDER
#
# CLASS has one folder for each student, with a bot.py of the exercise. FOLDER is new: it will hold the contest, which
# `ebiri contest serve FOLDER` shows in a browser. A bot that does not qualify is named and does not play.
# Exit code 2: invalid arguments; otherwise that of the command of `ebiri contest` that failed.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
stop() { printf 'contest.sh: %s\n' "$@" >&2; exit 2; }

(($# == 2)) || stop "expected a folder with the students' folders, and a new folder for the contest"
class=$1 contest=$2
compgen -G "$class/*/bot.py" >/dev/null || stop "no folder in \`$class\` has a bot.py"
[[ ! -e $contest ]] || stop "\`$contest\` exists already"
ebiri=$(command -v ebiri) || ebiri=$here/../../ebiri
kit=$here/../../bots/sdk/python  # in a checkout
[[ -d $kit ]] || kit=$here/../../sdk/python

mkdir -p "$contest"
cp "$here/contest.yaml" "$contest"
"$ebiri" contest open "$contest" >/dev/null
for bot in "$class"/*/bot.py; do
  name=$(basename "$(dirname "$bot")")
  entry=$contest/class/$name
  mkdir -p "$entry"
  cp "$kit/ebiri_bot.py" "$kit/hungry.py" "$entry"
  cp "$(dirname "$bot")"/*.py "$entry"
  printf 'name: %s\nauthors: [%s]\nlanguage: python\nrun: python3 bot.py\n' "$name" "$name" >"$entry/entry.yaml"
  "$ebiri" contest add "$contest" "$entry" >/dev/null
done
"$ebiri" contest qualify "$contest" || (($? == 1))
"$ebiri" contest lock "$contest" >/dev/null
"$ebiri" contest play "$contest" --quiet >/dev/null
"$ebiri" contest finalize "$contest"
