#include "referee/support/shell.hpp"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("shell: a word is quoted if a shell would split or expand it") {
  using ebiri::shell_word;
  CHECK(shell_word("results/a-1.yaml") == "results/a-1.yaml");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("two words") == "'two words'");
  CHECK(shell_word("$HOME;`x`") == "'$HOME;`x`'");
  CHECK(shell_word("it's") == R"('it'\''s')");
}
