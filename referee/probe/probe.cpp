#include "referee/probe/probe.hpp"

#include "referee/probe/examination.hpp"

namespace ebiri::probe {

namespace {

// Steps that do not depend on the variant. They run with the first one only.
void examine_behaviour(Examination& examination) {
  static constexpr void (*steps[])(Examination&) = {
      examine_seed,
      examine_limits,
      examine_warm_up,
      examine_times,
      examine_clock,
      examine_stop,
      examine_ready_while_thinking,
      examine_idleness,
      examine_unknown,
      examine_garbage,
      examine_exit,
  };
  for (const auto step : steps) step(examination);
}

void examine_games(Examination& examination, const std::vector<rules::Selection>& to_play) {
  for (const auto& selection : to_play) {
    examination.choose_rules(selection);
    if (!examine_positions(examination)) continue;
    examine_quiz(examination);
    examine_long_games(examination);
  }
}

void examine_all(Examination& examination) {
  if (!examine_greeting(examination)) return;
  examine_options(examination);
  std::vector<rules::Selection> to_play;
  if (!examine_variants(examination, to_play)) return;
  examination.choose_rules(to_play.front());
  if (!examine_readiness(examination)) return;
  examine_games(examination, to_play);
  examination.choose_rules(to_play.front());
  if (examination.plays()) return examine_behaviour(examination);
  examination.begin_step("protocol");
  examination.not_examined("times, `stop` and `quit` are tested only after a legal move");
}

}  // namespace

Report examine(const Settings& settings, const std::function<void(const Finding&)>& on_finding) {
  Examination examination{settings, on_finding};
  if (settings.dialect == player::native_dialect)
    examine_all(examination);
  else
    examine_in_dialect(examination, player::dialect(settings.dialect));
  return std::move(examination.report());
}

}  // namespace ebiri::probe
