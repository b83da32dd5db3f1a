#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::cat {

/// The mistakes found while a model is elaborated. A function's body is visited once for each call, so that
/// equal messages at one place count once.
class Mistakes {
 public:
  enum class Kind { UnknownName, Other };

  void add(Kind kind, const Place& place, const std::string& message, const std::string& hint = "");
  bool empty() const { return all_.empty(); }
  bool onlyUnknownNames() const { return others_ == 0; }
  /// Appends everything of `other`.
  void absorb(const Mistakes& other);
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  std::vector<Diagnostic> all_;
  std::set<std::tuple<std::string, std::uint32_t, std::string>> seen_;
  std::size_t others_ = 0;
};

}  // namespace hrfcheck::cat
