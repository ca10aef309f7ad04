#include "referee/probe/quiz.hpp"

#include <algorithm>

namespace ebiri::probe {

namespace {

// The rules that decide, by variant and topic.
constexpr std::string_view oware_feed =
    "the opponent has no seeds, so only a move that gives it some is legal";
constexpr std::string_view oware_slam =
    "the last move would have captured all of the opponent's seeds; such a grand slam captures nothing";
constexpr std::string_view oware_long_sowing =
    "a sowing of twelve or more seeds skips the pit where it began";
constexpr std::string_view kalah_moves_again =
    "the last seed fell into the mover's store, so the same side moves again";
constexpr std::string_view kalah_capture =
    "a last seed in an empty pit of the mover captures the seeds opposite, and goes into the store too";
constexpr std::string_view namnam_houses =
    "in later rounds a player also owns houses on the other side of the board";
constexpr std::string_view namnam_feed =
    "the opponent has no seeds in its houses, so only a move that gives it some or ends the round is legal";
constexpr std::string_view namnam_relay =
    "a lap that ends in an occupied house continues with its seeds, and each house that reaches four is "
    "harvested on the way";
constexpr std::string_view omweso_relay =
    "a lap continues with the seeds of the pit where it ends, or with captured seeds from where it began";
constexpr std::string_view omweso_reverse =
    "from the four leftmost pits a lap may go clockwise if that captures; each sign after a move is such a "
    "choice";
constexpr std::string_view omweso_endless =
    "the other move never ends, which this ruleset forbids: a sowing is endless when the same board recurs "
    "with the same pit to be lifted";
constexpr std::string_view bao_namua =
    "with seeds in store, a possible capture is compulsory, and seeds captured in the outer pits are sown "
    "from the near end";
constexpr std::string_view bao_house =
    "the mover's house with six or more seeds stops a move, unless `>` plays it; if only the house is left "
    "in the front row, it is taxed: two seeds are sown";
constexpr std::string_view bao_must_capture =
    "where a pit of two to fifteen seeds captures with its first lap, a move that does so must be played";
constexpr std::string_view bao_relay =
    "captured seeds are sown at once, from the end of the row that keeps the direction";

// The positions come from random games. Those with endless sowings come from a search of sparse boards.
constexpr QuizQuestion questions[] = {
    {"oware", "feed", "", "1-1-1-2-1-2-0-0-0-0-0-0-24-16-S", "", oware_feed},
    {"oware", "feed", "", "0-0-0-0-0-0-1-3-2-1-1-1-21-18-N", "", oware_feed},
    {"oware", "feed", "", "2-2-1-1-1-3-0-0-0-0-0-0-21-17-S", "", oware_feed},
    {"oware", "slam", "", "0-0-0-0-0-5-1-2-2-1-1-0-24-12-S", "F", oware_slam},
    {"oware", "slam", "", "1-2-1-3-1-1-2-0-0-0-0-0-15-22-S", "D", oware_slam},
    {"oware", "slam", "", "1-0-0-0-0-0-0-0-0-2-2-4-22-17-N", "e", oware_slam},
    {"oware", "long-sowing", "", "6-11-0-0-1-16-0-0-0-1-0-0-8-5-S", "F", oware_long_sowing},
    {"oware", "long-sowing", "", "0-0-0-1-0-0-0-1-0-0-2-16-15-13-N", "f", oware_long_sowing},
    {"oware", "long-sowing", "", "0-0-0-0-1-0-0-2-12-0-3-16-8-6-N", "f", oware_long_sowing},
    {"kalah", "moves-again", "", "0-6-0-0-0-1-1-0-0-2-12-1-10-15-S", "F", kalah_moves_again},
    {"kalah", "moves-again", "", "2-0-3-5-0-0-0-0-6-0-0-1-12-19-N", "f", kalah_moves_again},
    {"kalah", "moves-again", "", "9-0-0-0-0-1-1-1-2-0-0-2-13-19-S", "F", kalah_moves_again},
    {"kalah", "capture", "", "2-2-0-0-0-0-0-3-0-3-0-2-28-8-N", "b", kalah_capture},
    {"kalah", "capture", "", "1-0-1-1-1-4-0-2-0-0-11-0-19-8-S", "A", kalah_capture},
    {"kalah", "capture", "", "0-4-0-0-5-0-1-0-1-0-0-0-16-21-N", "a", kalah_capture},
    {"namnam", "houses", "", "0-1-2-1-0-1-0-1-3-2-1-0-8-28-N/SNNNNNNNNNNN/5/S/11", "", namnam_houses},
    {"namnam", "houses", "", "1-2-3-1-0-0-0-14-0-2-2-3-16-4-S/SSSSSSNSSSSS/6/N/5", "", namnam_houses},
    {"namnam", "houses", "", "0-1-0-1-0-14-0-1-1-1-0-1-20-8-S/SSSSSSNSSSSS/7/S/14", "", namnam_houses},
    {"namnam", "feed", "", "3-2-1-1-0-3-0-1-1-3-0-1-24-8-S/SSSSSSNSSSSS/5/S/8", "", namnam_feed},
    {"namnam", "feed", "", "0-1-2-2-1-2-0-2-2-1-0-3-0-32-N/SNNNNNNNNNNN/2/N/10", "", namnam_feed},
    {"namnam", "feed", "", "1-1-0-1-3-0-0-0-1-1-1-3-36-0-S/SSSSSSNNSSSS/6/N/11", "", namnam_feed},
    {"namnam", "relay", "", "10-0-1-11-1-0-1-2-1-2-1-2-12-4-S/SSSSSSNNNSSS/3/S/4", "d", namnam_relay},
    {"namnam", "relay", "", "0-1-1-2-2-3-2-1-2-11-2-1-4-16-N/SSSSSNNNNNNN/10/N/4", "b", namnam_relay},
    {"namnam", "relay", "", "0-11-0-0-0-2-3-1-0-1-0-10-8-12-S/SSSSSSNNNNNN/4/N/9", "F", namnam_relay},
    {"omweso", "relay", "", "0,1,1,1,0,0,1,0,2,1,0,0,1,0,0,0/6,4,0,3,1,3,2,4,0,1,3,8,2,0,9,10/N/15/1/2", "3+",
     omweso_relay},
    {"omweso", "relay", "", "0,12,0,1,0,2,3,4,0,4,0,4,10,12,1,1/1,2,1,0,1,0,1,0,0,0,0,1,0,0,0,3/S/26/7/4",
     "13+", omweso_relay},
    {"omweso", "relay", "", "2,1,1,5,0,1,1,0,5,0,0,0,2,3,1,3/0,6,2,4,4,0,1,1,2,0,0,5,5,1,5,3/N/45/10/10",
     "14+", omweso_relay},
    {"omweso", "reverse", "", "0,3,2,6,1,2,1,0,3,7,2,6,9,6,3,1/0,0,0,1,0,1,3,0,1,1,0,1,1,1,1,1/N/9/1/1",
     "6+-", omweso_reverse},
    {"omweso", "reverse", "", "5,0,1,0,6,3,4,1,1,2,6,2,3,2,1,11/2,1,2,0,2,1,0,2,2,1,1,1,0,1,0,0/N/47/14/8",
     "8+--", omweso_reverse},
    {"omweso", "reverse", "", "0,3,3,0,5,2,4,5,1,4,2,6,0,6,3,4/0,1,0,1,0,1,2,0,0,1,1,0,1,0,5,3/N/7/3/3",
     "15-", omweso_reverse},
    {"omweso", "endless", "omweso endless=illegal",
     "0,1,0,1,2,0,2,1,0,1,0,1,0,1,0,1/7,7,7,7,7,6,6,6,0,0,0,0,0,0,0,0/S", "", omweso_endless},
    {"omweso", "endless", "omweso endless=illegal",
     "1,0,1,0,1,0,1,0,1,0,1,0,1,0,4,5/6,6,6,6,6,6,6,6,0,0,0,0,0,0,0,0/S", "", omweso_endless},
    {"omweso", "endless", "omweso endless=illegal",
     "1,0,1,0,1,0,3,0,1,0,1,5,1,0,1,0/7,6,6,6,6,6,6,6,0,0,0,0,0,0,0,0/S", "", omweso_endless},
    {"bao", "namua", "", "2,2,1,0,0,0,0,0,0,0,0,0,0,7,0,1/3,2,2,1,2,2,2,2,1,9,0,2,3,2,3,2/6/7/--/N/-", "",
     bao_namua},
    {"bao", "namua", "", "1,2,1,0,2,4,4,2,0,2,3,3,2,4,5,4/1,4,0,2,5,1,0,4,0,0,0,0,0,0,1,3/2/2/--/S/-", "",
     bao_namua},
    {"bao", "namua", "", "0,0,0,0,0,0,0,1,0,0,0,5,0,0,0,1/2,2,2,2,2,2,2,1,1,5,11,2,0,3,1,2/8/9/--/N/-", "",
     bao_namua},
    {"bao", "house", "", "1,1,0,0,1,1,0,2,1,0,0,15,0,0,0,0/0,2,0,3,2,1,4,3,2,4,9,3,0,0,6,1/1/1/S-/S/-", "A8R",
     bao_house},
    {"bao", "house", "", "0,0,0,0,0,0,1,2,0,0,0,20,0,0,0,0/6,2,0,2,6,3,0,3,3,1,9,1,0,0,2,1/1/1/S-/S/-", "A5R",
     bao_house},
    {"bao", "house", "", "2,2,0,2,1,2,0,2,2,0,4,2,0,0,2,1/0,0,0,0,1,1,0,2,1,0,0,10,0,0,0,0/13/14/-N/N/-",
     "A8R", bao_house},
    {"bao", "must-capture", "", "1,1,2,1,2,2,1,0,0,0,1,0,0,0,0,0/5,3,5,3,2,3,2,5,2,2,1,6,1,7,2,4/0/0/--/N/-",
     "", bao_must_capture},
    {"bao", "must-capture", "", "0,2,1,0,2,0,0,0,0,0,5,0,1,1,1,0/4,5,1,4,2,3,2,5,2,13,0,3,2,2,2,1/0/0/--/N/-",
     "", bao_must_capture},
    {"bao", "must-capture", "", "2,4,3,5,2,5,7,0,2,2,3,0,7,9,2,1/1,1,3,2,1,0,0,1,0,0,0,1,0,0,0,0/0/0/--/S/-",
     "", bao_must_capture},
    {"bao", "relay", "", "3,2,1,2,0,2,2,0,0,3,3,0,0,0,6,2/4,1,2,4,2,4,0,3,2,2,2,5,1,4,2,0/0/0/--/S/-", "B2L",
     bao_relay},
    {"bao", "relay", "", "4,0,2,2,0,3,0,1,0,0,0,0,1,1,0,0/2,2,3,6,5,3,1,2,2,2,1,3,5,9,0,4/0/0/--/S/-", "B1L",
     bao_relay},
    {"bao", "relay", "", "3,0,2,4,2,1,4,0,0,0,6,0,0,0,6,0/2,2,2,2,3,0,2,1,1,4,5,1,5,3,3,0/0/0/--/S/-", "B7R",
     bao_relay},
};

}  // namespace

std::span<const QuizQuestion> quiz_questions() { return questions; }

std::vector<std::string_view> topics_of(std::string_view variant) {
  std::vector<std::string_view> topics;
  for (const QuizQuestion& question : questions) {
    const bool known = std::ranges::find(topics, question.topic) != topics.end();
    if (question.variant == variant && !known) topics.push_back(question.topic);
  }
  return topics;
}

}  // namespace ebiri::probe
