#include "synth/synth_journal.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "batch/results/complete_file.h"
#include "batch/results/line_reader.h"
#include "batch/results/row_store.h"
#include "batch/results/shard_set.h"
#include "report/rows/json_fields.h"
#include "util/diagnostic.h"

// The same life as that of a suite's results file (suite/suite_journal.cpp). Lines stay in the order in which
// pieces were done: readers do not need another.

namespace hrfcheck::inline synth {
namespace {

using JournalJson = nlohmann::ordered_json;

constexpr const char* kSynthFormat = "hrfcheck-synth-results";
constexpr int kSynthVersion = 2;

std::string headerLine(const SynthHeader& header) {
  const JournalJson json = {{"format", kSynthFormat},
                            {"version", kSynthVersion},
                            {"hrfcheck", header.version},
                            {"shard", {{"number", header.shard.number}, {"of", header.shard.of}}},
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
    header.shard = {countAt(json.at("shard"), "number"), countAt(json.at("shard"), "of")};
    if (header.shard.number == 0 || header.shard.number > header.shard.of) {
      throw std::runtime_error("no shard");
    }
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
  const auto valueIn = [](const SynthHeader& header, const std::string& name) {
    const auto found = header.question.find(name);
    return found == header.question.end() ? std::string("nothing") : found->second;
  };
  for (const SynthHeader* names : {&ours, &theirs}) {
    for (const auto& [name, value] : names->question) {
      if (valueIn(theirs, name) != valueIn(ours, name)) {
        return fmt::format("it was made with {} {}, not {}", name, valueIn(theirs, name),
                           valueIn(ours, name));
      }
    }
  }
  return "";
}

std::optional<std::size_t> parseCompletion(const std::string& line, const std::string& place) {
  if (!line.starts_with("{\"complete\":")) {
    return std::nullopt;
  }
  try {
    const JournalJson json = JournalJson::parse(line);
    if (json.at("complete") != true) {
      throw std::runtime_error("'complete' is not true");
    }
    return countAt(json, "lines");
  } catch (const std::exception&) {
    throw malformedPiece(place, "a malformed last line");
  }
}

constexpr ResultsKind kSynthResults{"hrfcheck synth", "pieces", parseCompletion};

/// Adds what a line of a shard's file says of a piece.
void parsePiece(const std::string& line, const std::string& place, const Shard& shard,
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
      throw std::runtime_error("the piece is there twice");
    }
  } catch (const JournalJson::exception&) {
    throw malformedPiece(place, "it has no events, piece and result");
  } catch (const std::exception& error) {
    throw malformedPiece(place, error.what());
  }
}

}  // namespace

UserError malformedPiece(const std::string& place, const std::string& why) {
  return UserError(fmt::format("{}: not a line that this search has written: {}", place, why));
}

struct SynthJournal::State {
  std::optional<RowStore> store;
  std::string path;
  SynthHeader header;
  SynthFoundPieces found;
  std::size_t lines = 0;

  void begin() {
    store->truncate(0);
    store->append(headerLine(header));
  }
  void load();
};

void SynthJournal::State::load() {
  LineReader reader(path, store->descriptor());
  std::string line;
  if (!reader.next(line) || (reader.torn() && headerLine(header).starts_with(line))) {
    begin();
    return;
  }
  const SynthHeader theirs = parseHeader(line, path);
  std::string differs = questionDifference(theirs, header);
  if (differs.empty() && !(theirs.shard == header.shard)) {
    differs = fmt::format("it belongs to shard {}/{}", theirs.shard.number, theirs.shard.of);
  }
  if (!differs.empty()) {
    throw UserError(fmt::format("cannot continue {}: {}", path, differs));
  }
  while (reader.next(line)) {
    if (reader.torn() || parseCompletion(line, reader.place())) {
      store->truncate(reader.offset());
      return;
    }
    parsePiece(line, reader.place(), header.shard, found);
    ++lines;
  }
}

SynthJournal::SynthJournal(const std::optional<std::string>& path, const SynthHeader& header, bool resume)
    : state_(std::make_unique<State>()) {
  state_->header = header;
  if (!path) {
    return;
  }
  state_->path = *path;
  state_->store = RowStore::open(*path, !resume);
  if (resume) {
    state_->load();
  } else {
    state_->begin();
  }
}

SynthJournal::~SynthJournal() = default;

const SynthFoundPieces& SynthJournal::found() const {
  return state_->found;
}

void SynthJournal::add(const SynthPieceKey& piece, const std::string& result) {
  if (state_->store) {
    state_->store->append(
        fmt::format("{{\"events\":{},\"piece\":{},\"result\":{}}}\n", piece.first, piece.second, result));
    ++state_->lines;
  }
}

void SynthJournal::complete() {
  if (state_->store) {
    state_->store->append(fmt::format("{{\"complete\":true,\"lines\":{}}}\n", state_->lines));
  }
}

SynthFoundPieces readSynthShards(const std::vector<std::string>& paths, const SynthHeader& header) {
  SynthFoundPieces found;
  ShardSet shards;
  std::optional<std::size_t> of;
  for (const std::string& path : paths) {
    CompleteFile file(path, kSynthResults);
    const SynthHeader theirs = parseHeader(file.header(), path);
    requireCompleteResults(path, kSynthResults);
    std::string differs = questionDifference(theirs, header);
    if (differs.empty() && of.value_or(theirs.shard.of) != theirs.shard.of) {
      differs = fmt::format("it belongs to a run of {} shards, not {}", theirs.shard.of, *of);
    }
    if (!differs.empty()) {
      throw UserError(fmt::format("cannot merge {}: {}", path, differs));
    }
    of = theirs.shard.of;
    shards.add(theirs.shard, path);
    for (std::string line; file.next(line);) {
      parsePiece(line, file.place(), theirs.shard, found);
    }
  }
  shards.requireAll(of.value_or(1));
  return found;
}

}  // namespace hrfcheck::inline synth
