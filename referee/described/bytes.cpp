// Numbers are written in groups of seven bits, the lowest first; the last eight bytes are a checksum.
#include "referee/described/bytes.hpp"

#include <type_traits>

#include "referee/support/fnv.hpp"

namespace ebiri::described {

namespace {

constexpr std::size_t sum_size = 8;

// The writer and the reader use the same lists of fields.
template <class Archive>
void fields(Archive& archive, PitSet& set) {
  archive(set.words);
}

template <class Archive>
void fields(Archive& archive, Counts::Item& item) {
  archive(item.low, item.high, item.step);
}

template <class Archive>
void fields(Archive& archive, Counts& counts) {
  archive(counts.small, counts.items, counts.size);
}

template <class Archive>
void fields(Archive& archive, Test& test) {
  archive(test.word, test.negated, test.counts, test.pits, test.number);
}

template <class Archive>
void fields(Archive& archive, Group& group) {
  archive(group.yes, group.no, group.tests);
}

template <class Archive>
void fields(Archive& archive, Action& action) {
  archive(action.op, action.where, action.with, action.to, action.with_facing, action.reversed, action.most,
          action.filter);
}

template <class Archive>
void fields(Archive& archive, Rule& rule) {
  archive(rule.may, rule.condition, rule.actions);
}

template <class Archive>
void fields(Archive& archive, RuleList& list) {
  archive(list.rules, list.facts);
}

template <class Archive>
void fields(Archive& archive, Ending& ending) {
  archive(ending.kind, ending.recipient, ending.condition);
}

template <class Archive>
void fields(Archive& archive, RoundRules& rounds) {
  archive(rounds.given, rounds.max, rounds.seeds, rounds.refill, rounds.from_left, rounds.closes,
          rounds.remainder, rounds.copies_facing, rounds.share, rounds.tie, rounds.begins, rounds.goal,
          rounds.fewest);
}

// The fields of a start position; a position in play has more.
template <class Archive>
void fields(Archive& archive, Position& start) {
  archive(start.seeds, start.mover, start.last, start.began, start.swap, start.marked, start.norths_marks,
          start.norths);
}

template <class Archive>
void fields(Archive& archive, Program& program) {
  archive(program.rows, program.columns, program.side, program.pits, program.has_stores,
          program.owners_change, program.next, program.pit_after, program.facing, program.facing_count,
          program.behind, program.outer, program.row);
  archive(program.start, program.total, program.from_own, program.from_other, program.least,
          program.directions, program.pit_directions, program.has_reverse, program.reverse_pits,
          program.reverse_laps, program.is_signed, program.legal, program.has_legal, program.prefer,
          program.first_lap_facts, program.first_origin, program.skip_origin, program.skip, program.dropping,
          program.lap_end, program.turn_end, program.feed, program.slam, program.endings, program.swap,
          program.counts_pits, program.rounds, program.max_laps, program.endless);
  archive(program.needs_fresh, program.needs_lifted, program.needs_played, program.needs_back,
          program.needs_turns, program.needs_hits, program.needs_round, program.needs_bound,
          program.needs_repetition, program.needs_took, program.needs_after, program.tracks_seeds,
          program.decides_at_lap_end, program.drops_on_marks_only, program.drop_counts, program.max_turns,
          program.max_hits);
}

template <class Archive>
void fields(Archive& archive, Rulebook& book) {
  archive(book.program, book.reasons);
}

// Visits fields recursively, down to numbers: `Self::number(value)`, and `Self::size(list)` before a list.
template <class Self>
class Archive {
 public:
  template <class... Fields>
  void operator()(Fields&... all) {
    (visit(all), ...);
  }

 private:
  template <class T>
  void visit(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      static_cast<Self*>(this)->number(value);
    else
      fields(static_cast<Self&>(*this), value);
  }
  template <class T, std::size_t size>
  void visit(T (&values)[size]) {
    for (T& value : values) visit(value);
  }
  template <class T>
  void visit(std::vector<T>& values) {
    static_cast<Self*>(this)->size(values);
    for (T& value : values) visit(value);
  }
  void visit(std::string& text) {
    static_cast<Self*>(this)->size(text);
    for (char& letter : text) visit(letter);
  }
};

class ByteWriter : public Archive<ByteWriter> {
 public:
  template <class T>
  void number(T value) {
    auto rest = static_cast<std::uint64_t>(value);
    for (; rest >= 128; rest >>= 7U) bytes_ += static_cast<char>(rest | 128U);
    bytes_ += static_cast<char>(rest);
  }
  template <class List>
  void size(const List& list) {
    number(list.size());
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Precondition: the checksum of the bytes was correct.
class ByteReader : public Archive<ByteReader> {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void number(T& value) {
    value = static_cast<T>(next());
  }
  template <class List>
  void size(List& list) {
    list.resize(static_cast<std::size_t>(next()));
  }

 private:
  std::uint64_t next() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  }

  std::string_view bytes_;
};

std::string sum_of(std::string_view bytes) {
  Fnv fnv;
  fnv << bytes;
  std::string sum;
  for (std::size_t i = 0; i < sum_size; ++i) sum += static_cast<char>(fnv.value() >> (8 * i));
  return sum;
}

}  // namespace

std::string to_bytes(const Rulebook& book) {
  Rulebook copy = book;
  ByteWriter writer;
  writer(copy);
  return writer.bytes() + sum_of(writer.bytes());
}

Result<Rulebook> from_bytes(std::string_view bytes) {
  const std::size_t size = bytes.size() - std::min(bytes.size(), sum_size);
  if (bytes.substr(size) != sum_of(bytes.substr(0, size)))
    return Error{"the bytes of the game are damaged; load the page again"};
  Rulebook book;
  ByteReader reader(bytes.substr(0, size));
  reader(book);
  return book;
}

}  // namespace ebiri::described
