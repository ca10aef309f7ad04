#!/usr/bin/env bash
# The step `Play` of action.yml, which sets its inputs as environment variables.
# Exit code 1: an engine has committed a fault (match), is not stronger (sprt), or not as strong as expected (grade).
# Other exit codes are those of `ebiri`. If nothing could be played (2 or 3), an annotation and the summary say so.
set -euo pipefail

report_failure() {
  local status=$?
  ((status == 2 || status == 3)) || return 0
  local text="\`ebiri $COMMAND\` failed with exit code $status; the log of this step says why"
  echo "::error title=$NAME::$text"
  echo "**$NAME**: $text" >>"$GITHUB_STEP_SUMMARY"
}
trap report_failure EXIT

here=$(dirname "${BASH_SOURCE[0]}")
read -ra more <<<"$OPTIONS"
[[ $COMMAND == grade ]] || more+=(--limit "$LIMIT" --name "$NAME" --quiet)

case $COMMAND in
  match)
    ebiri match "$ENGINE" "$OPPONENT" --game "$GAME" "${more[@]}"
    cat "results/$NAME/standings.md" >>"$GITHUB_STEP_SUMMARY"
    python3 "$here/junit.py" "results/$NAME/standings.json" "$JUNIT" ;;
  grade)
    status=0 grade=$(mktemp)
    ebiri grade "$ENGINE" --game "$GAME" --expect "$EXPECT" --json "${more[@]}" >"$grade" || status=$?
    ((status <= 1)) || exit "$status"
    python3 "$here/junit.py" "$grade" "$JUNIT" "$EXPECT" "$status" | tee -a "$GITHUB_STEP_SUMMARY" ;;
  sprt)  # writes the summary and the annotation itself
    ebiri sprt --candidate "$ENGINE" --baseline "$OPPONENT" --variant "$GAME" --junit "$JUNIT" "${more[@]}" ;;
  *)
    echo "::error::the input \`command\` must be match, sprt or grade, not \`$COMMAND\`"
    trap - EXIT
    exit 2 ;;
esac
