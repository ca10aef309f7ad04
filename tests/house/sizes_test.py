"""Functions fit on a screen: none in C++ or Python is longer than 60 lines, except tables."""

import ast
import re

import house

LIMIT = 60

# Exceptions, as `FILE: NAME`, with the table that the function contains.
TABLES = {
    "tests/config/bad_sections_test.cpp: TEST_CASE": "bad configs and their errors",
    "tests/config/bad_values_test.cpp: TEST_CASE": "bad configs and their errors",
    "tests/config/bad_yaml_test.cpp: TEST_CASE": "bad configs and their errors",
    "tests/config/good_config_test.cpp: TEST_CASE": "every key and what it sets",
    "tests/faults/bot/process_faults.cpp: process_faults": "faults by name",
    "tests/faults/bot/wire_faults.cpp: wire_faults": "faults by name",
    "tests/faults/catalogue.cpp: fault_cases": "faults by name",
}

# Text whose braces are not code: comments, raw and ordinary strings, characters (not the ' of 1'000).
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
                     re.DOTALL)
SCOPE = re.compile(r'\b(namespace|class|struct|union|enum|extern)\b')
CONTROL = re.compile(r"\s*(if|for|while|switch|else|do|try|catch|return)\b")
NAME = re.compile(r"([~\w:]+|operator\S+)\s*\(")


def blank(match):
    """Empty lines in place of the match."""
    return "\n" * match.group().count("\n")


def is_scope(head):
    """Whether the braces after `head` hold declarations."""
    return SCOPE.search(head) is not None and "(" not in re.sub(r"\balignas\([^)]*\)|<[^<>]*>", "", head)


def functions_of_cpp(text):
    """Name, line and length of each function that is not inside another."""
    code = NO_CODE.sub(blank, text)
    code = re.sub(r"^\s*#.*(?:\\\n.*)*$", blank, code, flags=re.MULTILINE)
    code = re.sub(r"^[A-Z_]+\([^{};]*\)$", blank, code, flags=re.MULTILINE)  # a macro that stands alone
    result, stack, head_begin, line = [], [], 0, 1
    for at, char in enumerate(code):
        if char == "\n":
            line += 1
        elif char == "{":
            head = code[head_begin:at]
            if code[at - 1] not in " \n":  # braces of a value, as in `: member_{1}`
                stack.append(("value", "", line))
                continue
            inside = any(kind != "scope" for kind, _, _ in stack)
            name = NAME.search(head)
            if is_scope(head):
                kind = "scope"
            elif not inside and name and not CONTROL.match(head) and not re.search(r"=\s*$", head):
                kind = "function"
            else:
                kind = "other"
            begin = line - head.lstrip().count("\n")
            stack.append((kind, name.group(1) if name else "", begin))
            head_begin = at + 1
        elif char == "}" and stack:
            kind, name, begin = stack.pop()
            if kind == "function":
                result.append((name, begin, line - begin + 1))
            if kind != "value":
                head_begin = at + 1
        elif char == ";":
            head_begin = at + 1
    return result


def functions_of_python(text):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.name, node.lineno, node.end_lineno - node.lineno + 1)
            for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


def functions_of(name, text):
    return functions_of_python(text) if name.endswith(".py") else functions_of_cpp(text)


def verdicts(sources, tables):
    """The functions that are too long, and the exceptions that are no longer needed."""
    long = {f"{file}: {name}": (line, length) for file, text in sources.items()
            for name, line, length in functions_of(file, text) if length > LIMIT}
    too_long = [f"{name}: {length} lines from line {line} on, at most {LIMIT}"
                for name, (line, length) in long.items() if name not in tables]
    return too_long + [f"{name}: needs no exception" for name in tables if name not in long]


class Sizes(house.HouseTest):
    def test_every_function_is_short(self):
        sources = {str(name): (house.ROOT / name).read_text() for name in house.tracked("*.[ch]pp", "*.py")}
        self.assertGreater(len(sources), 10, "the sources were not found")
        self.none(verdicts(sources, TABLES))

    def test_functions_are_found(self):
        text = """namespace a {
struct S : T<int> {
  S(int b)
      : b_{b} {
    if (b) { c("}"); }  // }
  }
  bool operator==(const S&) const { return '{' != 1'000; }
};
const int table[] = {
    f(1),
};
template <class T>
auto g(T t) -> int {
  const auto h = [&](int) {
    return 1;
  };
}
}
"""
        self.assertEqual([("S", 3, 4), ("operator==", 7, 1), ("g", 12, 6)], functions_of_cpp(text))
        self.assertEqual([("f", 1, 2)], functions_of_python("def f(a):\n    return a\n"))

    def test_long_functions_and_stale_exceptions_are_caught(self):
        sources = {"long.cpp": "void f() {" + "\n" * 60 + "}", "limit.cpp": "void f() {" + "\n" * 59 + "}",
                   "table.cpp": "void f() {" + "\n" * 90 + "}"}
        self.assertEqual(["long.cpp: f: 61 lines from line 1 on, at most 60", "limit.cpp: f: needs no exception"],
                         verdicts(sources, {"table.cpp: f": "a table", "limit.cpp: f": "was longer"}))


if __name__ == "__main__":
    house.main()
