#include "referee/probe/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "referee/player/player.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

std::string_view usual_advice(const Trouble& trouble) {
  using enum player::Fault::Kind;
  static const std::map<Trouble::Kind, std::string_view> by_kind{
      {failed_to_start, "check the path, and that the file is executable"},
      {crashed, "read its standard error; the process must run until `quit` or the end of its input"},
      {too_talkative, "write fewer and shorter `info` lines, not one per node"},
      {malformed, "write the line as in protocol/PROTOCOL.md, section 3"},
      {out_of_turn, "write exactly one `bestmove` for each `go`, and none without a `go`"}};
  if (trouble.by_machine) return "try again when the machine is less busy";
  if (const auto found = by_kind.find(trouble.kind); found != by_kind.end()) return found->second;
  return "write the whole answer with its newline and flush it: `print(…, flush=True)`, `std::endl`, "
         "`fflush(stdout)`";
}

// Advice about the common mistake that an illegal answer suggests; empty if it suggests none.
std::string mistake_in(const std::string& move, const std::vector<std::string>& legal) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](const std::string& text) {
    return text.size() == 1 && ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z'));
  };
  const bool has_letters = std::ranges::any_of(legal, is_letter);  // otherwise they are numbers: `5+`
  if (has_letters && !move.empty() && std::ranges::all_of(move, digit))
    return "pits have letters, not numbers: `A` is South's leftmost pit, and `a` is North's, each as its "
           "owner sees the board";
  std::string turned = move;
  for (char& c : turned)
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) c = static_cast<char>(c ^ 0x20);
  if (turned == move || std::ranges::find(legal, turned) == legal.end()) return {};
  return fmt::format("{}; here `{}` is legal",
                     is_letter(move) ? "is the board seen from the wrong side? Capital letters are South's "
                                       "pits, small letters are North's"
                                     : "capital and small letters differ",
                     turned);
}

}  // namespace

Examination::Examination(const Settings& settings, const std::function<void(const Finding&)>& on_finding)
    : settings_(settings),
      on_finding_(on_finding),
      session_(settings) {}

void Examination::begin_step(std::string step) {
  step_ = std::move(step);
  variant_.clear();
  session_.clear_exchange();
}

void Examination::begin_step_of_variant(std::string step) {
  begin_step(std::move(step));
  variant_ = selection_.variant;
}

void Examination::add(Verdict verdict, Complaint complaint, std::string errors) {
  Finding finding{.step = step_,
                  .variant = variant_,
                  .verdict = verdict,
                  .found = std::move(complaint.found),
                  .expected = std::move(complaint.expected),
                  .advice = std::move(complaint.advice),
                  .errors = std::move(errors)};
  if (verdict != Verdict::good && verdict != Verdict::not_examined) finding.exchange = session_.exchange();
  if (on_finding_) on_finding_(finding);
  report_.findings.push_back(std::move(finding));
}

void Examination::report_trouble(const Trouble& trouble, std::string expected, std::string advice) {
  if (advice.empty()) advice = usual_advice(trouble);
  add(trouble.by_machine ? Verdict::undecided : Verdict::fault,
      {trouble.what, std::move(expected), std::move(advice)}, trouble.errors);
}

bool Examination::announced(std::string_view option) const {
  return std::ranges::find(offers, option, &protocol::OptionOffer::name) != offers.end();
}

void Examination::choose_rules(const rules::Selection& selection) {
  auto made = rules::make_rules(selection);
  assert(made);
  rules_ = std::move(*made);
  selection_ = selection;
}

bool Examination::greet_again() {
  if (const auto trouble = session_.start()) {
    report_trouble(*trouble, "a program that can be started again");
    return false;
  }
  session_.send(protocol::Hello{});
  const auto response = session_.await(is<protocol::HelloDone>, settings_.start_limit);
  if (response.trouble) report_trouble(*response.trouble, "`ugiok` after another start");
  return !response.trouble;
}

bool Examination::prepare(std::string_view ruleset) {
  session_.clear_exchange();
  lost_ = !session_.in_sync() && !greet_again();
  if (lost_) return false;
  const std::string description = rules_->description();
  const std::string name =
      variants ? player::name_among(*variants, selection_.variant, !description.empty()) : selection_.variant;
  if (announced("UGI_Variant")) session_.send(protocol::SetOption{"UGI_Variant", name});
  if (announced("UGI_Ruleset"))
    session_.send(protocol::SetOption{"UGI_Ruleset",
                                      ruleset.empty() ? rules::ruleset_text(*rules_) : std::string{ruleset}});
  if (!description.empty() && announced("UGI_Description"))
    session_.send(protocol::SetOption{"UGI_Description", description});
  if (announced("UGI_Seed")) session_.send(protocol::SetOption{"UGI_Seed", "7"});
  session_.send(protocol::NewGame{});
  lost_ = !synchronise();
  return !lost_;
}

bool Examination::prepare_afresh() {
  lost_ = !greet_again();
  return !lost_ && prepare();
}

bool Examination::synchronise() {
  session_.start_clock();
  session_.send(protocol::IsReady{});
  const auto response = session_.await(is<protocol::Ready>, settings_.ready_limit);
  if (response.trouble)
    report_trouble(*response.trouble, "`readyok` after `isready`, and no unrequested answer");
  return !response.trouble;
}

std::optional<Response> Examination::ask(const Question& question) {
  const auto early = session_.listen(is<protocol::Ready>, std::chrono::milliseconds{0});
  if (early && early->trouble) {
    report_trouble(*early->trouble, "no answer before the next request");
    return std::nullopt;
  }
  session_.start_clock();
  session_.send(protocol::Position{question.base, question.moves});
  session_.send_raw(question.go + "\n");
  auto response = session_.await(is<protocol::BestMove>, question.limit + settings_.patience);
  if (!response.trouble) return response;
  // An engine that has used far more than its limit is late, however long it waited for a core.
  if (response.trouble->by_machine && response.time.lower > question.limit + settings_.patience / 10)
    response.trouble = Trouble{Trouble::Kind::time,
                               fmt::format("no answer within {:.1f} s, not counting its waits for a core",
                                           std::chrono::duration<double>(response.time.lower).count()),
                               {}};
  report_trouble(*response.trouble, "one `bestmove` after `go`");
  return std::nullopt;
}

std::optional<Complaint> Examination::refusal(const rules::Game& game, const Response& response) const {
  const auto& best = std::get<protocol::BestMove>(response.reply);
  const auto due = game.arrangement();
  const std::string expected =
      due ? fmt::format("`=` and {} numbers that add up to {}", due->pits, due->seeds)
          : "one of " + join(game.legal_moves(), " ");
  if (best.kind == protocol::BestMove::Kind::resign)
    return Complaint{"resigned in " + game.position(), expected,
                     "an engine resigns if it does not understand a position; read its standard error"};
  if (best.kind == protocol::BestMove::Kind::accept)
    return Complaint{"accepted an offer that was not made", expected,
                     "answer `accept` only after an `offer`"};
  const auto next = game.clone();
  const auto refused = next->play(best.move);
  if (!refused) return std::nullopt;
  std::string mistake = mistake_in(best.move, game.legal_moves());
  if (!mistake.empty()) mistake += "; ";
  return Complaint{
      fmt::format("`{}` in {}: {}", printable(best.move, 60), game.position(), refused->message), expected,
      mistake + fmt::format("set up the position again from each `position` line and play its moves, "
                            "which are separated by blanks; compare with `{}`",
                            rules_command(game))};
}

std::string Examination::rules_command(const rules::Game& game) const {
  const std::string ruleset = rules::ruleset_text(*rules_);
  const bool usual = ruleset == rules::ruleset_text(**rules::make_rules(selection_.variant, ""));
  return fmt::format("ebiri rules {}{} --position {}", selection_.variant, usual ? "" : " --rules " + ruleset,
                     game.position());
}

bool Examination::accept(const rules::Game& game, const Response& response) {
  auto complaint = refusal(game, response);
  if (complaint) fault(std::move(*complaint));
  return !complaint;
}

}  // namespace ebiri::probe
