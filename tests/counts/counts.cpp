#include "counts/counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace hrfcheck::counts {
namespace {

constexpr const char* kHeader =
    "# What the SMT engine makes of every test of litmus/: test, model, variables, clauses, conflicts.\n"
    "# Written by HRFCHECK_PROMOTE=1 ctest -R '^counts$'.\n";
constexpr std::uint64_t kFewConflicts = 50;

void compareTest(const std::string& name, const Counts& before, const Counts& now, bool sameSolver,
                 std::vector<std::string>& out) {
  if (before.model != now.model) {
    out.push_back(fmt::format("{}: recorded under {}, now under {}", name, before.model, now.model));
    return;
  }
  if (before.variables != now.variables || before.clauses != now.clauses) {
    out.push_back(fmt::format("{}: {} variables and {} clauses, recorded {} and {}", name, now.variables,
                              now.clauses, before.variables, before.clauses));
  }
  const std::uint64_t most = std::max(2 * before.conflicts, before.conflicts + kFewConflicts);
  if (sameSolver && now.conflicts > most) {
    out.push_back(fmt::format("{}: {} conflicts, recorded {}", name, now.conflicts, before.conflicts));
  }
}

std::uint64_t allConflicts(const Recorded& recorded) {
  std::uint64_t sum = 0;
  for (const auto& [name, counts] : recorded.tests) {
    sum += counts.conflicts;
  }
  return sum;
}

}  // namespace

Recorded parseCounts(const std::string& text) {
  Recorded recorded;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      continue;
    }
    std::istringstream fields(line);
    std::string name, rest;
    fields >> name;
    if (name == "z3") {
      fields >> recorded.z3;
    } else {
      Counts counts;
      fields >> counts.model >> counts.variables >> counts.clauses >> counts.conflicts;
      if (!fields || !recorded.tests.emplace(name, counts).second) {
        throw std::runtime_error("bad or repeated line: " + line);
      }
    }
    if (!fields || fields >> rest) {
      throw std::runtime_error("bad line: " + line);
    }
  }
  return recorded;
}

std::string print(const Recorded& recorded) {
  std::string text = kHeader + fmt::format("z3 {}\n", recorded.z3);
  for (const auto& [name, counts] : recorded.tests) {
    text += fmt::format("{} {} {} {} {}\n", name, counts.model, counts.variables, counts.clauses,
                        counts.conflicts);
  }
  return text;
}

std::vector<std::string> complaints(const Recorded& recorded, const Recorded& now) {
  std::vector<std::string> out;
  const bool sameSolver = recorded.z3 == now.z3;
  for (const auto& [name, counts] : now.tests) {
    const auto before = recorded.tests.find(name);
    if (before == recorded.tests.end()) {
      out.push_back(name + ": not recorded");
    } else {
      compareTest(name, before->second, counts, sameSolver, out);
    }
  }
  for (const auto& [name, counts] : recorded.tests) {
    if (!now.tests.contains(name)) {
      out.push_back(name + ": recorded, and there is no such test");
    }
  }
  const std::uint64_t before = allConflicts(recorded);
  const std::uint64_t after = allConflicts(now);
  if (sameSolver && after > std::max(before + before / 5, before + kFewConflicts)) {
    out.push_back(fmt::format("all tests together: {} conflicts, recorded {}", after, before));
  }
  return out;
}

}  // namespace hrfcheck::counts
