#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "cat/elaborate/budget.h"
#include "cat/elaborate/value.h"

namespace hrfcheck::cat {

/// A name and its value.
struct Bound {
  std::string name;
  std::size_t hash;
  Value value;
};

/// One version of what names mean: a trie over the hashes of names, in which every node holds a name.
struct EnvNode {
  const Bound* bound;
  std::array<const EnvNode*, 8> below{};
};

/// Null when the name is not bound.
const Value* findBound(Env env, const std::string& name);
/// In no order, each once.
std::vector<std::string> boundNames(Env env);

/// Owns all that environments and values point to. Nothing is forgotten before the model is complete, so no
/// chain of owners can be too long to take down.
class Environments {
 public:
  explicit Environments(Budget& budget) : budget_(budget) {}

  /// `env` with one more meaning, or another one.
  Env bind(Env env, const std::string& name, Value value);
  const Closure* keep(const Closure& closure) { return &closures_.emplace_back(closure); }
  const std::vector<Value>* keep(std::vector<Value> items) { return &tuples_.emplace_back(std::move(items)); }

 private:
  Budget& budget_;
  std::deque<Bound> bound_;
  std::deque<EnvNode> nodes_;
  std::deque<Closure> closures_;
  std::deque<std::vector<Value>> tuples_;
};

}  // namespace hrfcheck::cat
