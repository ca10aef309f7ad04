// The languages of entries.
#include <array>
#include <filesystem>

#include "referee/contest/entries/settings.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::array<Language, 14> table{{
    {"c", "gcc", "gcc libc6-dev", "gcc -O2 -o bot *.c -lm", "./bot", "main.c",
     "#include <stdio.h>\nint main(void) { puts(\"hello\"); }\n"},
    {"cpp", "g++", "g++", "g++ -O2 -std=c++20 -pthread -o bot *.cpp", "./bot", "main.cpp",
     "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n"},
    {"rust", "rustc", "rustc", "rustc -O -o bot main.rs", "./bot", "main.rs",
     "fn main() { println!(\"hello\"); }\n"},
    {"go", "go", "golang-go", "GO111MODULE=auto GOFLAGS=-mod=mod GOCACHE=/tmp/.cache go build -o bot .",
     "./bot", "main.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"},
    {"java", "javac", "default-jdk-headless", "javac *.java", "java Main", "Main.java",
     "class Main { public static void main(String[] words) { System.out.println(\"hello\"); } }\n"},
    {"haskell", "ghc", "ghc", "ghc -O2 -outputdir /tmp/objects -o bot Main.hs", "./bot", "Main.hs",
     "main :: IO ()\nmain = putStrLn \"hello\"\n"},
    {"ocaml", "ocamlopt", "ocaml-nox", "ocamlopt -o bot main.ml", "./bot", "main.ml",
     "let () = print_endline \"hello\"\n"},
    {"pascal", "fpc", "fp-compiler", "fpc -O2 -v0 -obot main.pas", "./bot", "main.pas",
     "begin\n  writeln('hello');\nend.\n"},
    {"python", "python3", "python3", "", "python3 main.py", "main.py", "print(\"hello\")\n"},
    {"javascript", "node", "nodejs", "", "node main.js", "main.js", "console.log(\"hello\");\n"},
    {"ruby", "ruby", "ruby", "", "ruby main.rb", "main.rb", "puts \"hello\"\n"},
    {"perl", "perl", "perl", "", "perl main.pl", "main.pl", "print \"hello\\n\";\n"},
    {"lua", "lua", "lua5.4", "", "lua main.lua", "main.lua", "print(\"hello\")\n"},
    {"other", "", "", "", "", "main.sh", "echo hello\n"},
}};

}  // namespace

std::span<const Language> languages() { return table; }

const Language* find_language(std::string_view name) { return find_by(table, name, &Language::name); }

std::vector<std::string> language_names() { return mapped(table, &Language::name); }

bool is_installed(const Language& language) {
  std::error_code ignored;
  return language.program.empty() ||
         std::filesystem::exists(std::filesystem::path{"/usr/bin"} / language.program, ignored);
}

}  // namespace ebiri::contest
