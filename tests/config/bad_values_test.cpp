#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: a value of the wrong kind or out of range is refused with what was expected") {
  check_all({
      {"a number that is a word", around("pairs: yes"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not `yes`
    2 | pairs: yes
      |        ^
)"},
      {"a number with a leading zero, which YAML would read as 8", around("pairs: 010"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, but `010` has a leading zero; write `10`
    2 | pairs: 010
      |        ^
)"},
      {"a number with thousands marks", around("pairs: 1_000"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not `1_000`; write `1000`
    2 | pairs: 1_000
      |        ^
)"},
      {"a number with a fraction", around("pairs: 12.5"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not `12.5`
    2 | pairs: 12.5
      |        ^
)"},
      {"a whole number in scientific writing", around("pairs: 1e3"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not `1e3`; write `1000`
    2 | pairs: 1e3
      |        ^
)"},
      {"a hexadecimal number", around("pairs: 0x10"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not `0x10`
    2 | pairs: 0x10
      |        ^
)"},
      {"a number below its range", around("pairs: 0"), R"(
t.yaml:2:8: error: `pairs` must be a whole number in 1..1000000, not `0`
    2 | pairs: 0
      |        ^
)"},
      {"a number above its range", around("pairs: 1000001"), R"(
t.yaml:2:8: error: `pairs` must be a whole number in 1..1000000, not `1000001`
    2 | pairs: 1000001
      |        ^
)"},
      {"a number beyond 64 bits", around("seed: 18446744073709551616"), R"(
t.yaml:2:7: error: `seed` must be a whole number in 0..18446744073709551615, not `18446744073709551616`
    2 | seed: 18446744073709551616
      |       ^
)"},
      {"a negative seed", around("seed: -1"), R"(
t.yaml:2:7: error: `seed` must be a whole number in 0..18446744073709551615, not `-1`
    2 | seed: -1
      |       ^
)"},
      {"a negative number with a leading zero", around("seed: -01"), R"(
t.yaml:2:7: error: `seed` must be a whole number in 0..18446744073709551615, not `-01`
    2 | seed: -01
      |       ^
)"},
      {"nothing after the colon", around("pairs:"), R"(
t.yaml:2:1: error: `pairs` has no value
    2 | pairs:
      | ^
)"},
      {"a list for a number", around("pairs: [1, 2]"), R"(
t.yaml:2:8: error: `pairs` must be a whole number, not a list
    2 | pairs: [1, 2]
      |        ^
)"},
      {"a list for a word or a number", around("slots: [1]"), R"(
t.yaml:2:8: error: `slots` must be `auto` or a whole number, not a list
    2 | slots: [1]
      |        ^
)"},
      {"a mapping for a duration", around("margin: {ms: 50}"), R"(
t.yaml:2:9: error: `margin` must be a duration, not a mapping
    2 | margin: {ms: 50}
      |         ^
)"},
      {"a duration without a unit", around("margin: 10"), R"(
t.yaml:2:9: error: `margin` must be a duration, but `10` has no unit; write `10s` or `10ms`
    2 | margin: 10
      |         ^
)"},
      {"a duration with a unit that could be minutes or metres", around("patience: 10m"), R"(
t.yaml:2:11: error: `patience` must be a duration, but `10m` has an unknown unit; the units are `ms`, `s`, `min` and `h`
    2 | patience: 10m
      |           ^
)"},
      {"a duration with a blank", around("patience: 10 s"), R"(
t.yaml:2:11: error: `patience` must be a duration, but `10 s` has an unknown unit; write `10s`
    2 | patience: 10 s
      |           ^
)"},
      {"a duration with a leading zero", around("patience: 010s"), R"(
t.yaml:2:11: error: `patience` must be a duration, but `010s` has a leading zero; write `10s`
    2 | patience: 010s
      |           ^
)"},
      {"a duration finer than a millisecond", around("margin: 0.5ms"), R"(
t.yaml:2:9: error: `margin` must be a duration in whole milliseconds, not `0.5ms`
    2 | margin: 0.5ms
      |         ^
)"},
      {"a duration of nothing but a unit", around("margin: ms"), R"(
t.yaml:2:9: error: `margin` must be a duration such as `10s`, not `ms`
    2 | margin: ms
      |         ^
)"},
      {"a negative duration", around("margin: -5ms"), R"(
t.yaml:2:9: error: `margin` must be a duration such as `10s`, not `-5ms`
    2 | margin: -5ms
      |         ^
)"},
      {"a duration above its range", around("start-limit: 2h"), R"(
t.yaml:2:14: error: `start-limit` must be a duration in 1ms..1h, not `2h`
    2 | start-limit: 2h
      |              ^
)"},
      {"a duration below its range", around("patience: 0ms"), R"(
t.yaml:2:11: error: `patience` must be a duration in 1ms..24h, not `0ms`
    2 | patience: 0ms
      |           ^
)"},
      {"a duration that no clock can hold", around("patience: 99999999999999999999h"), R"(
t.yaml:2:11: error: `patience` must be a duration in whole milliseconds, not `99999999999999999999h`
    2 | patience: 99999999999999999999h
      |           ^
)"},
      {"a misspelt word", around("placement: pined"), R"(
t.yaml:2:12: error: `placement` must be `pinned` or `free`, not `pined`; did you mean `pinned`?
    2 | placement: pined
      |            ^
)"},
      {"a word that is not near to any", around("on-failed-start: ignore"), R"(
t.yaml:2:18: error: `on-failed-start` must be `stop`, `forfeit` or `withdraw`, not `ignore`
    2 | on-failed-start: ignore
      |                  ^
)"},
      {"an unknown format", around("format: swis"), R"(
t.yaml:2:9: error: `format` must be `round-robin`, `match`, `gauntlet`, `scheveningen`, `swiss`, `knockout`, `ladder` or `staged`, not `swis`; did you mean `swiss`?
    2 | format: swis
      |         ^
)"},
      {"an unknown isolation", around("isolation: sandbox."), R"(
t.yaml:2:12: error: `isolation` must be `none`, `limits` or `sandbox`, not `sandbox.`; did you mean `sandbox`?
    2 | isolation: sandbox.
      |            ^
)"},
      {"limits that nothing keeps", around("limits: {memory: 1GB}"), R"(
t.yaml:2:1: error: `limits` has no effect without `isolation`; write `isolation: limits` or `isolation: sandbox`, or `isolation: none` to keep `limits` in the file without effect
    2 | limits: {memory: 1GB}
      | ^
)"},
      {"a size without a unit", around("isolation: limits\nlimits: {memory: 512}"), R"(
t.yaml:3:18: error: `memory` must be `none` or a size, but `512` has no unit; write `512MB`
    3 | limits: {memory: 512}
      |                  ^
)"},
      {"a size in an unknown unit", around("isolation: limits\nlimits: {disk: 5mb}"), R"(
t.yaml:3:16: error: `disk` must be `none` or a size, but `5mb` has an unknown unit; the units are `kB`, `MB`, `GB`, `TB` and `KiB`, `MiB`, `GiB`, `TiB`
    3 | limits: {disk: 5mb}
      |                ^
)"},
      {"a size with a blank", around("isolation: limits\nlimits: {disk: 5 MB}"), R"(
t.yaml:3:16: error: `disk` must be `none` or a size, but `5 MB` has an unknown unit; write `5MB`
    3 | limits: {disk: 5 MB}
      |                ^
)"},
      {"a size out of range", around("isolation: limits\nlimits: {memory: 0.5GiB, disk: 2TiB}"), R"(
t.yaml:3:32: error: `disk` must be `none` or a size in 1kB..1TB, not `2TiB`
    3 | limits: {memory: 0.5GiB, disk: 2TiB}
      |                                ^
)"},
      {"a size of half a byte", around("isolation: limits\nlimits: {disk: 1000.5B}"), R"(
t.yaml:3:16: error: `disk` must be `none` or a size in whole bytes, not `1000.5B`
    3 | limits: {disk: 1000.5B}
      |                ^
)"},
      {"no core at all", around("cores: 0"), R"(
t.yaml:2:8: error: `cores` must be `none` or a whole number in 1..1024, not `0`
    2 | cores: 0
      |        ^
)"},
      {"no processes at all", around("isolation: limits\nlimits: {processes: 0}"), R"(
t.yaml:3:21: error: `processes` must be `none` or a whole number in 1..100000, not `0`
    3 | limits: {processes: 0}
      |                     ^
)"},
      {"a misspelt interval", around("sync: each-gane"), R"(
t.yaml:2:7: error: `sync` must be `each-game`, `never` or a duration such as `10s`, not `each-gane`; did you mean `each-game`?
    2 | sync: each-gane
      |       ^
)"},
      {"an interval that is none", around("sync: 0ms"), R"(
t.yaml:2:7: error: `sync` must be `each-game`, `never` or a duration in 1ms..1h, not `0ms`
    2 | sync: 0ms
      |       ^
)"},
      {"slots that are neither auto nor a number", around("slots: all"), R"(
t.yaml:2:8: error: `slots` must be `auto` or a whole number, not `all`
    2 | slots: all
      |        ^
)"},
      {"no slots", around("slots: 0"), R"(
t.yaml:2:8: error: `slots` must be `auto` or a whole number in 1..1024, not `0`
    2 | slots: 0
      |        ^
)"},
      {"a name with a blank", around("name-: x"), R"(
t.yaml:2:1: error: unknown key `name-`; did you mean `name`?
    2 | name-: x
      | ^
)"},
  });
}

}  // namespace ebiri::config
