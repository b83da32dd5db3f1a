#include "report/log/log_entry.h"

#include <algorithm>

#include "engine/incident_name.h"

namespace hrfcheck::inline report {

bool hasUndefinedIncident(const LogEntry& entry) {
  const auto undefines = [](const std::string& incident) {
    return incident.starts_with(nameOf(IncidentKind::BarrierDivergence)) ||
           incident.starts_with(nameOf(IncidentKind::Fault));
  };
  return std::ranges::any_of(entry.incidents, undefines);
}

bool undefinedBehaviour(const LogEntry& entry) {
  return entry.result.ends_with("Undef") || hasUndefinedIncident(entry);
}

}  // namespace hrfcheck::inline report
