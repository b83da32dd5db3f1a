#include "jobs/results_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "util/invariant.h"

// While a run goes on, its results file only grows, by one whole line at a time: whatever ends the run, all
// that was written before is good, and at most the last line is torn. A result that is to be asked again is
// not taken out but crossed out, by a line that says so. In memory there is only where each line begins. When
// the run is complete a second file with the lines in order takes the place of the first in one step.

namespace hrfcheck::inline jobs {
namespace {

/// Replacing a link would leave what it points to as it was.
std::string behindLinks(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

}  // namespace

ResultsFile ResultsFile::create(const std::optional<std::string>& path, const ResultsKind& kind,
                                const std::string& header) {
  if (!path) {
    return {LineStore::anonymous(), "", kind, header};
  }
  const std::string real = behindLinks(*path);
  ResultsFile file(LineStore::open(real, true), real, kind, header);
  file.begin();
  return file;
}

ResultsFile ResultsFile::resume(const std::string& path, const ResultsKind& kind, const std::string& header,
                                const ResumeCalls& calls) {
  const std::string real = behindLinks(path);
  ResultsFile file(LineStore::open(real, false), real, kind, header);
  file.load(calls);
  return file;
}

void ResultsFile::begin() {
  store_.truncate(0);
  store_.append(header_);
}

/// Reads the file up to its end, which may be torn or not written yet.
void ResultsFile::load(const ResumeCalls& calls) {
  LineReader reader(path_, store_.descriptor());
  std::string line;
  if (!reader.next(line) || (reader.torn() && header_.starts_with(line))) {
    begin();
    return;
  }
  calls.header(line, reader);
  while (reader.next(line)) {
    if (reader.torn()) {
      store_.truncate(reader.offset());
      return;
    }
    if (lastLine_) {
      throw UserError(fmt::format("{}: lines after the last one", reader.place()));
    }
    take(line, reader, calls);
  }
}

void ResultsFile::take(const std::string& line, const LineReader& reader, const ResumeCalls& calls) {
  if (const auto announced = parseCompletion(kind_, line, reader.place())) {
    if (*announced != index_.size()) {
      throw UserError(fmt::format("{}: {} {} were announced, there are {}", reader.place(), *announced,
                                  kind_.lines, index_.size()));
    }
    lastLine_ = reader.offset();
    return;
  }
  const ReadLine read = calls.line(line, reader.place());
  switch (read.kind) {
    case ReadLine::Kind::Stopped:
      lastLine_ = reader.offset();
      return;
    case ReadLine::Kind::CrossedOut:
      if (index_.erase(read.key) == 0) {
        throw UserError(fmt::format("{}: no such row before", reader.place()));
      }
      return;
    case ReadLine::Kind::Result:
      index_[read.key] = {reader.offset(), line.size() + 1};
      return;
  }
}

std::uint64_t ResultsFile::append(const std::string& line) {
  if (lastLine_) {
    store_.truncate(*lastLine_);
    lastLine_.reset();
  }
  return store_.append(line);
}

void ResultsFile::add(const LineKey& key, const std::string& line) {
  INVARIANT(!ended_, "a complete file takes no more lines");
  INVARIANT(!index_.contains(key), "each result once");
  const std::uint64_t at = append(line);  // may fail: then the line is not there
  index_[key] = {at, line.size()};
}

void ResultsFile::crossOut(const LineKey& key, const std::string& line) {
  INVARIANT(index_.erase(key) == 1, "only what is there can be crossed out");
  append(line);
}

void ResultsFile::complete() {
  INVARIANT(!ended_, "a file is completed once");
  if (!path_.empty()) {
    putInOrder();
  }
  ended_ = true;
}

void ResultsFile::stop(const std::string& line) {
  INVARIANT(!ended_, "a complete run has not stopped");
  if (!path_.empty()) {
    append(line);
  }
  ended_ = true;
}

/// Writes the complete file beside the one of the run and lets it take its place.
void ResultsFile::putInOrder() {
  LineStore ordered = LineStore::beside(path_);
  std::map<LineKey, Extent> places;
  try {
    ordered.append(header_);
    for (const auto& [key, extent] : index_) {
      places[key] = {ordered.append(store_.read(extent.offset, extent.length)), extent.length};
    }
    ordered.append(completionLine(kind_, index_.size()));
    ordered.replace(path_);
  } catch (const UserError&) {
    ordered.discard();
    throw;
  }
  store_ = std::move(ordered);
  index_ = std::move(places);
}

void ResultsFile::visit(const LineKey& from, const LineKey& to,
                        const std::function<void(const std::string&)>& visitor) const {
  for (auto at = index_.lower_bound(from); at != index_.lower_bound(to); ++at) {
    visitor(store_.read(at->second.offset, at->second.length));
  }
}

}  // namespace hrfcheck::inline jobs
