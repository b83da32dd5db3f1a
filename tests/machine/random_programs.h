#pragma once

#include <string>
#include <vector>

#include "support/litmus_columns.h"
#include "util/random.h"

namespace hrfcheck::test {

/// Text of a small random test over all scopes and orders, of two or three threads.
class RandomPrograms {
 public:
  explicit RandomPrograms(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    const std::size_t threads = 2 + random_.below(2);
    std::vector<std::vector<std::string>> columns(threads);
    for (std::size_t t = 0; t < threads; ++t) {
      const std::size_t group = t == 0 ? 0 : random_.below(2);
      const std::size_t device = t == 0 ? 0 : random_.below(3) == 0 ? 1 : 0;
      columns[t].push_back("P" + std::to_string(t) + "@wg " + std::to_string(group) + ",cmp " +
                           std::to_string(device));
      const std::size_t count = 1 + random_.below(threads == 2 ? 3 : 2);
      for (std::size_t i = 0; i < count; ++i) {
        columns[t].push_back(operation("r" + std::to_string(i)));
      }
    }
    return "HSA Random\n{ x=0; y=0; }\n" + litmusRows(columns) + "exists (true)\n";
  }

 private:
  std::string pick(const std::vector<std::string>& words) { return words[random_.below(words.size())]; }

  std::string operation(const std::string& reg) {
    const std::string scope = pick({".wg", ".wg", ".cmp", ".cmp", ".sys"});
    const std::string location = pick({"x", "y"});
    switch (random_.below(6)) {
      case 0:
        return "ld " + reg + ", " + location;
      case 1:
        return "st " + location + ", 1";
      case 2:
        return "ld" + pick({".acq", ".rm_acq", ".rlx", ".acq"}) + scope + " " + reg + ", " + location;
      case 3:
        return "st" + pick({".rel", ".rm_rel", ".rlx", ".rel"}) + scope + " " + location + ", 2";
      case 4:
        return "faa" + pick({".ar", ".rm_ar", ".acq", ".rel", ".rlx"}) + scope + " " + reg + ", " + location +
               ", 4";
      default:
        return "cas" + pick({".ar", ".rm_ar"}) + scope + " " + reg + ", " + location + ", 0, 3";
    }
  }

  Random random_;
};

}  // namespace hrfcheck::test
