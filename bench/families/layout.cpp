#include "bench/families/layout.h"

#include <fmt/format.h>

#include <algorithm>

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
  std::size_t rows = 0;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    rows = std::max(rows, threads[i].code.size());
    widths.push_back(title(threads, i).size());
    for (const std::string& cell : threads[i].code) {
      widths[i] = std::max(widths[i], cell.size());
    }
  }
  const auto row = [&](const auto& cell) {
    std::string line;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      line += fmt::format("{} {:<{}} ", i == 0 ? "" : "|", cell(i), widths[i]);
    }
    return line + ";\n";
  };
  std::string text = head("HSA", frame) + row([&](std::size_t i) { return title(threads, i); });
  for (std::size_t r = 0; r < rows; ++r) {
    text += row([&](std::size_t i) { return r < threads[i].code.size() ? threads[i].code[r] : ""; });
  }
  return text + foot(frame);
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
