#include "lsp/lsp_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hrfcheck::inline lsp {
namespace {

using nlohmann::json;

json positionJson(const Position& position) {
  return {{"line", position.line}, {"character", position.character}};
}

}  // namespace

std::string textIn(const json& object, const char* name) {
  const bool is = object.is_object() && object.contains(name) && object.at(name).is_string();
  return is ? object.at(name).get<std::string>() : "";
}

std::optional<std::int64_t> numberIn(const json& object, const char* name) {
  const bool is = object.is_object() && object.contains(name) && object.at(name).is_number_integer();
  return is ? std::optional(object.at(name).get<std::int64_t>()) : std::nullopt;
}

Position positionIn(const json& position) {
  // The library would turn -1 into a huge number.
  const auto count = [&](const char* name) {
    return static_cast<std::size_t>(std::max<std::int64_t>(position.at(name).get<std::int64_t>(), 0));
  };
  return {count("line"), count("character")};
}

Range rangeIn(const json& range, const TextPositions& positions) {
  const std::size_t begin = positions.offsetOf(positionIn(range.at("start")));
  const std::size_t end = positions.offsetOf(positionIn(range.at("end")));
  return {std::min(begin, end), std::max(begin, end)};
}

json rangeJson(const Range& range, const TextPositions& positions) {
  return {{"start", positionJson(positions.positionOf(range.begin))},
          {"end", positionJson(positions.positionOf(range.end))}};
}

json diagnosticJson(const Finding& finding, const Document& document, const TextPositions& positions) {
  json diagnostic{{"range", rangeJson(finding.range, positions)},
                  {"severity", static_cast<int>(finding.severity)},
                  {"source", "hrfcheck"},
                  {"code", finding.rule},
                  {"message", finding.message}};
  for (const RelatedPlace& related : finding.related) {
    diagnostic["relatedInformation"].push_back(
        {{"location", {{"uri", document.uri}, {"range", rangeJson(related.range, positions)}}},
         {"message", related.message}});
  }
  return diagnostic;
}

json editJson(const std::vector<Change>& changes, const Document& document, const TextPositions& positions) {
  json edits = json::array();
  for (const Change& change : changes) {
    edits.push_back({{"range", rangeJson(change.range, positions)}, {"newText", change.text}});
  }
  return {{"changes", {{document.uri, std::move(edits)}}}};
}

}  // namespace hrfcheck::inline lsp
