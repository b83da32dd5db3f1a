#include "frontend/shared/unrepeated.h"

#include <algorithm>
#include <tuple>

namespace hrfcheck::frontend {
namespace {

bool earlier(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.place.span.begin, a.place.span.end, a.severity, a.message) <
         std::tie(b.place.span.begin, b.place.span.end, b.severity, b.message);
}

}  // namespace

Diagnostics withoutRepetition(const Diagnostics& diagnostics) {
  std::vector<Diagnostic> sorted = diagnostics.all();
  std::ranges::stable_sort(sorted, earlier);
  const auto repeated = [](const Diagnostic& a, const Diagnostic& b) {
    return !earlier(a, b) && !earlier(b, a);
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), repeated), sorted.end());
  Diagnostics result;
  for (const Diagnostic& d : sorted) {
    d.severity == Severity::Error ? result.error(d.place, d.message, d.hint)
                                  : result.warning(d.place, d.message, d.hint);
  }
  return result;
}

}  // namespace hrfcheck::frontend
