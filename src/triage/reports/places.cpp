#include "triage/reports/places.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

struct KindWord {
  std::string_view word;
  ReportedKind kind;
};

constexpr std::array kKindWords{
    KindWord{"read", ReportedKind::Read},        KindWord{"load", ReportedKind::Read},
    KindWord{"write", ReportedKind::Write},      KindWord{"store", ReportedKind::Write},
    KindWord{"atomic", ReportedKind::Atomic},    KindWord{"access", ReportedKind::Any},
    KindWord{"load or store", ReportedKind::Any}};

/// The number that begins here, where the text ends behind it, or goes on with a blank or a colon.
std::optional<std::uint32_t> lineNumber(std::string_view text) {
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  if (error != std::errc{} || line == 0) {
    return std::nullopt;
  }
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  const bool ends = rest.empty() || rest.front() == ':' || isSpace(rest.front());
  return ends ? std::optional(line) : std::nullopt;
}

}  // namespace

std::optional<ReportedAccess> placeAt(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const std::string_view file = stripped(text.substr(0, colon));
    if (const auto line = lineNumber(text.substr(colon + 1)); line && !file.empty()) {
      return ReportedAccess{ReportedKind::Any, std::string(file), *line};
    }
  }
  return std::nullopt;
}

std::optional<ReportedKind> kindOf(std::string_view word) {
  const std::string small = lowered(std::string(word));
  const auto found = std::ranges::find(kKindWords, std::string_view(small), &KindWord::word);
  return found == kKindWords.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace hrfcheck::inline triage
