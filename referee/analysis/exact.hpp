// Exact values of endgames, where there are tables: Oware.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/analysis/judgement.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::analysis {

/// Immutable: any thread may ask.
class ExactValues {
 public:
  /// Of a file that `ebiri tables` built for these rules; the error says what is wrong with it, or that there
  /// are no tables of this variant.
  static Result<ExactValues> open(const std::string& file, const rules::Selection& selection);

  ExactValues(ExactValues&&) noexcept;
  ExactValues& operator=(ExactValues&&) noexcept;
  ~ExactValues();

  /// What the position is worth and a move that keeps that, if the table knows both. The game goes on.
  struct Known {
    Value value;
    std::string move;
  };
  std::optional<Known> of(const rules::Game& game) const;

  /// The largest number of seeds on a board that it knows.
  int most_seeds() const;

 private:
  struct Tables;
  explicit ExactValues(std::unique_ptr<Tables> tables);

  std::unique_ptr<Tables> tables_;
};

}  // namespace ebiri::analysis
