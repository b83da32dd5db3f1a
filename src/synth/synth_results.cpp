#include "synth/synth_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/diagnostic.h"
#include "util/json_fields.h"

namespace hrfcheck::inline synth {
namespace {

using JournalJson = nlohmann::ordered_json;

constexpr const char* kSynthFormat = "hrfcheck-synth-results";
constexpr int kSynthVersion = 2;

std::string headerLine(const SynthHeader& header) {
  const JournalJson json = {{"format", kSynthFormat},
                            {"version", kSynthVersion},
                            {"hrfcheck", header.version},
                            {"shard", shardJson(header.shard)},
                            {"question", header.question}};
  return json.dump(-1, ' ', false, JournalJson::error_handler_t::replace) + "\n";
}

SynthHeader parseHeader(const std::string& line, const std::string& path) {
  const JournalJson json = JournalJson::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("format") || json["format"] != kSynthFormat) {
    throw UserError(fmt::format("{} is not a results file of hrfcheck synth", path));
  }
  try {
    if (json.at("version") != kSynthVersion) {
      throw std::runtime_error("another format");
    }
    SynthHeader header;
    json.at("hrfcheck").get_to(header.version);
    header.shard = shardFrom(json.at("shard"));
    json.at("question").get_to(header.question);
    return header;
  } catch (const std::exception&) {
    throw UserError(fmt::format("the first line of {} is malformed, or of another version", path));
  }
}

/// How the questions differ, or nothing.
std::string questionDifference(const SynthHeader& theirs, const SynthHeader& ours) {
  if (theirs.version != ours.version) {
    return fmt::format("hrfcheck {} made it, not {}", theirs.version, ours.version);
  }
  return optionDifference(theirs.question, ours.question, "nothing");
}

constexpr ResultsKind kSynthResults{"hrfcheck synth", "pieces", "lines",
                                    "not a line that this search has written"};

/// Adds what a line of a shard's file says of a piece.
SynthPieceKey parsePiece(const std::string& line, const std::string& place, const Shard& shard,
                         SynthFoundPieces& found) {
  const JournalJson json = JournalJson::parse(line, nullptr, false);
  if (json.is_discarded()) {
    throw malformedPiece(place, "it is not JSON");
  }
  try {
    const SynthPieceKey key{countAt<unsigned>(json, "events"), countAt<std::uint64_t>(json, "piece")};
    if (!shard.contains(key.second)) {
      throw std::runtime_error("the piece does not belong to this shard");
    }
    if (!found.insert({key, {json.at("result").dump(), place}}).second) {
      throw std::runtime_error("the piece occurs twice");
    }
    return key;
  } catch (const JournalJson::exception&) {
    throw malformedPiece(place, "it has no events, piece and result");
  } catch (const std::exception& error) {
    throw malformedPiece(place, error.what());
  }
}

}  // namespace

UserError malformedPiece(const std::string& place, const std::string& why) {
  return UserError(fmt::format("{}: {}: {}", place, kSynthResults.mistake, why));
}

ResultsFile openSynthResults(const std::string& path, const SynthHeader& header, bool resume,
                             SynthFoundPieces& found) {
  if (!resume) {
    return ResultsFile::create(path, kSynthResults, headerLine(header));
  }
  const auto requireSame = [&](const std::string& line, LineReader& rest) {
    const SynthHeader theirs = parseHeader(line, rest.path());
    std::string differs = questionDifference(theirs, header);
    if (differs.empty() && !(theirs.shard == header.shard)) {
      differs = fmt::format("it belongs to shard {}/{}", theirs.shard.number, theirs.shard.of);
    }
    if (!differs.empty()) {
      throw UserError(fmt::format("cannot continue {}: {}", rest.path(), differs));
    }
  };
  const auto take = [&](const std::string& line, const std::string& place) -> ReadLine {
    return {ReadLine::Kind::Result, parsePiece(line, place, header.shard, found)};
  };
  return ResultsFile::resume(path, kSynthResults, headerLine(header), {requireSame, take});
}

void addPiece(ResultsFile& file, const SynthPieceKey& piece, const std::string& result) {
  file.add(piece,
           fmt::format("{{\"events\":{},\"piece\":{},\"result\":{}}}\n", piece.first, piece.second, result));
}

SynthFoundPieces readSynthShards(const std::vector<std::string>& paths, const SynthHeader& header) {
  const auto differ = [&](const std::string& path, const SynthHeader& theirs, const SynthHeader& whole) {
    std::string differs = questionDifference(theirs, header);
    if (differs.empty() && whole.shard.of != theirs.shard.of) {
      differs = fmt::format("it belongs to a run of {} shards, not {}", theirs.shard.of, whole.shard.of);
    }
    if (!differs.empty()) {
      throw UserError(fmt::format("cannot merge {}: {}", path, differs));
    }
    return differs;
  };
  wholeHeader<SynthHeader>(paths, kSynthResults, parseHeader, differ);
  SynthFoundPieces found;
  for (const std::string& path : paths) {
    CompleteFile file(path, kSynthResults);
    const Shard shard = parseHeader(file.header(), path).shard;
    for (std::string line; file.next(line);) {
      parsePiece(line, file.place(), shard, found);
    }
  }
  return found;
}

}  // namespace hrfcheck::inline synth
