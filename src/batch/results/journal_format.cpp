#include "batch/results/journal_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "check/status_names.h"
#include "util/diagnostic.h"
#include "util/json_fields.h"

namespace hrfcheck::inline batch {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "hrfcheck-batch";
constexpr int kVersion = 1;
constexpr const char* kForgotten = "forgotten";
constexpr const char* kStopped = "stopped";

std::string print(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shardText(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.of);
}

/// A line whose first key is this one; null where it is none, for the caller to see what is missing.
std::optional<Json> lineOf(const char* key, const std::string& line) {
  if (!line.starts_with(fmt::format("{{\"{}\":", key))) {
    return std::nullopt;
  }
  return Json::parse(line, nullptr, false);
}

/// Throws what is caught as no header, too.
Shard parseShard(const std::string& text) {
  const std::size_t slash = text.find('/');
  Shard shard{std::stoul(text), std::stoul(text.substr(slash == std::string::npos ? 0 : slash + 1))};
  if (shard.number == 0 || shard.number > shard.of || shardText(shard) != text) {
    throw std::out_of_range("shard");
  }
  return shard;
}

/// Throws what is caught as no header, too.
void requireSources(const JournalHeader& header) {
  if (header.corpus.paths.empty() || header.corpus.sources.size() != header.tests) {
    throw std::out_of_range("sources");
  }
}

std::string optionDifference(const std::string& name, const JournalHeader& theirs,
                             const JournalHeader& ours) {
  const auto there = theirs.options.find(name);
  const auto here = ours.options.find(name);
  if (name == "details") {  // it has no value on the command line
    const bool theirsHas = there != theirs.options.end() && there->second == "on";
    const bool oursHas = here != ours.options.end() && here->second == "on";
    return theirsHas == oursHas ? ""
           : theirsHas          ? "it was made with --details, and the other without"
                                : "it was made without --details, and the other with it";
  }
  if (there == theirs.options.end()) {
    return fmt::format("it was made without --{} {}", name, here->second);
  }
  if (here == ours.options.end()) {
    return fmt::format("it was made with --{} {}, not without", name, there->second);
  }
  return there->second == here->second
             ? std::string()
             : fmt::format("it was made with --{} {}, not {}", name, there->second, here->second);
}

/// A model that only one of two runs knows matters to shards of one run; a run that goes on asks it.
void modelDifferences(const JournalHeader& theirs, const JournalHeader& ours, Fit fit,
                      std::vector<std::string>& all) {
  for (const auto& [name, hash] : theirs.models) {
    const auto here = ours.models.find(name);
    if (here == ours.models.end() ? fit == Fit::Merge : here->second != hash) {
      all.push_back(here == ours.models.end()
                        ? fmt::format("it was run under the model {}, unlike the other", name)
                        : fmt::format("the model {} has changed, or a file that it includes has", name));
    }
  }
  for (const auto& [name, hash] : ours.models) {
    if (fit == Fit::Merge && !theirs.models.contains(name)) {
      all.push_back(fmt::format("it was not run under the model {}, which the other was", name));
    }
  }
}

}  // namespace

CheckQuestion questionOf(const JournalHeader& header) {
  const auto only = header.options.find("only");
  if (only == header.options.end()) {
    return CheckQuestion::Everything;
  }
  const std::optional<CheckQuestion> asked = valueNamed(kCheckQuestionNames, only->second);
  if (asked != CheckQuestion::Condition && asked != CheckQuestion::Races &&
      asked != CheckQuestion::Expected) {
    throw UserError(fmt::format("there is no question --only {}", only->second));
  }
  return *asked;
}

std::string headerLine(const JournalHeader& header) {
  return print({{kFormat, kVersion},
                {"version", header.version},
                {"tests", header.tests},
                {"shard", shardText(header.shard)},
                {"options", header.options},
                {"models", header.models},
                {"paths", header.corpus.paths},
                {"sources", header.corpus.sources}});
}

std::string stoppedLine(const RunExtent& extent, std::size_t rows) {
  return print({{kStopped, extent.stopped}, {"tests", extent.tests}, {"done", extent.done}, {"rows", rows}});
}

JournalHeader parseHeader(const std::string& line, const std::string& file) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains(kFormat)) {
    throw UserError(fmt::format("{} is not a results file of hrfcheck batch", file));
  }
  if (json[kFormat] != kVersion) {
    const std::string format = json[kFormat].is_number_integer() ? json[kFormat].dump() : "(not a number)";
    throw UserError(fmt::format("{} has format {}; this version reads format {}", file, format, kVersion));
  }
  try {
    JournalHeader header;
    json.at("version").get_to(header.version);
    header.tests = countAt(json, "tests");
    header.shard = parseShard(json.at("shard").get<std::string>());
    json.at("options").get_to(header.options);
    questionOf(header);
    if (json.contains("paths")) {  // not in files of old versions: `difference` says so
      json.at("models").get_to(header.models);
      json.at("paths").get_to(header.corpus.paths);
      json.at("sources").get_to(header.corpus.sources);
      requireSources(header);
    }
    return header;
  } catch (const std::exception&) {
    throw UserError(fmt::format("the first line of {} is malformed", file));
  }
}

std::string forgottenLine(std::size_t test, std::size_t column) {
  return print({{kForgotten, {{"test", test}, {"column", column}}}});
}

std::optional<RowPlace> parseForgotten(const std::string& line, const std::string& place) {
  const std::optional<Json> json = lineOf(kForgotten, line);
  if (!json) {
    return std::nullopt;
  }
  try {
    const Json& row = json->at(kForgotten);
    return RowPlace(countAt(row, "test"), countAt(row, "column"));
  } catch (const std::exception& error) {
    throw UserError(fmt::format("{}: malformed: {}", place, error.what()));
  }
}

bool parseStopped(const std::string& line, const std::string& place) {
  const std::optional<Json> json = lineOf(kStopped, line);
  if (json && (!json->is_object() || !json->contains("tests") || !json->contains("done"))) {
    throw UserError(fmt::format("{}: malformed", place));
  }
  return json.has_value();
}

bool isLastLine(const std::string& line, const std::string& place) {
  return parseCompletion(kBatchResults, line, place) || parseStopped(line, place);
}

ResultRow parseJournalRow(const std::string& line, const JournalHeader& header, const std::string& place) {
  ResultRow row;
  try {
    row = parseRow(line);
  } catch (const std::runtime_error& error) {
    throw UserError(fmt::format("{}: not a row of results: {}", place, error.what()));
  }
  if (row.column >= row.columns) {
    throw UserError(
        fmt::format("{}: not a row of results: it is number {} of {}", place, row.column + 1, row.columns));
  }
  if (row.status == RowStatus::Answered && !hasAnswer(row)) {
    throw UserError(fmt::format("{}: not a row of results: an answer is announced and missing", place));
  }
  const CheckQuestion asked = questionOf(header);
  if (row.log && asked != CheckQuestion::Expected && row.log->asked != asked) {
    throw UserError(
        fmt::format("{}: not a row of results: the header says that something else was asked", place));
  }
  // What lies beyond the tests belongs to the corpus as a whole.
  if (row.test < header.tests && !header.shard.contains(row.test)) {
    throw UserError(fmt::format("{}: test {} ({}) is not of shard {}", place, row.test, row.path,
                                shardText(header.shard)));
  }
  return row;
}

std::string difference(const JournalHeader& theirs, const JournalHeader& ours, Fit fit) {
  std::vector<std::string> all;
  if (theirs.version != ours.version) {
    all.push_back(fmt::format("it was made by hrfcheck {}, not {}", theirs.version, ours.version));
  }
  if (theirs.tests != ours.tests) {
    all.push_back(fmt::format("it covers {} tests, not {}", theirs.tests, ours.tests));
  }
  if (fit == Fit::Resume ? theirs.shard != ours.shard : theirs.shard.of != ours.shard.of) {
    all.push_back(
        fmt::format("it belongs to shard {}, not {}", shardText(theirs.shard), shardText(ours.shard)));
  }
  std::set<std::string> names;
  for (const JournalHeader* header : {&theirs, &ours}) {
    for (const auto& [name, value] : header->options) {
      names.insert(name);
    }
  }
  for (const std::string& name : names) {
    if (std::string text = optionDifference(name, theirs, ours); !text.empty()) {
      all.push_back(std::move(text));
    }
  }
  modelDifferences(theirs, ours, fit, all);
  if (all.empty() && theirs.corpus.paths.empty() != ours.corpus.paths.empty()) {
    all.emplace_back("it does not identify its tests and models, because an old version created it");
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

}  // namespace hrfcheck::inline batch
