#include "batch/worker/worker_messages.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>

#include "check/status_names.h"
#include "jobs/frames.h"
#include "util/overloaded.h"

// Each message is a JSON value in its binary form CBOR, which takes strings as they are, where the text form
// of JSON has no way to write a file name that is not UTF-8.

namespace hrfcheck::inline batch {
namespace {

using Json = nlohmann::json;

std::string textOf(const Json& json) {
  std::string text;
  Json::to_cbor(json, text);
  return text;
}

std::string placedMessage(const Diagnostic& diagnostic) {
  if (!diagnostic.place.known()) {
    return diagnostic.message;
  }
  return fmt::format("{}: {}", diagnostic.place.shown(), diagnostic.message);
}

Json jsonOfRow(const char* kind, const ResultRow& row) {
  return {{"kind", kind}, {"path", row.path}, {"model", row.model}, {"row", rowJson(row)}};
}

ResultRow rowOf(const Json& json) {
  ResultRow row = parseRow(json.at("row").get<std::string>());
  json.at("path").get_to(row.path);
  json.at("model").get_to(row.model);
  return row;
}

Json jsonOf(const WorkerMessage& message) {
  const Overloaded kinds{
      [](const TestPlan& plan) {
        return Json{
            {"kind", "plan"}, {"models", plan.models}, {"source", plan.sourceHash}, {"kept", plan.kept}};
      },
      [](const ModelBegun& begun) {
        return Json{{"kind", "begun"}, {"column", begun.column}};
      },
      [](const RowFound& found) { return jsonOfRow("found", found.row); },
      [](const ResultRow& row) { return jsonOfRow("row", row); },
      [](const Diagnostic& diagnostic) {
        return Json{{"kind", "diagnostic"},
                    {"error", diagnostic.severity == Severity::Error},
                    {"message", placedMessage(diagnostic)},
                    {"hint", diagnostic.hint}};
      },
  };
  return std::visit(kinds, message);
}

WorkerMessage messageOf(const Json& json) {
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  const std::string kind = text("kind");
  if (kind == "plan") {
    return TestPlan{json.at("models").get<std::vector<std::string>>(), text("source"),
                    json.at("kept").get<std::vector<std::string>>()};
  }
  if (kind == "begun") {
    return ModelBegun{json.at("column").get<std::size_t>()};
  }
  if (kind == "found") {
    return RowFound{rowOf(json)};
  }
  if (kind == "row") {
    return rowOf(json);
  }
  if (kind == "diagnostic") {
    const Severity severity = json.at("error").get<bool>() ? Severity::Error : Severity::Warning;
    return Diagnostic{severity, {}, text("message"), text("hint")};
  }
  throw UnreadableMessage("a message of an unknown kind");
}

Json foundJson(const FoundRows& found) {
  return {{"models", found.models},
          {"source", found.sourceHash},
          {"schedulers", found.schedulers ? Json(*found.schedulers) : Json()}};
}

FoundRows foundOf(const Json& json) {
  FoundRows found{json.at("models").get<std::vector<std::string>>(), json.at("source").get<std::string>()};
  if (const Json& schedulers = json.at("schedulers"); !schedulers.is_null()) {
    found.schedulers = schedulers.get<std::vector<std::string>>();
  }
  return found;
}

template <typename Read>
auto decode(std::string_view payload, const Read& read) {
  try {
    return read(Json::from_cbor(payload.begin(), payload.end()));
  } catch (const std::exception& error) {
    throw UnreadableMessage(error.what());
  }
}

}  // namespace

std::string encode(const WorkerMessage& message) {
  return textOf(jsonOf(message));
}

std::string encode(const WorkerTask& task) {
  return textOf({{"index", task.test.index},
                 {"path", task.test.path},
                 {"models", task.test.models},
                 {"schedulers", task.test.schedulers},
                 {"unroll", task.test.unroll ? Json(*task.test.unroll) : Json()},
                 {"question", nameIfAny(task.test.question)},
                 {"done", task.done},
                 {"found", foundJson(task.found)}});
}

WorkerMessage decodeMessage(std::string_view payload) {
  return decode(payload, messageOf);
}

WorkerTask decodeTask(std::string_view payload) {
  return decode(payload, [](const Json& json) {
    const auto names = [&](const char* key) { return json.at(key).get<std::vector<std::string>>(); };
    WorkerTask task{{json.at("index").get<std::size_t>(), json.at("path").get<std::string>(), names("models"),
                     names("schedulers")},
                    names("done"),
                    foundOf(json.at("found"))};
    const auto question = json.at("question").get<std::string>();
    task.test.question = question.empty() ? std::nullopt : valueNamed(kCheckQuestionNames, question);
    if (const Json& unroll = json.at("unroll"); !unroll.is_null()) {
      task.test.unroll = unroll.get<unsigned>();
    }
    return task;
  });
}

}  // namespace hrfcheck::inline batch
