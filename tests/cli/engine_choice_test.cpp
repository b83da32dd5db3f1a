// Which engine `auto` lets answer: it hands over by counting, so that this is the same everywhere.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"

using namespace hrfcheck::test;

namespace {

std::string engineOf(const std::vector<std::string>& arguments, const std::string& input = "") {
  std::vector<std::string> all = {"check", "--format", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return nlohmann::json::parse(runProgram(all, input).out)["results"][0]["engine"];
}

}  // namespace

TEST_CASE("a search with many dead ends and few final states is left to the solver") {
  const std::string lock = std::string(HRFCHECK_SOURCE_DIR) + "/kernels/ticket-lock.cl:ticket-lock";
  CHECK(engineOf({lock, "-m", "hrf-indirect-relaxed", "--launch", "8x1", "--forall", "(counter = 8)"}) ==
        "smt");
}

TEST_CASE("a search in which every candidate is a final state of its own goes on") {
  std::string test = "C adds\n{ [x] = 0; }\n";
  std::string registers;
  for (int t = 0; t < 6; ++t) {
    test += "P" + std::to_string(t) + " (atomic_int* x) {\n";
    for (const char* r : {"r0", "r1"}) {
      test += std::string("  int ") + r + " = atomic_fetch_add_explicit(x, 1, memory_order_seq_cst);\n";
    }
    test += "}\n";
    registers += std::to_string(t) + ":r0; " + std::to_string(t) + ":r1; ";
  }
  CHECK(engineOf({"-", "-m", "sc"}, test + "locations [" + registers + "]\nexists (x=11)\n") == "explicit");
}
