#include "suite/suite_format.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report/rows/json_fields.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "hrfcheck-suite-results";
constexpr int kVersion = 1;

UserError malformed(const std::string& place, const char* why) {
  return UserError(fmt::format("{}: not a line of a suite's results: {}", place, why));
}

/// Throws what is caught as no header, too.
Shard parseShard(const Json& json) {
  const Shard shard{countAt(json, "number"), countAt(json, "of")};
  if (shard.number == 0 || shard.number > shard.of) {
    throw std::out_of_range("shard");
  }
  return shard;
}

std::string optionDifference(const std::string& name, const SuiteHeader& theirs, const SuiteHeader& ours) {
  const auto valueIn = [&](const SuiteHeader& header) {
    const auto found = header.options.find(name);
    return found == header.options.end() ? std::string() : found->second;
  };
  const std::string there = valueIn(theirs);
  const std::string here = valueIn(ours);
  return there == here ? "" : fmt::format("it was made with {} {}, not {}", name, there, here);
}

std::string optionsDifference(const SuiteHeader& theirs, const SuiteHeader& ours) {
  for (const SuiteHeader* names : {&ours, &theirs}) {
    for (const auto& [name, value] : names->options) {
      if (std::string differs = optionDifference(name, theirs, ours); !differs.empty()) {
        return differs;
      }
    }
  }
  return "";
}

std::string modelsDifference(const SuiteHeader& theirs, const SuiteHeader& ours) {
  if (theirs.models.empty()) {
    return "it does not identify the texts of its models, because an old version created it";
  }
  for (const auto& [name, hash] : ours.models) {
    const auto there = theirs.models.find(name);
    if (there == theirs.models.end() || there->second != hash) {
      return fmt::format("the model {} has changed, or a file that it includes has", name);
    }
  }
  return theirs.models.size() == ours.models.size() ? "" : "it was run under other models";
}

}  // namespace

std::string suiteHeaderLine(const SuiteHeader& header) {
  const Json json = {{"format", kFormat},
                     {"version", kVersion},
                     {"hrfcheck", header.version},
                     {"pieces", header.pieces},
                     {"shard", {{"number", header.shard.number}, {"of", header.shard.of}}},
                     {"options", header.options},
                     {"models", header.models}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string suitePieceLine(std::uint64_t piece, const SuiteTally& tally) {
  return fmt::format("{{\"piece\":{},\"tally\":{}}}\n", piece, tally.json());
}

std::string suiteCompletionLine(std::size_t lines) {
  return fmt::format("{{\"complete\":true,\"lines\":{}}}\n", lines);
}

SuiteHeader parseSuiteHeader(const std::string& line, const std::string& path) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    throw UserError(fmt::format("{} is not a results file of hrfcheck suite", path));
  }
  try {
    if (json.at("version") != kVersion) {
      throw UserError(fmt::format("{} has another format; this version reads format {}", path, kVersion));
    }
    SuiteHeader header;
    json.at("hrfcheck").get_to(header.version);
    header.pieces = countAt<std::uint64_t>(json, "pieces");
    header.shard = parseShard(json.at("shard"));
    json.at("options").get_to(header.options);
    if (json.contains("models")) {  // not in files of old versions: `difference` says so
      json.at("models").get_to(header.models);
    }
    return header;
  } catch (const UserError&) {
    throw;
  } catch (const std::exception&) {
    throw UserError(fmt::format("the first line of {} is malformed", path));
  }
}

std::optional<std::size_t> parseSuiteCompletion(const std::string& line, const std::string& place) {
  if (!line.starts_with("{\"complete\":")) {
    return std::nullopt;
  }
  try {
    const Json json = Json::parse(line);
    if (json.at("complete") != true) {
      throw std::runtime_error("'complete' is not true");
    }
    return countAt(json, "lines");
  } catch (const std::exception& error) {
    throw malformed(place, error.what());
  }
}

SuitePieceLine parseSuitePiece(const std::string& line, const SuiteHeader& header, const std::string& place) {
  try {
    const Json json = Json::parse(line);
    SuitePieceLine result{countAt<std::uint64_t>(json, "piece"), SuiteTally::parse(json.at("tally").dump())};
    if (result.piece >= header.pieces || !header.shard.contains(result.piece)) {
      throw std::runtime_error("the piece does not belong to this shard");
    }
    return result;
  } catch (const std::exception& error) {
    throw malformed(place, error.what());
  }
}

std::string difference(const SuiteHeader& theirs, const SuiteHeader& ours) {
  if (theirs.version != ours.version) {
    return fmt::format("hrfcheck {} made it, not {}", theirs.version, ours.version);
  }
  for (const std::string& differs : {optionsDifference(theirs, ours), modelsDifference(theirs, ours)}) {
    if (!differs.empty()) {
      return differs;
    }
  }
  if (theirs.pieces != ours.pieces) {
    return fmt::format("it covers {} pieces, not {}", theirs.pieces, ours.pieces);
  }
  return theirs.shard.of == ours.shard.of
             ? ""
             : fmt::format("it belongs to a run of {} shards, not {}", theirs.shard.of, ours.shard.of);
}

std::uint64_t piecesOf(const SuiteHeader& header) {
  const std::uint64_t before = header.shard.number - 1;
  return header.pieces <= before ? 0 : (header.pieces - before - 1) / header.shard.of + 1;
}

}  // namespace hrfcheck::inline suite
