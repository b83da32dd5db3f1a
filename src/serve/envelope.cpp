#include "serve/envelope.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace hrfcheck::inline serve {
namespace {

/// What a text may hold that JSON may not is replaced.
std::string quoted(const std::string& text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string printed(const Answer& answer, bool isJson) {
  // There is none of a question that was ended from outside.
  const bool inside = answer.ended.empty() || answer.ended.starts_with("signal");
  if (!inside) {
    return "null";
  }
  if (!isJson) {
    return quoted(answer.output);
  }
  // A command that fails early prints no JSON, one that is ended from outside a part of it.
  const bool whole = !answer.output.empty() && nlohmann::json::accept(answer.output);
  return whole ? answer.output : "null";
}

}  // namespace

std::string envelope(const Answer& answer, bool isJson) {
  return fmt::format(R"({{"status":{},"ended":{},"seconds":{:.3f},"errors":{},"answer":{}}})", answer.status,
                     answer.ended.empty() ? "null" : quoted(answer.ended), answer.seconds,
                     quoted(answer.errors), printed(answer, isJson));
}

}  // namespace hrfcheck::inline serve
