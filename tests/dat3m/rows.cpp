#include "dat3m/rows.h"

#include <cstdlib>
#include <stdexcept>

#include "batch/expect/csv.h"
#include "util/source.h"

namespace hrfcheck::dat3m {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kHeader{"path",       "model",    "property", "scheduler",
                                       "quantifier", "expected", "meaning"};

std::vector<std::string> textsOf(const CsvRecord& record) {
  std::vector<std::string> texts;
  for (const CsvField& field : record.fields) {
    texts.push_back(field.text);
  }
  return texts;
}

}  // namespace

std::optional<fs::path> folder() {
  const char* named = std::getenv("HRFCHECK_CORPORA");
  const bool given = named != nullptr && *named != '\0';
  const fs::path corpora =
      given ? fs::path(named) : fs::path(HRFCHECK_SOURCE_DIR).parent_path() / "shared/corpora";
  if (fs::exists(corpora / "dat3m" / "expected.csv")) {
    return corpora / "dat3m";
  }
  if (given) {
    throw std::runtime_error("HRFCHECK_CORPORA=" + corpora.string() + " holds no dat3m/expected.csv");
  }
  return std::nullopt;
}

std::vector<Row> readRows(const fs::path& file) {
  Diagnostics diagnostics;
  const std::vector<CsvRecord> records = readCsv(readSource(file.string()), diagnostics);
  diagnostics.throwIfErrors();
  if (records.empty() || textsOf(records.front()) != kHeader) {
    throw std::runtime_error(file.string() + ": its header is another than " + kHeader.front() + ",...");
  }
  std::vector<Row> rows;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const std::vector<std::string> fields = textsOf(records[i]);
    if (fields.size() != kHeader.size()) {
      throw std::runtime_error(file.string() + ":" + std::to_string(records[i].line) + ": not of " +
                               std::to_string(kHeader.size()) + " fields");
    }
    rows.push_back({records[i].line, fields[0], fields[1], fields[2], fields[6]});
  }
  return rows;
}

}  // namespace hrfcheck::dat3m
