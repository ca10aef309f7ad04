#include "referee/match/game_summary.hpp"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace ebiri::match {

namespace {

MoveSequence sequence_of(const Opening& opening) {
  MoveSequence sequence{opening.base};
  for (const std::string& move : opening.moves) sequence.add(move);
  return sequence;
}

// Each power of two from 64 on has 32 buckets. Below 64, every microsecond has a bucket.
constexpr int mantissa_bits = 5;
constexpr std::size_t per_octave = std::size_t{1} << mantissa_bits;

std::size_t bucket_of(std::int64_t microseconds) {
  const auto value = static_cast<std::uint64_t>(microseconds);
  const auto shift =
      static_cast<std::size_t>(std::max(0, static_cast<int>(std::bit_width(value)) - mantissa_bits - 1));
  return shift * per_octave + static_cast<std::size_t>(value >> shift);
}

std::size_t shift_of(std::size_t bucket) { return bucket < 2 * per_octave ? 0 : bucket / per_octave - 1; }

// The shortest duration in the bucket.
std::int64_t bucket_begin(std::size_t bucket) {
  const std::size_t shift = shift_of(bucket);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(bucket - shift * per_octave) << shift);
}

// The longest duration in the bucket.
std::int64_t bucket_end(std::size_t bucket) {
  return bucket_begin(bucket) + (std::int64_t{1} << shift_of(bucket)) - 1;
}

}  // namespace

std::uint64_t fingerprint(const Opening& opening) { return sequence_of(opening).opening(opening.name); }

GameSummary summary_of(const GameRecord& record) {
  MoveSequence sequence = sequence_of(record.opening);
  const std::uint64_t opening = sequence.opening(record.opening.name);
  for (const Ply& ply : record.plies) sequence.add(ply.move);
  const Verdict& verdict = record.verdict;
  return {.game = record.game,
          .pair = record.pair,
          .attempt = record.attempt,
          .plies = static_cast<int>(record.plies.size()),
          .south = record.south,
          .north = record.north,
          .result = verdict.result,
          .cause = verdict.cause,
          .fault = verdict.fault ? std::optional{verdict.fault->kind} : std::nullopt,
          .loser = verdict.loser ? verdict.loser : verdict.caused_by,
          .akawumbi = verdict.special == "akawumbi",
          .south_seeds = verdict.south,
          .north_seeds = verdict.north,
          .opening = opening,
          .sequence = sequence.game()};
}

double points_of(const GameSummary& game, const std::string& engine) {
  if (game.result == Verdict::Result::draw) return 0.5;
  return (game.result == Verdict::Result::south_wins) == (game.south == engine) ? 1 : 0;
}

std::vector<std::size_t> in_order(const GameList& games) {
  std::vector<std::size_t> order(games.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t at) { return std::tuple{games[at].game, games[at].attempt}; });
  return order;
}

std::size_t count_openings(const GameList& games) {
  boost::unordered_flat_set<std::uint64_t> seen;
  for (const GameSummary& game : games) seen.insert(game.opening);
  return seen.size();
}

DurationHistogram::DurationHistogram(std::vector<std::int64_t> buckets, Duration total, Duration longest)
    : buckets_(std::move(buckets)),
      count_(std::accumulate(buckets_.begin(), buckets_.end(), std::int64_t{0})),
      total_(total),
      longest_(longest) {}

void DurationHistogram::add(Duration duration) {
  duration = std::max(duration, Duration::zero());
  const std::size_t bucket = bucket_of(duration.count());
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  ++buckets_[bucket];
  ++count_;
  total_ += duration;
  longest_ = std::max(longest_, duration);
}

void DurationHistogram::add(const DurationHistogram& other) {
  buckets_.resize(std::max(buckets_.size(), other.buckets_.size()));
  for (std::size_t k = 0; k < other.buckets_.size(); ++k) buckets_[k] += other.buckets_[k];
  count_ += other.count_;
  total_ += other.total_;
  longest_ = std::max(longest_, other.longest_);
}

void DurationHistogram::each(const std::function<void(std::int64_t, std::int64_t)>& visit) const {
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket)
    if (buckets_[bucket] > 0) visit(bucket_begin(bucket), buckets_[bucket]);
}

DurationHistogram::Duration DurationHistogram::mean() const {
  return count_ == 0 ? Duration::zero() : total_ / count_;
}

DurationHistogram::Duration DurationHistogram::quantile(double share) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (buckets_[bucket] > 0 && seen >= wanted) return std::min(Duration{bucket_end(bucket)}, longest_);
  }
  return longest_;
}

void Thinking::add(const GameRecord& record) {
  if (record.verdict.result == Verdict::Result::void_game) return;
  EngineTime& south = engines_[record.south];
  EngineTime& north = engines_[record.north];
  for (const Ply& ply : record.plies) {
    const bool by_south = ply.side == rules::Side::south;
    (by_south ? south : north).moves.add(ply.thought.wall);
    (by_south ? north : south).opponents += ply.thought.wall;
  }
  south.pondered += record.south_pondered;
  north.pondered += record.north_pondered;
}

void Thinking::add(const std::string& engine, const EngineTime& time) {
  EngineTime& sum = engines_[engine];
  sum.moves.add(time.moves);
  sum.pondered += time.pondered;
  sum.opponents += time.opponents;
}

void Thinking::add(const Thinking& other) {
  for (const auto& [engine, time] : other.engines_) add(engine, time);
}

const EngineTime& Thinking::of(std::string_view engine) const {
  static const EngineTime none;
  const auto found = engines_.find(engine);
  return found == engines_.end() ? none : found->second;
}

}  // namespace ebiri::match
