#!/usr/bin/env bash
# The step `Play` of action.yml. Its inputs are the variables of the environment that action.yml sets.
# Exit code 1: the engine has committed a fault (match), or is not stronger (sprt); others are those of Ebiri.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
read -ra more <<<"$OPTIONS"
more+=(--limit "$LIMIT" --name ci --quiet)

case $COMMAND in
  match)
    ebiri match "$ENGINE" "$OPPONENT" --game "$GAME" "${more[@]}"
    cat results/ci/standings.md >>"$GITHUB_STEP_SUMMARY"
    python3 "$here/junit.py" results/ci/standings.json >"$JUNIT" ;;
  sprt)  # writes the summary and the annotation itself
    ebiri sprt --candidate "$ENGINE" --baseline "$OPPONENT" --variant "$GAME" --junit "$JUNIT" "${more[@]}" ;;
  *)
    echo "::error::the input \`command\` must be match or sprt, not \`$COMMAND\`"
    exit 2 ;;
esac
