#include <array>
#include <optional>
#include <string>

#include "triage/reports/formats.h"
#include "triage/reports/places.h"
#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

/// What an assertion says of the access that it stands at: with writes outstanding it may be any, with reads
/// alone it writes.
struct Assertion {
  std::string_view text;
  ReportedKind kind;
};
constexpr std::array kAssertions{
    Assertion{"Buffer being accessed has outstanding writes", ReportedKind::Any},
    Assertion{"Buffer being accessed has outstanding reads", ReportedKind::Write}};

/// "KIND at FILE:LINE", where the last word before " at " is the kind.
std::optional<ReportedAccess> accessBefore(std::string_view text, std::size_t at) {
  const std::size_t blank = text.rfind(' ', at == 0 ? 0 : at - 1);
  const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
  constexpr std::string_view kAt = " at ";
  const bool whole = begin < at && at + kAt.size() <= text.size();
  const auto kind = whole ? kindOf(text.substr(begin, at - begin)) : std::nullopt;
  auto place = kind ? placeAt(text.substr(at + kAt.size())) : std::nullopt;
  if (place) {
    place->kind = *kind;
  }
  return place;
}

}  // namespace

void readConSan(const TextLines& lines, Report& report) {
  for (const std::string_view line : lines) {
    for (const Assertion& assertion : kAssertions) {
      if (line.find(assertion.text) == std::string_view::npos ||
          line.find("Assertion") == std::string_view::npos) {
        continue;
      }
      if (auto place = placeAt(line)) {
        place->kind = assertion.kind;
        report.pairs.push_back({*place, std::nullopt, "ConSan"});
      } else {
        ++report.withoutLines;
      }
    }
  }
}

void readSentences(const TextLines& lines, Report& report) {
  constexpr std::string_view kAt = " at ";
  constexpr std::string_view kAnd = " and ";
  for (const std::string_view line : lines) {
    const std::size_t first = line.find(kAt);
    const std::size_t middle = first == std::string_view::npos ? first : line.find(kAnd, first);
    const std::size_t second = middle == std::string_view::npos ? middle : line.find(kAt, middle);
    if (second == std::string_view::npos) {
      continue;
    }
    const auto one = accessBefore(line.substr(0, middle), first);
    const auto other = accessBefore(line, second);
    if (one && other) {
      report.pairs.push_back(inOrder({*one, other, "triton-viz"}));
    }
  }
}

}  // namespace hrfcheck::inline triage
