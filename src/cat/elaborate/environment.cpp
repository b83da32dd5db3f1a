// Versions share what they have in common: binding a name copies the nodes on the way to it, a handful.

#include "cat/elaborate/environment.h"

#include <functional>

namespace hrfcheck::cat {
namespace {

constexpr unsigned kDigitBits = 3;
constexpr std::size_t kDigit = 7;

bool isFor(const EnvNode& node, std::size_t hash, const std::string& name) {
  return node.bound->hash == hash && node.bound->name == name;
}

}  // namespace

const Value* findBound(Env env, const std::string& name) {
  const std::size_t hash = std::hash<std::string>{}(name);
  std::size_t digits = hash;  // names of the same hash follow each other behind its last digit
  for (; env != nullptr; env = env->below[digits & kDigit], digits >>= kDigitBits) {
    if (isFor(*env, hash, name)) return &env->bound->value;
  }
  return nullptr;
}

std::vector<std::string> boundNames(Env env) {
  std::vector<std::string> names;
  std::vector<Env> open;
  if (env != nullptr) open.push_back(env);
  while (!open.empty()) {
    const Env next = open.back();
    open.pop_back();
    names.push_back(next->bound->name);
    for (const Env below : next->below) {
      if (below != nullptr) open.push_back(below);
    }
  }
  return names;
}

Env Environments::bind(Env env, const std::string& name, Value value) {
  const std::size_t hash = std::hash<std::string>{}(name);
  const Bound* bound = &bound_.emplace_back(Bound{name, hash, value});
  Env root = nullptr;
  const EnvNode** into = &root;
  std::size_t digits = hash;
  for (;; digits >>= kDigitBits) {
    budget_.spend(1);
    if (env == nullptr) {
      *into = &nodes_.emplace_back(EnvNode{bound, {}});
      return root;
    }
    EnvNode& copy = nodes_.emplace_back(*env);
    *into = &copy;
    if (isFor(copy, hash, name)) {
      copy.bound = bound;
      return root;
    }
    into = &copy.below[digits & kDigit];
    env = *into;
  }
}

}  // namespace hrfcheck::cat
