#include "bench/families/layout.h"

#include <fmt/format.h>

#include "frontend/print/print_litmus.h"

namespace hrfcheck::families {
namespace {

std::string head(std::string_view dialect, const Frame& frame) {
  return fmt::format("{} {}\n{{ {} }}\n", dialect, frame.name, frame.initial);
}

std::string foot(const Frame& frame) {
  return (frame.observed.empty() ? "" : "locations " + frame.observed + "\n") + frame.condition + "\n";
}

std::string title(const std::vector<ThreadText>& threads, std::size_t i) {
  return fmt::format("P{}{}{}", i, threads[i].place.empty() ? "" : "@", threads[i].place);
}

}  // namespace

std::string hsaTest(const Frame& frame, const std::vector<ThreadText>& threads) {
  std::vector<std::vector<std::string>> columns;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    columns.push_back({title(threads, i)});
    columns.back().insert(columns.back().end(), threads[i].code.begin(), threads[i].code.end());
  }
  return head("HSA", frame) + printedTable(columns) + foot(frame);
}

std::string cTest(const Frame& frame, const std::vector<ThreadText>& threads) {
  std::string text = head("C", frame);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text += fmt::format("\nP{} ({}) {{\n", i, fmt::join(threads[i].parameters, ", "));
    for (const std::string& statement : threads[i].code) {
      text += "  " + statement + "\n";
    }
    text += "}\n";
  }
  return text + "\n" + foot(frame);
}

}  // namespace hrfcheck::families
