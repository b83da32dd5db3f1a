#include "report/termination/progress_json_parts.h"

#include <nlohmann/json.hpp>

#include "report/execution_json.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {

nlohmann::ordered_json testJson(const Program& program) {
  nlohmann::ordered_json json{{"file", program.source ? program.source->name() : ""}, {"test", program.name}};
  if (program.launched()) {
    json["launchedThreads"] = launchedThreadsJson(program);
  }
  return json;
}

nlohmann::ordered_json diagnosticsJson(const std::vector<Diagnostic>& diagnostics) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    nlohmann::ordered_json entry{{"severity", diagnostic.severity == Severity::Error ? "error" : "warning"},
                                 {"message", diagnostic.message}};
    putIfAny(entry, "hint", diagnostic.hint);
    if (diagnostic.place.known()) {
      entry["file"] = diagnostic.place.source->name();
      const LineColumn at = diagnostic.place.position();
      entry["line"] = at.line;
      entry["column"] = at.column;
    }
    json.push_back(std::move(entry));
  }
  return json;
}

std::string documentText(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
