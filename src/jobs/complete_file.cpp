#include "jobs/complete_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/json_fields.h"

namespace hrfcheck::inline jobs {

std::string completionLine(const ResultsKind& kind, std::size_t lines) {
  return fmt::format("{{\"complete\":true,\"{}\":{}}}\n", kind.count, lines);
}

std::optional<std::size_t> parseCompletion(const ResultsKind& kind, const std::string& line,
                                           const std::string& place) {
  if (!line.starts_with("{\"complete\":")) {
    return std::nullopt;
  }
  try {
    const auto json = nlohmann::json::parse(line);
    if (json.at("complete") != true) {
      throw std::runtime_error("'complete' is not true");
    }
    return countAt(json, std::string(kind.count).c_str());
  } catch (const std::exception& error) {
    throw UserError(fmt::format("{}: {}: {}", place, kind.mistake, error.what()));
  }
}

UserError incompleteResults(const std::string& path) {
  return UserError(fmt::format("{} is incomplete: its run has not ended", path), "continue it with --resume");
}

void requireCompleteResults(const std::string& path, const ResultsKind& kind) {
  if (!parseCompletion(kind, lastLineOf(path), path)) {
    throw incompleteResults(path);
  }
}

CompleteFile::CompleteFile(const std::string& path, const ResultsKind& kind) : kind_(&kind), lines_(path) {
  if (!lines_.next(header_)) {
    throw UserError(fmt::format("{} is not a results file of {}", path, kind.command));
  }
}

bool CompleteFile::next(std::string& line) {
  if (!lines_.next(line) || lines_.torn()) {
    throw incompleteResults(path());
  }
  if (const auto announced = parseCompletion(*kind_, line, place())) {
    end(*announced);
    return false;
  }
  ++count_;
  return true;
}

void CompleteFile::end(std::size_t announced) {
  if (announced != count_) {
    throw UserError(
        fmt::format("{}: {} {} were announced, there are {}", place(), announced, kind_->lines, count_));
  }
  if (std::string line; lines_.next(line)) {
    throw UserError(fmt::format("{}: lines after the last one", place()));
  }
}

std::string optionDifference(const std::map<std::string, std::string>& theirs,
                             const std::map<std::string, std::string>& ours, const std::string& absent) {
  const auto valueIn = [&](const std::map<std::string, std::string>& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? absent : found->second;
  };
  for (const auto* names : {&ours, &theirs}) {
    for (const auto& [name, value] : *names) {
      const std::string there = valueIn(theirs, name);
      const std::string here = valueIn(ours, name);
      if (there != here) {
        return fmt::format("it was made with {} {}, not {}", name, there, here);
      }
    }
  }
  return "";
}

}  // namespace hrfcheck::inline jobs
