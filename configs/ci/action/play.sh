#!/usr/bin/env bash
# The step `Play` of action.yml, which sets its inputs as environment variables.
# Exit code 1: an engine lost a game by a fault (match), is weaker or lost one by a fault (sprt), or is not as strong as
# expected (grade). Other exit codes are those of `ebiri`. If nothing could be played (2 or 3), an annotation, the
# summary and the JUnit file say so.
set -euo pipefail

report_failure() {
  local status=$?
  ((status == 2 || status == 3)) || return 0
  local text="\`ebiri $COMMAND\` failed with exit code $status; the log of this step says why"
  echo "**$NAME**: $text" >>"$GITHUB_STEP_SUMMARY"
  python3 "$here/junit.py" "$JUNIT" --error "$text" || true
}
here=$(dirname "${BASH_SOURCE[0]}")
trap report_failure EXIT

read -ra more <<<"$OPTIONS"
[[ $COMMAND == grade ]] || more+=(--limit "$LIMIT" --name "$NAME" --quiet)

case $COMMAND in
  match)
    ebiri match "$ENGINE" "$OPPONENT" --game "$GAME" "${more[@]}"
    cat "results/$NAME/standings.md" >>"$GITHUB_STEP_SUMMARY"
    python3 "$here/junit.py" "$JUNIT" "results/$NAME/standings.json" ;;
  grade)
    status=0
    grade=$(ebiri grade "$ENGINE" --game "$GAME" --expect "$EXPECT" --json "${more[@]}") || status=$?
    ((status <= 1)) || exit "$status"
    python3 "$here/junit.py" "$JUNIT" <(printf '%s\n' "$grade") "$EXPECT" "$status" | tee -a "$GITHUB_STEP_SUMMARY" ;;
  sprt)  # writes the summary and the annotation itself
    ebiri sprt --candidate "$ENGINE" --baseline "$OPPONENT" --variant "$GAME" --elo0 "${BOUNDS%,*}" --elo1 "${BOUNDS#*,}" \
      --fail-on-fault --junit "$JUNIT" "${more[@]}" ;;
  *)
    echo "::error::the input \`command\` must be match, sprt or grade, not \`$COMMAND\`"
    trap - EXIT
    exit 2 ;;
esac
