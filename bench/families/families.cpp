#include "bench/families/families.h"

#include <fmt/format.h>

#include "bench/families/shapes.h"
#include "util/diagnostic.h"

namespace hrfcheck::families {
namespace {

constexpr unsigned kLargest = 1000;

}  // namespace

const std::vector<Family>& all() {
  static const std::vector<Family> families{
      {"sb",
       "store buffering in a ring: each thread stores to its own location and reads the next one's",
       {{"threads", 2}},
       &storeBuffering,
       &storeBufferingInC},
      {"lb",
       "load buffering in a ring: each thread reads its own location and stores to the next one",
       {{"threads", 2}},
       &loadBuffering,
       &loadBufferingInC},
      {"iriw",
       "N writers of N locations, and N readers of two neighboring ones each",
       {{"writers", 2}},
       &independentReads,
       &independentReadsInC},
      {"mp",
       "message passing along a chain: a release and an acquire between each thread and the next",
       {{"threads", 2}},
       &messageChain,
       &messageChainInC},
      {"fetch-add",
       "each thread adds to one counter, K times",
       {{"threads", 1}, {"times", 1, 2}},
       &counter,
       &counterInC},
      {"writers-readers",
       "one location: W threads store to it, K threads read it twice each",
       {{"writers", 1}, {"readers", 0, 1}},
       &writersAndReaders,
       &writersAndReadersInC},
      {"lock",
       "each thread tries a lock by compare-and-swap, counts under it, and releases it",
       {{"threads", 1}},
       &lockHandOff,
       nullptr},
      {"steal",
       "remote-scope promotion: an owner pushes a task at its group's scope, N other groups try to steal it",
       {{"stealers", 1}},
       &remoteSteal,
       nullptr},
      {"ghost-zone",
       "a step of a stencil in N groups of two, whose leaders synchronize across groups",
       {{"groups", 1}},
       &ghostZone,
       nullptr},
  };
  return families;
}

const Family& named(std::string_view name) {
  std::string names;
  for (const Family& family : all()) {
    if (family.name == name) {
      return family;
    }
    names += fmt::format("{}{}", names.empty() ? "" : ", ", family.name);
  }
  throw UserError(fmt::format("no family '{}'", name), "there are " + names);
}

Sizes completed(const Family& family, const Sizes& sizes) {
  if (sizes.empty() || sizes.size() > family.parameters.size()) {
    throw UserError(fmt::format("'{}' takes 1 to {} sizes", family.name, family.parameters.size()));
  }
  Sizes result = sizes;
  for (std::size_t i = 0; i < family.parameters.size(); ++i) {
    const Parameter& parameter = family.parameters[i];
    if (i == result.size()) {
      result.push_back(parameter.unlessGiven);
    }
    if (result[i] < parameter.smallest || result[i] > kLargest) {
      throw UserError(fmt::format("'{}': {} {} is not from {} to {}", family.name, result[i], parameter.name,
                                  parameter.smallest, kLargest));
    }
  }
  return result;
}

std::string text(const Family& family, const Sizes& sizes, Dialect dialect) {
  const Sizes complete = completed(family, sizes);
  if (dialect == Dialect::Hsa) {
    return family.hsa(complete);
  }
  if (family.c == nullptr) {
    throw UserError(fmt::format("'{}' has no C text", family.name));
  }
  return family.c(complete);
}

std::string label(const Family& family, const Sizes& sizes) {
  return fmt::format("{} {}", family.name, fmt::join(completed(family, sizes), " "));
}

}  // namespace hrfcheck::families
