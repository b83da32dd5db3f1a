#include "suite/suite_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/diagnostic.h"
#include "util/json_fields.h"

namespace hrfcheck::inline suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "hrfcheck-suite-results";
constexpr int kVersion = 1;

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
                     {"shard", shardJson(header.shard)},
                     {"options", header.options},
                     {"models", header.models}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string suitePieceLine(std::uint64_t piece, const SuiteTally& tally) {
  return fmt::format("{{\"piece\":{},\"tally\":{}}}\n", piece, tally.json());
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
    header.shard = shardFrom(json.at("shard"));
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

SuitePieceLine parseSuitePiece(const std::string& line, const SuiteHeader& header, const std::string& place) {
  try {
    const Json json = Json::parse(line);
    SuitePieceLine result{countAt<std::uint64_t>(json, "piece"), SuiteTally::parse(json.at("tally").dump())};
    if (result.piece >= header.pieces || !header.shard.contains(result.piece)) {
      throw std::runtime_error("the piece does not belong to this shard");
    }
    return result;
  } catch (const std::exception& error) {
    throw UserError(fmt::format("{}: {}: {}", place, kSuiteResults.mistake, error.what()));
  }
}

std::string difference(const SuiteHeader& theirs, const SuiteHeader& ours) {
  if (theirs.version != ours.version) {
    return fmt::format("hrfcheck {} made it, not {}", theirs.version, ours.version);
  }
  for (const std::string& differs :
       {optionDifference(theirs.options, ours.options, ""), modelsDifference(theirs, ours)}) {
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

ResultsFile openSuiteResults(const std::string& path, const SuiteHeader& header, bool resume,
                             std::map<std::uint64_t, SuiteTally>& found) {
  if (!resume) {
    return ResultsFile::create(path, kSuiteResults, suiteHeaderLine(header));
  }
  const auto requireSame = [&](const std::string& line, LineReader& rest) {
    const SuiteHeader theirs = parseSuiteHeader(line, rest.path());
    std::string differs = difference(theirs, header);
    if (differs.empty() && theirs.shard != header.shard) {
      differs = fmt::format("it belongs to shard {}, not {}", theirs.shard.number, header.shard.number);
    }
    if (!differs.empty()) {
      throw UserError(fmt::format("cannot continue {}: {}", rest.path(), differs));
    }
  };
  const auto take = [&](const std::string& line, const std::string& place) -> ReadLine {
    SuitePieceLine read = parseSuitePiece(line, header, place);
    found[read.piece] = std::move(read.tally);
    return {ReadLine::Kind::Result, {read.piece, 0}};
  };
  return ResultsFile::resume(path, kSuiteResults, suiteHeaderLine(header), {requireSame, take});
}

void addPiece(ResultsFile& file, std::uint64_t piece, const SuiteTally& tally) {
  file.add({piece, 0}, suitePieceLine(piece, tally));
}

}  // namespace hrfcheck::inline suite
