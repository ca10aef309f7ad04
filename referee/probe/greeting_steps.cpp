// Steps from the start to the first `readyok`: handshake, options, variants, readiness.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "referee/probe/examination.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

constexpr std::string_view page = "protocol/PROTOCOL.md";

// Whether an engine that does not answer `ugi` answers `uci`.
bool speaks_uci(const Settings& settings) {
  Session session{settings};
  if (session.start()) return false;
  session.send_raw("uci\nisready\n");
  if (session.await(is<protocol::Ready>, settings.start_limit).trouble) return false;
  return std::ranges::any_of(session.exchange(),
                             [](const auto& line) { return line.starts_with("< uciok"); });
}

// The advice for an engine that does not answer `ugi`. If it only does not flush, its answers to a flood of
// `ugi` fill its output buffer, and so come out.
std::string advice_for_silence(const Settings& settings) {
  if (speaks_uci(settings))
    return "the engine speaks UCI; try `--dialect uci-oware`, or see protocol/DIALECTS.md";
  constexpr int requests = 4000;
  std::string flood;
  for (int i = 0; i < requests; ++i) flood += "ugi\n";
  Session session{settings};
  if (session.start()) return {};
  session.send_raw(flood);
  const auto response = session.await(is<protocol::HelloDone>, settings.start_limit);
  if (!response.trouble)
    return fmt::format(
        "its answers stay in a buffer: it answered only when {} requests came at once; flush after each "
        "line: `print(…, flush=True)`, `std::endl`, `fflush(stdout)`",
        requests);
  if (!response.trouble->is(Trouble::Kind::time) || session.unread() > 0) return {};
  return "it reads its input and does not answer; if it reads to the end of the input first "
         "(`sys.stdin.read()`, `readlines()`), read line by line and answer each line at once; the input "
         "ends only after the game";
}

void take_greeting(Examination& examination) {
  for (const protocol::Reply& reply : examination.session().greeting()) {
    if (const auto* id = std::get_if<protocol::Id>(&reply))
      (id->field == "name" ? examination.report().name : examination.report().author) = id->value;
    if (const auto* offer = std::get_if<protocol::OptionOffer>(&reply)) examination.offers.push_back(*offer);
    if (const auto* variants = std::get_if<protocol::Variants>(&reply))
      examination.variants = variants->names;
  }
}

std::optional<Complaint> bad_spin(const protocol::OptionOffer& offer) {
  const auto number = [](const std::optional<std::string>& text) {
    return text ? parse_number(*text) : std::nullopt;
  };
  const auto least = number(offer.min), most = number(offer.max), value = number(offer.fallback);
  const std::string advice = "write `option name NAME type spin default N min N max N`";
  if (!least || !most || !value)
    return Complaint{fmt::format("option `{}` lacks a number", offer.name), "default, min and max", advice};
  if (*value < *least || *value > *most)
    return Complaint{fmt::format("the default of option `{}` is not between min and max", offer.name),
                     fmt::format("{} to {}", *offer.min, *offer.max), advice};
  return std::nullopt;
}

std::optional<Complaint> bad_offer(const protocol::OptionOffer& offer) {
  if (offer.type == "spin") return bad_spin(offer);
  const std::string value = offer.fallback.value_or("");
  if (offer.type == "check" && value != "true" && value != "false")
    return Complaint{fmt::format("the default of option `{}` is `{}`", offer.name, value),
                     "`true` or `false`", "write `option name NAME type check default false`"};
  if (offer.type == "combo" && std::ranges::find(offer.vars, value) == offer.vars.end())
    return Complaint{fmt::format("the default of option `{}` is not among its values", offer.name),
                     offer.vars.empty() ? "some `var VALUE`" : "one of " + join(offer.vars, ", "),
                     "write `option name NAME type combo default A var A var B`"};
  return std::nullopt;
}

// Checks the type of an option that the protocol defines.
std::optional<Complaint> bad_extension(const protocol::OptionOffer& offer) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> types{
      {"UGI_Variant", {"combo", "string"}}, {"UGI_Ruleset", {"string"}},
      {"UGI_Description", {"string"}},      {"UGI_Seed", {"spin"}},
      {"UGI_Agreement", {"check"}},         {"UGI_GameOver", {"check"}}};
  for (const auto& [name, allowed] : types)
    if (offer.name == name && std::ranges::find(allowed, offer.type) == allowed.end())
      return Complaint{fmt::format("option `{}` is of type {}", name, offer.type), join(allowed, " or "),
                       fmt::format("see {}, section 5", page)};
  return std::nullopt;
}

bool known_variant(const std::string& name) {
  return find_by(rules::variants(), name, &rules::VariantInfo::name) != nullptr;
}

std::string known_variants() { return join(mapped(rules::variants(), &rules::VariantInfo::name), " "); }

}  // namespace

bool examine_greeting(Examination& examination) {
  examination.begin_step("handshake");
  Session& session = examination.session();
  const Settings& settings = examination.settings();
  if (const auto trouble = session.start()) {
    examination.report_trouble(*trouble, "a program that can be started");
    return false;
  }
  session.send(protocol::Hello{});
  const auto response = session.await(is<protocol::HelloDone>, settings.start_limit);
  if (response.trouble) {
    const bool mute = response.trouble->is(Trouble::Kind::time);
    examination.report_trouble(*response.trouble, "`ugiok` at the end of the greeting",
                               mute ? advice_for_silence(settings) : "");
    return false;
  }
  take_greeting(examination);
  examination.good("`ugiok` after " + player::in_seconds(response.time.lower));
  const Report& report = examination.report();
  for (const auto& [field, value] : {std::pair{"name", report.name}, {"author", report.author}})
    if (value.empty())
      examination.warn({fmt::format("announces no {}", field), fmt::format("`id {} …` before `ugiok`", field),
                        "it makes records and tables easier to read"});
  return true;
}

void examine_options(Examination& examination) {
  examination.begin_step("options");
  std::set<std::string> names;
  bool sound = true;
  const auto judge = [&](std::optional<Complaint> complaint) {
    if (!complaint) return;
    sound = false;
    examination.fault(std::move(*complaint));
  };
  for (const auto& offer : examination.offers) {
    if (!names.insert(offer.name).second)
      judge(Complaint{fmt::format("option `{}` is announced twice", offer.name), "one line for each option",
                      "announce it once"});
    judge(bad_extension(offer));
    auto invalid = bad_offer(offer);
    if (!invalid && offer.type != "button" && !offer.name.starts_with("UGI_"))
      examination.session().send(protocol::SetOption{offer.name, offer.fallback.value_or("")});
    judge(std::move(invalid));
  }
  if (examination.synchronise() && sound)
    examination.good(fmt::format("{} announced; the engine's own were set to their defaults", names.size()));
}

bool examine_variants(Examination& examination, std::vector<rules::Selection>& to_play) {
  examination.begin_step("variants");
  const auto& wanted = examination.settings().selection;
  if (!examination.variants) {
    examination.warn({"announces no variants", "`variants oware …` before `ugiok`",
                      "without it, the referee notices only in the first game if the engine does not play "
                      "the variant"});
    to_play.push_back(wanted.value_or(rules::Selection{.variant = "oware", .ruleset = {}, .options = {}}));
    return true;
  }
  const auto& names = *examination.variants;
  // An engine announces a described game by its name, by `described`, or by both; it is examined once.
  const bool is_described = wanted && !known_variant(wanted->variant);
  const auto games = rules::all_game_names();
  bool describes = false;  // whether it announces described games
  examination.report().variants = names;
  for (const auto& name : names) {
    if (is_described && (name == wanted->variant || name == rules::any_described_game))
      to_play.assign(1, *wanted);
    else if (name == rules::any_described_game)
      describes = true;
    else if (std::ranges::find(games, name) == games.end())
      examination.warn({fmt::format("announces the unknown variant `{}`", printable(name, 60)),
                        known_variants(), "check the spelling"});
    else if (!known_variant(name))
      describes = true;
    else if (!wanted || wanted->variant == name)
      to_play.push_back(wanted.value_or(rules::Selection{.variant = name, .ruleset = {}, .options = {}}));
  }
  if (to_play.empty() && describes && !wanted) {
    examination.not_examined("announces only described games; choose one of them with --variant");
    return false;
  }
  if (to_play.empty()) {
    examination.fault(
        {wanted ? fmt::format("does not announce `{}`", wanted->variant)
                : "announces no variant that the referee knows",
         wanted ? wanted->variant : known_variants(),
         "write the names of its games in the line `variants …`, or choose one of them with --variant"});
    return false;
  }
  if (names.size() > 1 && !examination.announced("UGI_Variant")) {
    examination.fault({"plays several variants and has no option to choose one",
                       "an option `UGI_Variant` beside `variants`", fmt::format("see {}, section 5", page)});
    to_play.resize(1);
  } else {
    examination.good(join(names, " "));
  }
  return true;
}

bool examine_readiness(Examination& examination) {
  examination.begin_step("readiness");
  if (!examination.prepare()) return false;
  Session& session = examination.session();
  session.start_clock();
  session.send_raw("isready\nisready\nisready\n");
  for (int i = 0; i < 3; ++i) {
    const auto response = session.await(is<protocol::Ready>, examination.settings().ready_limit);
    if (!response.trouble) continue;
    examination.report_trouble(*response.trouble, "a `readyok` for each `isready`");
    return false;
  }
  examination.good("`readyok` for each `isready`");
  return true;
}

}  // namespace ebiri::probe
