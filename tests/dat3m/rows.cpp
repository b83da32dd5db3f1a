#include "dat3m/rows.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace hrfcheck::dat3m {

namespace fs = std::filesystem;

namespace {

constexpr const char* kHeader = "path,model,property,scheduler,quantifier,expected,meaning";
constexpr std::size_t kColumns = 7;

/// A line without its end, be that of Unix or of DOS.
bool getLine(std::istream& in, std::string& line) {
  if (!std::getline(in, line)) {
    return false;
  }
  if (line.ends_with('\r')) {
    line.pop_back();
  }
  return true;
}

/// No field of the file is quoted or holds a comma.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::string field;
  std::istringstream in(line + ",");
  while (std::getline(in, field, ',')) {
    fields.push_back(field);
  }
  return fields;
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
  std::ifstream in(file);
  std::string line;
  if (!getLine(in, line) || line != kHeader) {
    throw std::runtime_error(file.string() + ": the first line is not '" + kHeader + "'");
  }
  std::vector<Row> rows;
  for (std::size_t number = 2; getLine(in, line); ++number) {
    const std::vector<std::string> fields = split(line);
    if (fields.size() != kColumns) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + line);
    }
    rows.push_back({number, fields[0], fields[1], fields[2], fields[6]});
  }
  return rows;
}

}  // namespace hrfcheck::dat3m
