// The recorded statistics of tests/data/stats, with a check that tests use all of them.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace vectors {

/// A JSON object that records the keys that are looked up in it or in a copy. Iteration is not a look-up.
template <class Key, class Value, class... Rest>
class Watched : public std::map<Key, Value, Rest...> {
  using Base = std::map<Key, Value, Rest...>;

 public:
  using Base::Base;

  template <class Word>
  auto find(const Word& key) {
    asked_->insert(std::string(key));
    return Base::find(key);
  }
  template <class Word>
  auto find(const Word& key) const {
    asked_->insert(std::string(key));
    return Base::find(key);
  }
  bool asked(const std::string& key) const { return asked_->contains(key); }

 private:
  std::shared_ptr<std::set<std::string>> asked_ = std::make_shared<std::set<std::string>>();
};

using Json = nlohmann::basic_json<Watched>;

inline Json file(const std::string& name) {
  std::ifstream in(std::string(EBIRI_SOURCE_DIR) + "/tests/data/stats/" + name);
  REQUIRE(in);
  return Json::parse(in);
}

/// The tolerance of the file for values of this kind.
inline double tolerance(const Json& file, const std::string& kind) {
  return file.at("meta").at("tolerance").at(kind);
}

/// Finds values that were not looked up.
class Search {
 public:
  explicit Search(std::set<std::string> ignored) : left_(std::move(ignored)) {}

  void walk(const Json& value, const std::string& path, const std::string& place) {
    for (std::size_t k = 0; value.is_array() && k < value.size(); ++k)
      walk(value[k], path, place + "[" + std::to_string(k) + "]");
    if (!value.is_object()) return;
    const auto& object = value.get_ref<const Json::object_t&>();
    for (const auto& [key, inner] : object) {
      const std::string inner_path = path.empty() ? key : path + "." + key;
      const std::string inner_place = place.empty() ? key : place + "." + key;
      if (left_.contains(inner_path)) {
        met_.insert(inner_path);
      } else if (!object.asked(key)) {
        found.push_back(inner_place);
      } else {
        walk(inner, inner_path, inner_place);
      }
    }
  }

  void name_what_is_missing() {
    for (const std::string& path : left_)
      if (!met_.contains(path)) found.push_back("there is no " + path);
  }

  std::vector<std::string> found;

 private:
  std::set<std::string> left_, met_;
};

/// The places of the file that were not looked up, such as `cases[3].expected.nu`, except those in
/// `ignored`, which have no indexes (`cases.note`). Of `meta`, only tolerances count.
inline std::vector<std::string> unread(const Json& file, std::set<std::string> ignored) {
  for (const auto& [key, value] : file.at("meta").items())
    if (!key.starts_with("tolerance")) ignored.insert("meta." + key);
  Search search(std::move(ignored));
  search.walk(file, "", "");
  search.name_what_is_missing();
  return search.found;
}

using Nothing = std::vector<std::string>;

}  // namespace vectors
