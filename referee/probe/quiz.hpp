// Positions with exactly one legal move. Each tests a rule that programs often get wrong.
#pragma once

#include <string_view>

namespace ebiri::probe {

struct QuizQuestion {
  std::string_view position;  ///< base position
  std::string_view moves;     ///< played since, separated by blanks
};

/// Three questions about one rule.
struct QuizTopic {
  std::string_view variant;
  std::string_view name;   ///< kebab-case: `feed`, `slam` …
  std::string_view rules;  ///< ruleset and options, as `UGI_Ruleset` takes them; empty: the variant's default
  std::string_view reason;  ///< the rule that decides, one sentence
  QuizQuestion questions[3];
};

/// All topics, in the order of the examination.
///
/// The positions come from random games. Those with endless sowings come from a search of sparse boards. The
/// questions about grand slams of Oware can be answered without the feeding rule.
// clang-format off
inline constexpr QuizTopic quiz_topics[] = {
    {"oware", "feed", "", "the opponent has no seeds, so only a move that gives it some is legal",
     {{"1-1-1-2-1-2-0-0-0-0-0-0-24-16-S", ""},
      {"0-0-0-0-0-0-1-3-2-1-1-1-21-18-N", ""},
      {"2-2-1-1-1-3-0-0-0-0-0-0-21-17-S", ""}}},
    {"oware", "slam", "",
     "the last move would have captured all of the opponent's seeds; such a grand slam captures nothing",
     {{"1-2-1-3-1-1-1-0-0-0-0-0-15-23-S", "F"},
      {"0-4-0-2-2-0-2-0-0-0-0-0-20-18-S", "E"},
      {"1-0-0-0-0-0-0-0-0-2-2-1-22-20-N", "f"}}},
    {"oware", "long-sowing", "", "a sowing of twelve or more seeds skips the pit where it began",
     {{"6-11-0-0-1-16-0-0-0-1-0-0-8-5-S", "F"},
      {"0-0-0-1-0-0-0-1-0-0-2-16-15-13-N", "f"},
      {"0-0-0-0-1-0-0-2-12-0-3-16-8-6-N", "f"}}},
    {"kalah", "moves-again", "", "the last seed fell into the mover's store, so the same side moves again",
     {{"0-6-0-0-0-1-1-0-0-2-12-1-10-15-S", "F"},
      {"2-0-3-5-0-0-0-0-6-0-0-1-12-19-N", "f"},
      {"9-0-0-0-0-1-1-1-2-0-0-2-13-19-S", "F"}}},
    {"kalah", "capture", "",
     "a last seed in an empty pit of the mover captures the seeds opposite, and goes into the store too",
     {{"2-2-0-0-0-0-0-3-0-3-0-2-28-8-N", "b"},
      {"1-0-1-1-1-4-0-2-0-0-11-0-19-8-S", "A"},
      {"0-4-0-0-5-0-1-0-1-0-0-0-16-21-N", "a"}}},
    {"namnam", "houses", "", "in later rounds a player also owns houses on the other side of the board",
     {{"0-1-2-1-0-1-0-1-3-2-1-0-8-28-N/SNNNNNNNNNNN/5/S/11", ""},
      {"1-2-3-1-0-0-0-14-0-2-2-3-16-4-S/SSSSSSNSSSSS/6/N/5", ""},
      {"0-1-0-1-0-14-0-1-1-1-0-1-20-8-S/SSSSSSNSSSSS/7/S/14", ""}}},
    {"namnam", "feed", "",
     "the opponent has no seeds in its houses, so only a move that gives it some or ends the round is "
     "legal",
     {{"3-2-1-1-0-3-0-1-1-3-0-1-24-8-S/SSSSSSNSSSSS/5/S/8", ""},
      {"0-1-2-2-1-2-0-2-2-1-0-3-0-32-N/SNNNNNNNNNNN/2/N/10", ""},
      {"1-1-0-1-3-0-0-0-1-1-1-3-36-0-S/SSSSSSNNSSSS/6/N/11", ""}}},
    {"namnam", "relay", "",
     "a lap that ends in an occupied house continues with its seeds, and each house that reaches four is "
     "harvested on the way",
     {{"10-0-1-11-1-0-1-2-1-2-1-2-12-4-S/SSSSSSNNNSSS/3/S/4", "d"},
      {"0-1-1-2-2-3-2-1-2-11-2-1-4-16-N/SSSSSNNNNNNN/10/N/4", "b"},
      {"0-11-0-0-0-2-3-1-0-1-0-10-8-12-S/SSSSSSNNNNNN/4/N/9", "F"}}},
    {"omweso", "relay", "",
     "a lap continues with the seeds of the pit where it ends, or with captured seeds from where it began",
     {{"0,1,1,1,0,0,1,0,2,1,0,0,1,0,0,0/6,4,0,3,1,3,2,4,0,1,3,8,2,0,9,10/N/15/1/2", "3+"},
      {"0,12,0,1,0,2,3,4,0,4,0,4,10,12,1,1/1,2,1,0,1,0,1,0,0,0,0,1,0,0,0,3/S/26/7/4", "13+"},
      {"2,1,1,5,0,1,1,0,5,0,0,0,2,3,1,3/0,6,2,4,4,0,1,1,2,0,0,5,5,1,5,3/N/45/10/10", "14+"}}},
    {"omweso", "reverse", "",
     "from the four leftmost pits a lap may go clockwise if that captures; the signs of a move are the "
     "directions of such laps",
     {{"0,3,2,6,1,2,1,0,3,7,2,6,9,6,3,1/0,0,0,1,0,1,3,0,1,1,0,1,1,1,1,1/N/9/1/1", "6+-"},
      {"5,0,1,0,6,3,4,1,1,2,6,2,3,2,1,11/2,1,2,0,2,1,0,2,2,1,1,1,0,1,0,0/N/47/14/8", "8+--"},
      {"0,3,3,0,5,2,4,5,1,4,2,6,0,6,3,4/0,1,0,1,0,1,2,0,0,1,1,0,1,0,5,3/N/7/3/3", "15-"}}},
    {"omweso", "endless", "omweso endless=illegal",
     "the other move never ends, which this ruleset forbids: a sowing is endless when the same board "
     "recurs with the same pit to be lifted",
     {{"0,1,0,1,2,0,2,1,0,1,0,1,0,1,0,1/7,7,7,7,7,6,6,6,0,0,0,0,0,0,0,0/S", ""},
      {"1,0,1,0,1,0,1,0,1,0,1,0,1,0,4,5/6,6,6,6,6,6,6,6,0,0,0,0,0,0,0,0/S", ""},
      {"1,0,1,0,1,0,3,0,1,0,1,5,1,0,1,0/7,6,6,6,6,6,6,6,0,0,0,0,0,0,0,0/S", ""}}},
    {"bao", "namua", "",
     "with seeds in store, a possible capture is compulsory, and seeds captured in the outer pits are sown "
     "from the near end",
     {{"2,2,1,0,0,0,0,0,0,0,0,0,0,7,0,1/3,2,2,1,2,2,2,2,1,9,0,2,3,2,3,2/6/7/--/N/-", ""},
      {"1,2,1,0,2,4,4,2,0,2,3,3,2,4,5,4/1,4,0,2,5,1,0,4,0,0,0,0,0,0,1,3/2/2/--/S/-", ""},
      {"0,0,0,0,0,0,0,1,0,0,0,5,0,0,0,1/2,2,2,2,2,2,2,1,1,5,11,2,0,3,1,2/8/9/--/N/-", ""}}},
    {"bao", "house", "",
     "the mover's house with six or more seeds stops a move, unless `>` plays it; if only the house is "
     "left in the front row, it is taxed: two seeds are sown",
     {{"1,1,0,0,1,1,0,2,1,0,0,15,0,0,0,0/0,2,0,3,2,1,4,3,2,4,9,3,0,0,6,1/1/1/S-/S/-", "A8R"},
      {"0,0,0,0,0,0,1,2,0,0,0,20,0,0,0,0/6,2,0,2,6,3,0,3,3,1,9,1,0,0,2,1/1/1/S-/S/-", "A5R"},
      {"2,2,0,2,1,2,0,2,2,0,4,2,0,0,2,1/0,0,0,0,1,1,0,2,1,0,0,10,0,0,0,0/13/14/-N/N/-", "A8R"}}},
    {"bao", "must-capture", "",
     "where a pit of two to fifteen seeds captures with its first lap, a move that does so must be played",
     {{"1,1,2,1,2,2,1,0,0,0,1,0,0,0,0,0/5,3,5,3,2,3,2,5,2,2,1,6,1,7,2,4/0/0/--/N/-", ""},
      {"0,2,1,0,2,0,0,0,0,0,5,0,1,1,1,0/4,5,1,4,2,3,2,5,2,13,0,3,2,2,2,1/0/0/--/N/-", ""},
      {"2,4,3,5,2,5,7,0,2,2,3,0,7,9,2,1/1,1,3,2,1,0,0,1,0,0,0,1,0,0,0,0/0/0/--/S/-", ""}}},
    {"bao", "relay", "", "captured seeds are sown at once, from the end of the row that keeps the direction",
     {{"3,2,1,2,0,2,2,0,0,3,3,0,0,0,6,2/4,1,2,4,2,4,0,3,2,2,2,5,1,4,2,0/0/0/--/S/-", "B2L"},
      {"4,0,2,2,0,3,0,1,0,0,0,0,1,1,0,0/2,2,3,6,5,3,1,2,2,2,1,3,5,9,0,4/0/0/--/S/-", "B1L"},
      {"3,0,2,4,2,1,4,0,0,0,6,0,0,0,6,0/2,2,2,2,3,0,2,1,1,4,5,1,5,3,3,0/0/0/--/S/-", "B7R"}}},
};
// clang-format on

}  // namespace ebiri::probe
