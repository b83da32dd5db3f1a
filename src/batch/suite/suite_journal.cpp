#include "batch/suite/suite_journal.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "batch/results/line_reader.h"
#include "batch/results/row_store.h"
#include "util/diagnostic.h"

// The same life as that of a batch's results file (results/journal.cpp), with a line for a piece in place of
// a row: it only grows while the run goes on, and is replaced by an ordered one at the end.

namespace hrfcheck {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "hrfcheck-suite-results";

std::string headerLine(const SuiteHeader& header) {
  const Json json = {{"format", kFormat},
                     {"version", 1},
                     {"hrfcheck", header.version},
                     {"pieces", header.pieces},
                     {"shard", {{"number", header.shard.number}, {"of", header.shard.of}}},
                     {"options", header.options}};
  return json.dump() + "\n";
}

std::string pieceLine(std::uint64_t piece, const SuiteTally& tally) {
  return fmt::format("{{\"piece\":{},\"tally\":{}}}\n", piece, tally.json());
}

std::string completionLine(std::size_t pieces) {
  return fmt::format("{{\"complete\":true,\"lines\":{}}}\n", pieces);
}

Json parsed(const std::string& line, const std::string& place) {
  try {
    return Json::parse(line);
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("{}: not a line of a suite's results: {}", place, error.what()));
  }
}

/// Of a header that anybody may have written; empty where there is none.
std::string optionOf(const Json& header, const std::string& name) {
  const Json options = header.contains("options") ? header["options"] : Json::object();
  return options.is_object() && options.contains(name) && options[name].is_string()
             ? options[name].get<std::string>()
             : "";
}

/// Names what differs.
void requireSame(const std::string& line, const SuiteHeader& header, const std::string& path) {
  const Json theirs = parsed(line, path + ":1");
  const Json ours = Json::parse(headerLine(header));
  if (!theirs.is_object() || !theirs.contains("format") || theirs["format"] != kFormat) {
    throw UserError(fmt::format("{} is no results file of a suite", path));
  }
  for (const auto& [name, value] : ours.at("options").items()) {
    const std::string other = optionOf(theirs, name);
    if (other != value.get<std::string>()) {
      throw UserError(fmt::format("cannot go on with {}: it was made with {} {}, not {}", path, name, other,
                                  value.get<std::string>()));
    }
  }
  if (theirs != ours) {
    throw UserError(fmt::format("cannot go on with {}: another version, corpus or shard made it", path));
  }
}

}  // namespace

struct SuiteJournal::State {
  std::optional<RowStore> store;
  std::string path;
  SuiteHeader header;
  std::map<std::uint64_t, SuiteTally> found;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::size_t>> lines;  ///< by piece: where, how long

  void load();
  void take(const std::string& line, const LineReader& reader);
  void putInOrder();
};

void SuiteJournal::State::load() {
  LineReader reader(path, store->descriptor());
  std::string line;
  if (!reader.next(line) || (reader.torn() && headerLine(header).starts_with(line))) {
    store->truncate(0);
    store->append(headerLine(header));
    return;
  }
  requireSame(line, header, path);
  while (reader.next(line)) {
    if (reader.torn()) {
      store->truncate(reader.offset());
      return;
    }
    if (parsed(line, reader.place()).contains("complete")) {
      store->truncate(reader.offset());
      return;
    }
    take(line, reader);
  }
}

void SuiteJournal::State::take(const std::string& line, const LineReader& reader) {
  try {
    const Json json = parsed(line, reader.place());
    const std::uint64_t piece = json.at("piece");
    found[piece] = SuiteTally::parse(json.at("tally").dump());
    lines[piece] = {reader.offset(), line.size() + 1};
  } catch (const std::runtime_error& error) {
    throw UserError(fmt::format("{}: not a line of a suite's results: {}", reader.place(), error.what()));
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("{}: not a line of a suite's results: {}", reader.place(), error.what()));
  }
}

void SuiteJournal::State::putInOrder() {
  RowStore ordered = RowStore::beside(path);
  try {
    ordered.append(headerLine(header));
    for (const auto& [piece, extent] : lines) {
      ordered.append(store->read(extent.first, extent.second));
    }
    ordered.append(completionLine(lines.size()));
    ordered.replace(path);
  } catch (const UserError&) {
    ordered.discard();
    throw;
  }
  store = std::move(ordered);
}

SuiteJournal::SuiteJournal(const std::optional<std::string>& path, const SuiteHeader& header, bool resume)
    : state_(std::make_unique<State>()) {
  state_->header = header;
  if (!path) {
    return;
  }
  std::error_code unknown;
  const std::filesystem::path real = std::filesystem::canonical(*path, unknown);
  state_->path = unknown ? *path : real.string();
  state_->store = RowStore::open(state_->path, !resume);
  if (resume) {
    state_->load();
  } else {
    state_->store->truncate(0);
    state_->store->append(headerLine(header));
  }
}

SuiteJournal::~SuiteJournal() = default;
SuiteJournal::SuiteJournal(SuiteJournal&&) noexcept = default;

const std::map<std::uint64_t, SuiteTally>& SuiteJournal::found() const {
  return state_->found;
}

void SuiteJournal::add(std::uint64_t piece, const SuiteTally& tally) {
  if (state_->store) {
    const std::string line = pieceLine(piece, tally);
    state_->lines[piece] = {state_->store->append(line), line.size()};
  }
}

void SuiteJournal::complete() {
  if (state_->store) {
    state_->putInOrder();
  }
}

}  // namespace hrfcheck
