#include "referee/support/text.hpp"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("markup: untrusted text stays text") {
  CHECK(ebiri::escaped_markup(R"(<a href="x" id='y'>&amp;</a>)") ==
        "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;");
  CHECK(ebiri::escaped_markup("a\x1b[1m\tb\n\x01") == "a[1m\tb\n");
}
