#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// JSON as it can stand in a script element.
std::string scriptJson(const nlohmann::ordered_json& json);

/// Different texts, numbered in the order of their first use: the page holds each once.
class PageTable {
 public:
  std::size_t add(std::string value);
  /// The number of a text that was added; null where there is none.
  const std::size_t* find(const std::string& value) const;
  std::size_t size() const { return order_.size(); }
  const std::vector<const std::string*>& values() const { return order_; }

  /// The texts as a list of JSON strings.
  std::string strings() const;
  /// The same of texts that are JSON already.
  std::string json() const;

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<const std::string*> order_;
};

}  // namespace hrfcheck::inline report
