#!/usr/bin/env bash
# The step `Play` of action.yml, which sets its inputs as environment variables.
# Exit code 1: an engine has committed a fault (match), is not stronger (sprt), or not as strong as expected (grade).
# Other exit codes are those of `ebiri`.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
read -ra more <<<"$OPTIONS"
[[ $COMMAND == grade ]] || more+=(--limit "$LIMIT" --name ci --quiet)

case $COMMAND in
  match)
    ebiri match "$ENGINE" "$OPPONENT" --game "$GAME" "${more[@]}"
    cat results/ci/standings.md >>"$GITHUB_STEP_SUMMARY"
    python3 "$here/junit.py" results/ci/standings.json "$JUNIT" ;;
  grade)
    status=0 grade=$(mktemp)
    ebiri grade "$ENGINE" --game "$GAME" --expect "$EXPECT" --json "${more[@]}" >"$grade" || status=$?
    ((status <= 1)) || exit "$status"
    python3 "$here/junit.py" "$grade" "$JUNIT" "$EXPECT" "$status" | tee -a "$GITHUB_STEP_SUMMARY" ;;
  sprt)  # writes the summary and the annotation itself
    ebiri sprt --candidate "$ENGINE" --baseline "$OPPONENT" --variant "$GAME" --junit "$JUNIT" "${more[@]}" ;;
  *)
    echo "::error::the input \`command\` must be match, sprt or grade, not \`$COMMAND\`"
    exit 2 ;;
esac
