#include "batch/expect/promote.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "batch/expect/judgement.h"
#include "batch/expect/log_folder.h"
#include "report/log/herd_log.h"
#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/mapped.h"
#include "util/process/atomic_file.h"

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Entries by model, each without models: what a log says, however its entries are shared.
std::map<std::string, LogEntry> entriesByModel(const std::string& path) {
  std::map<std::string, LogEntry> byModel;
  for (const ParsedEntry& parsed : readExpectedLog(path)) {
    LogEntry entry = parsed.entry;
    entry.models.clear();
    entry.seconds = 0;
    for (const std::string& model : parsed.entry.models) {
      byModel.emplace(model, entry);
    }
  }
  return byModel;
}

std::string printLogs(const std::map<std::string, LogEntry>& byModel) {
  std::vector<LogEntry> entries;
  std::vector<LogEntry> bare;  // the same without models
  for (const auto& [model, entry] : byModel) {
    const auto same = std::ranges::find(bare, entry);
    const std::size_t i = static_cast<std::size_t>(same - bare.begin());
    if (same == bare.end()) {
      entries.push_back(entry);
      bare.push_back(entry);
    }
    entries[i].models.push_back(model);
  }
  return concatenated(entries, [&](const LogEntry& entry) { return printLog(entry); });
}

/// Why a row's answer cannot be expected of later runs; empty when it can.
std::string whyNot(const ResultRow& row) {
  if (!hasWholeLog(row)) {
    return row.reason.empty() ? nameOf(row.status) : fmt::format("{}: {}", nameOf(row.status), row.reason);
  }
  // The names on a line of models are separated by spaces.
  return row.model.find_first_of(" \t\n") == std::string::npos && !row.model.empty()
             ? ""
             : "the name of the model has spaces";
}

void makeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) {
    throw UserError(fmt::format("cannot create the folder {}: {}", fs::path(path).parent_path().string(),
                                error.message()));
  }
}

void removeFile(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) {
    throw UserError(fmt::format("cannot remove {}: {}", path, error.message()));
  }
}

}  // namespace

void Promoter::add(const std::vector<ResultRow>& rows) {
  if (rows.empty()) {
    return;
  }
  const std::string path = logOf(rows.front().path);
  const bool there = exists(path);
  std::map<std::string, LogEntry> byModel = there ? entriesByModel(path) : std::map<std::string, LogEntry>{};
  for (const ResultRow& row : rows) {
    INVARIANT(row.path == rows.front().path, "rows of one test are promoted together");
    if (row.status == RowStatus::NotApplicable || row.model == kProgressModel || !row.device.empty()) {
      continue;
    }
    if (const std::string why = whyNot(row); !why.empty()) {
      done_.left.push_back(
          fmt::format("{}{}{}: {}", row.path, row.model.empty() ? "" : " under ", row.model, why));
      continue;
    }
    LogEntry& entry = byModel[row.model] = *row.log;
    entry.models.clear();
    entry.seconds = 0;
  }
  const std::string text = printLogs(byModel);
  if (text.empty()) {
    if (there) {
      removeFile(path);
      done_.removed.push_back(path);
    }
  } else if (!there || readSource(path)->text() != text) {
    makeFolder(path);
    writeAtomically(path, text);
    done_.written.push_back(path);
  }
}

void Promoter::remove(const std::vector<ResultRow>& orphans) {
  for (const ResultRow& row : orphans) {
    const fs::path path = row.path;
    if (row.status != RowStatus::Orphan || !exists(row.path)) {
      continue;
    }
    // A list of other people's expectations is theirs to change.
    if (path.extension() == ".log" && path.parent_path().filename() == "expected") {
      removeFile(row.path);
      done_.removed.push_back(row.path);
    } else {
      done_.left.push_back(fmt::format("{}: {}", row.path, row.reason));
    }
  }
}

}  // namespace hrfcheck::inline batch
