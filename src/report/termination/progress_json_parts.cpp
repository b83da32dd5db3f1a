#include "report/termination/progress_json_parts.h"

#include <nlohmann/json.hpp>

#include "report/execution_json.h"

namespace hrfcheck::inline report {

nlohmann::ordered_json testJson(const Program& program) {
  nlohmann::ordered_json json{{"file", program.source ? program.source->name() : ""}, {"test", program.name}};
  if (program.launched()) {
    json["launchedThreads"] = launchedThreadsJson(program);
  }
  return json;
}

std::string documentText(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
