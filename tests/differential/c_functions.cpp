#include "differential/c_functions.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck {
namespace {

const Cell kFlag{"*f", "f"};
const Cell kData{"*d", "d"};

}  // namespace

void CFunctions::define(const std::string& name, const std::vector<std::string>& lines) {
  if (std::find(defined_.begin(), defined_.end(), name) == defined_.end()) {
    defined_.push_back(name);
    text_.insert(text_.end(), lines.begin(), lines.end());
  }
}

std::string CFunctions::value(const Cell& flag, const Cell& data) {
  switch (random_.below(4)) {
    case 0:
      define("get", {"int get(atomic_int* f) {", fmt::format("  return {};", words_.load(kFlag)), "}"});
      return fmt::format("get({})", flag.address);
    case 1:
      define("take",
             {"int take(int* d, atomic_int* f) {", fmt::format("  if ({} == 0) {{", words_.load(kFlag)),
              "    return -1;", "  }", "  return *d;", "}"});
      return fmt::format("take({}, {})", data.address, flag.address);
    case 2:
      define("lock", {"int lock(atomic_int* f) {", "  int e = 0;",
                      fmt::format("  return {};", words_.compareExchange(kFlag, "&e", "1")), "}"});
      return fmt::format("lock({})", flag.address);
    default:
      define("either", {"int either(int c, int* d, atomic_int* f) {",
                        fmt::format("  return c == 0 ? *d : {};", words_.load(kFlag)), "}"});
      return fmt::format("either({}, {}, {})", random_.below(2), data.address, flag.address);
  }
}

std::string CFunctions::action(const Cell& flag, const Cell& data, const std::string& variable) {
  switch (random_.below(3)) {
    case 0:
      define("pass", {"void pass(int* d, int v, atomic_int* f) {", "  *d = v;",
                      fmt::format("  {};", words_.store(kFlag, "1")), "}"});
      return fmt::format("pass({}, {}, {})", data.address, 1 + random_.below(2), flag.address);
    case 1:
      define("receive", {"void receive(int* out, int* d, atomic_int* f) {",
                         fmt::format("  *out = {};", words_.load(kFlag)), "  if (*out == 1) {",
                         "    *out = *d;", "  }", "}"});
      return fmt::format("receive(&{}, {}, {})", variable, data.address, flag.address);
    default:
      define("twice", {"void twice(int n, atomic_int* f) {", "  for (int i = 0; i < n; i++) {",
                       fmt::format("    {};", words_.add(kFlag)), "  }", "}"});
      return fmt::format("twice({}, {})", 1 + random_.below(2), flag.address);
  }
}

std::string CFunctions::wait(const Cell& flag) {
  define("await", {"void await(int v, atomic_int* f) {", "  // rounds",
                   fmt::format("  while ({} != v) {{", words_.load(kFlag)), "    // round", "  }", "}"});
  return fmt::format("await(1, {})", flag.address);
}

}  // namespace hrfcheck
