#include "batch/worker/worker_messages.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "check/status_names.h"
#include "util/overloaded.h"

// Each message is a JSON value in its binary form CBOR, behind its length in eight bytes. CBOR takes strings
// as they are, where the text form of JSON has no way to write a file name that is not UTF-8; and a length in
// front finds the end of a row of many megabytes without a look at every byte. Both ends are one program on
// one machine, so that lengths travel in its byte order.

namespace hrfcheck::inline batch {
namespace {

using Json = nlohmann::json;

/// Far beyond any row, and small enough to notice that something else than a length was read.
constexpr std::uint64_t kLongestFrame = 4ULL << 30U;

std::string frame(const Json& json) {
  std::string text(sizeof(std::uint64_t), '\0');
  Json::to_cbor(json, text);
  const std::uint64_t length = text.size() - sizeof(std::uint64_t);
  std::memcpy(text.data(), &length, sizeof length);
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
      [](const TaskTaken&) {
        return Json{{"kind", "taken"}};
      },
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
      [](const TaskFinished&) {
        return Json{{"kind", "finished"}};
      },
  };
  return std::visit(kinds, message);
}

WorkerMessage messageOf(const Json& json) {
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  const std::string kind = text("kind");
  if (kind == "taken") {
    return TaskTaken{};
  }
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
  if (kind == "finished") {
    return TaskFinished{};
  }
  throw std::runtime_error("a message of an unknown kind");
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

/// @throws std::runtime_error in place of the library's own exceptions
template <typename Read>
auto decode(std::string_view payload, const Read& read) {
  try {
    return read(Json::from_cbor(payload.begin(), payload.end()));
  } catch (const Json::exception& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace

std::string encode(const WorkerMessage& message) {
  return frame(jsonOf(message));
}

std::string encode(const WorkerTask& task) {
  return frame({{"index", task.test.index},
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

std::optional<std::string> FrameReader::next() {
  std::uint64_t length = 0;
  const std::size_t there = buffer_.size() - begin_;
  if (there >= sizeof length) {
    std::memcpy(&length, buffer_.data() + begin_, sizeof length);
    if (length > kLongestFrame) {
      throw std::runtime_error("a message of a length that no message has");
    }
  }
  if (there < sizeof length || there - sizeof length < length) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    return std::nullopt;
  }
  std::string payload = buffer_.substr(begin_ + sizeof length, length);
  begin_ += sizeof length + length;
  return payload;
}

}  // namespace hrfcheck::inline batch
