#include "report/diagnostic_json.h"

#include <nlohmann/json.hpp>

#include "util/json_fields.h"

namespace hrfcheck::inline report {

void putLength(nlohmann::ordered_json& json, const Place& place) {
  if (place.span.end > place.span.begin) {
    json["length"] = place.span.end - place.span.begin;
  }
}

nlohmann::ordered_json diagnosticsJson(const std::vector<Diagnostic>& diagnostics) {
  return arrayOf(diagnostics, [](const Diagnostic& diagnostic) {
    nlohmann::ordered_json json{{"severity", diagnostic.severity == Severity::Error ? "error" : "warning"},
                                {"message", diagnostic.message}};
    putIfAny(json, "hint", diagnostic.hint);
    if (diagnostic.place.known()) {
      const LineColumn at = diagnostic.place.position();
      json["file"] = diagnostic.place.source->name();
      json["line"] = at.line;
      json["column"] = at.column;
      putLength(json, diagnostic.place);
    }
    return json;
  });
}

}  // namespace hrfcheck::inline report
