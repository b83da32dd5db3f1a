#include "suite/suite_journal.h"

#include <fmt/format.h>

#include <filesystem>

#include "batch/results/line_reader.h"
#include "batch/results/row_store.h"
#include "util/diagnostic.h"

// The same life as that of a batch's results file (results/journal.cpp), with a line for a piece in place of
// a row: it only grows while the run goes on, and is replaced by an ordered one at the end.

namespace hrfcheck::inline suite {
namespace {

/// Names what differs.
void requireSame(const std::string& line, const SuiteHeader& header, const std::string& path) {
  const SuiteHeader theirs = parseSuiteHeader(line, path);
  std::string differs = difference(theirs, header);
  if (differs.empty() && theirs.shard != header.shard) {
    differs = fmt::format("it belongs to shard {}, not {}", theirs.shard.number, header.shard.number);
  }
  if (!differs.empty()) {
    throw UserError(fmt::format("cannot continue {}: {}", path, differs));
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
  if (!reader.next(line) || (reader.torn() && suiteHeaderLine(header).starts_with(line))) {
    store->truncate(0);
    store->append(suiteHeaderLine(header));
    return;
  }
  requireSame(line, header, path);
  while (reader.next(line)) {
    if (reader.torn()) {
      store->truncate(reader.offset());
      return;
    }
    if (parseSuiteCompletion(line, reader.place())) {
      store->truncate(reader.offset());
      return;
    }
    take(line, reader);
  }
}

void SuiteJournal::State::take(const std::string& line, const LineReader& reader) {
  SuitePieceLine read = parseSuitePiece(line, header, reader.place());
  found[read.piece] = std::move(read.tally);
  lines[read.piece] = {reader.offset(), line.size() + 1};
}

void SuiteJournal::State::putInOrder() {
  RowStore ordered = RowStore::beside(path);
  try {
    ordered.append(suiteHeaderLine(header));
    for (const auto& [piece, extent] : lines) {
      ordered.append(store->read(extent.first, extent.second));
    }
    ordered.append(suiteCompletionLine(lines.size()));
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
    state_->store->append(suiteHeaderLine(header));
  }
}

SuiteJournal::~SuiteJournal() = default;
SuiteJournal::SuiteJournal(SuiteJournal&&) noexcept = default;

const std::map<std::uint64_t, SuiteTally>& SuiteJournal::found() const {
  return state_->found;
}

void SuiteJournal::add(std::uint64_t piece, const SuiteTally& tally) {
  if (state_->store) {
    const std::string line = suitePieceLine(piece, tally);
    state_->lines[piece] = {state_->store->append(line), line.size()};
  }
}

void SuiteJournal::complete() {
  if (state_->store) {
    state_->putInOrder();
  }
}

}  // namespace hrfcheck::inline suite
