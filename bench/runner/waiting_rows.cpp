// Threads that wait in every way: for a flag, with a delay that grows, by updates that change nothing, for a
// lock that they try. A loop that is cut at its bound is no answer.

#include <fmt/format.h>

#include "bench/runner/rows.h"
#include "bench/runner/whole_verdict.h"

namespace hrfcheck::bench {
namespace {

struct Waiting {
  const char* name;
  const char* what;
  std::vector<const char*> models;
  std::string text;
};

/// Two threads that do the same in C.
std::string twice(const std::string& code, const std::string& result) {
  const std::string body = "{\n  int r = 0; " + code + "\n}\n";
  return "C t\n{ l = 0; x = 0; }\nP0 (atomic_int* l, int* x) " + body + "P1 (atomic_int* l, int* x) " + body +
         "forall (" + result + ")\n";
}

/// And in OpenCL C, in two work-groups.
std::string twiceInGroups(const std::string& code, const std::string& result) {
  std::string text = "OPENCL t\n{ l = 0; x = 0; y0 = 0; y1 = 0; }\n";
  for (const int t : {0, 1}) {
    text += fmt::format(
        "P{0}@wg {0}, dev 0 (global atomic_int* l, global int* x, global int* y{0}) {{\n  int r = 0; "
        "unsigned d = 1; int k = 0; {1}\n}}\n",
        t, code);
  }
  return text + "forall (" + result + ")\n";
}

std::vector<Waiting> waitings() {
  const std::string take = "atomic_exchange_explicit(l, 1, memory_order_acquire)";
  const std::string inside = "*x = *x + 1; atomic_store_explicit(l, 0, memory_order_release);";
  const std::string takes = "atomic_exchange_explicit(l, 1, memory_order_acquire, memory_scope_device)";
  const std::string insides =
      "*x = *x + 1; atomic_store_explicit(l, 0, memory_order_release, memory_scope_device); ";
  const std::string asks = "atomic_fetch_add_explicit(l, 0, memory_order_acquire, memory_scope_device)";
  const std::string arrives = "atomic_fetch_add_explicit(l, 1, memory_order_release, memory_scope_device); ";
  return {
      {"first-try",
       "lock by exchange, first tried before the loop",
       {"c11", "rc11", "sc"},
       twice(fmt::format("r = {0}; while (r != 0) {{ r = {0}; }} {1}", take, inside), "x = 2")},
      {"lock-twice",
       "lock by exchange, taken twice",
       {"opencl", "hrf-indirect-relaxed"},
       twiceInGroups(fmt::format("for (k = 0; k < 2; k++) {{ while ({} != 0) {{ }} {}}}", takes, insides),
                     "x = 4")},
      {"back-off",
       "lock by exchange, with a delay that doubles",
       {"opencl", "hrf-indirect-relaxed"},
       twiceInGroups(fmt::format("while ({} != 0) {{ if (d < 256) d *= 2; }} {}", takes, insides), "x = 2")},
      {"asked-count",
       "barrier by a counter, asked by fetch_add(0)",
       {"opencl", "hrf-indirect-relaxed"},
       twiceInGroups(fmt::format("{}while ({} < 2) {{ }} r = 1;", arrives, asks), "0:r = 1")},
  };
}

}  // namespace

std::vector<Row> waitingRows(const Setting& setting) {
  constexpr double kSeconds = 2;
  std::vector<Row> rows;
  for (const Waiting& waiting : waitings()) {
    for (const std::string model : waiting.models) {
      rows.push_back(
          {fmt::format("target/waits/{}/{}", waiting.name, model), fmt::format("{}, {}", waiting.what, model),
           Unit::Seconds, Target{kSeconds}, "", [=, text = waiting.text] {
             return [=, loaded = loadModel(setting, model)] { return wholeVerdict(setting, loaded, text); };
           }});
    }
  }
  return rows;
}

}  // namespace hrfcheck::bench
