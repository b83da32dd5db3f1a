#include "report/log/log_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/incident_name.h"
#include "util/enum_names.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

constexpr std::array kKindNames{EnumName{Quantifier::Exists, "Allowed"},
                                EnumName{Quantifier::NotExists, "Forbidden"},
                                EnumName{Quantifier::Forall, "Required"}};
static_assert(coversUpTo(kKindNames, Quantifier::Forall), "every quantifier has its name");

constexpr std::array kResultNames{
    EnumName{ResultWord::Ok, "Ok"},         EnumName{ResultWord::No, "No"},
    EnumName{ResultWord::Undef, "Undef"},   EnumName{ResultWord::Succeeded, "Succeeded"},
    EnumName{ResultWord::Failed, "Failed"}, EnumName{ResultWord::Open, "??"}};
static_assert(coversUpTo(kResultNames, ResultWord::Open), "every result has its name");

constexpr std::string_view kLoop = "Loop ";

}  // namespace

std::string kindText(const std::optional<Quantifier>& kind) {
  return kind ? nameIn(kKindNames, *kind) : "";
}

std::optional<Quantifier> kindNamed(std::string_view word) {
  return valueNamed(kKindNames, word);
}

std::string resultText(const LoggedResult& result) {
  return fmt::format("{}{}{}", result.loop ? kLoop : "", nameIn(kResultNames, result.word), result.why);
}

std::optional<LoggedResult> resultNamed(std::string_view text) {
  const std::string_view open = nameIn(kResultNames, ResultWord::Open);
  if (text.starts_with(open)) {
    return LoggedResult{ResultWord::Open, false, std::string(text.substr(open.size()))};
  }
  const bool loop = text.starts_with(kLoop);
  const auto word = valueNamed(kResultNames, loop ? stripped(text.substr(kLoop.size()), " \t") : text);
  return word && word != ResultWord::Open ? std::optional(LoggedResult{*word, loop}) : std::nullopt;
}

bool hasUndefinedIncident(const LogEntry& entry) {
  const auto undefines = [](const std::string& incident) {
    return incident.starts_with(nameOf(IncidentKind::BarrierDivergence)) ||
           incident.starts_with(nameOf(IncidentKind::Fault));
  };
  return std::ranges::any_of(entry.incidents, undefines);
}

bool undefinedBehaviour(const LogEntry& entry) {
  return entry.result.word == ResultWord::Undef || hasUndefinedIncident(entry);
}

}  // namespace hrfcheck::inline report
