#include "batch/results/baseline_file.h"

#include "batch/results/journal_format.h"

namespace hrfcheck::inline batch {

BaselineFile readBaseline(const std::string& path) {
  requireCompleteResults(path, kBatchResults);
  CompleteFile lines(path, kBatchResults);
  const JournalHeader header = parseHeader(lines.header(), path);
  BaselineFile file{Baseline(path, header.version), header.shard};
  for (std::string line; lines.next(line);) {
    file.rows.add(parseJournalRow(line, header, lines.place()));
  }
  return file;
}

}  // namespace hrfcheck::inline batch
