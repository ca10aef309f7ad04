#!/usr/bin/env bash
# The step `Play` of action.yml, which sets its inputs as environment variables.
# Exit code 1: an engine lost a game by a fault (match), is weaker or lost one by a fault (sprt), or is not as strong as
# expected (grade). Other exit codes are those of `ebiri`. If nothing could be played (2 or 3), an annotation, the
# summary and the JUnit file say why; without a verdict of a test (4), an annotation says what to do.
set -euo pipefail

report_failure() {
  local status=$? text reason
  cat "$log" >&2
  ((status != 4)) ||
    echo "::error title=no verdict::exit code 4: the games ended before a decision, as the table says; to get one, raise" \
      "\`--pairs\` in \`options\` or widen \`bounds\`" >&2
  ((status == 2 || status == 3)) || return 0
  reason=$(sed 's/^ebiri: //; /^::/d' "$log")
  text="\`ebiri $COMMAND\` failed with exit code $status: $reason"
  echo "**$NAME**: $text" >>"$GITHUB_STEP_SUMMARY"
  python3 "$here/junit.py" "$JUNIT" --error "$text" || true
}
here=$(dirname "${BASH_SOURCE[0]}")
log=$(mktemp)  # standard error of `ebiri`
trap report_failure EXIT

read -ra more <<<"$OPTIONS"
[[ $COMMAND == grade ]] || more+=(--limit "$LIMIT" --name "$NAME" --force-new --quiet)

case $COMMAND in
  match)
    ebiri match "$ENGINE" "$OPPONENT" --game "$GAME" "${more[@]}" 2>"$log"
    cat "results/$NAME/standings.md" >>"$GITHUB_STEP_SUMMARY"
    python3 "$here/junit.py" "$JUNIT" "results/$NAME/standings.json" ;;
  grade)
    status=0
    grade=$(ebiri grade "$ENGINE" --game "$GAME" --expect "$EXPECT" --json "${more[@]}" 2>"$log") || status=$?
    ((status <= 1)) || exit "$status"
    python3 "$here/junit.py" "$JUNIT" <(printf '%s\n' "$grade") "$EXPECT" "$status" | tee -a "$GITHUB_STEP_SUMMARY" ;;
  sprt)  # writes the summary and the annotation itself
    ebiri sprt --candidate "$ENGINE" --baseline "$OPPONENT" --variant "$GAME" --elo0 "${BOUNDS%,*}" --elo1 "${BOUNDS#*,}" \
      --fail-on-fault --junit "$JUNIT" "${more[@]}" 2>"$log" ;;
  *)
    echo "the input \`command\` must be match, sprt or grade, not \`$COMMAND\`" >"$log"
    exit 2 ;;
esac
