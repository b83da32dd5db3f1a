#pragma once

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// What tests of pages of docs/ have in common: their tables, and what commands print.

namespace hrfcheck::test {

inline std::string textOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// The cells of a line "| cell | cell |" of a page; none of another line.
inline std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  if (!row.starts_with("| ")) {
    return cells;
  }
  std::istringstream in(row.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const auto first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? ""
                                               : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
  }
  return cells;
}

/// What a command of the shell prints, run in the folder of the sources, with the hrfcheck that was built on
/// the PATH. `status` becomes that of pclose.
inline std::string outputOf(const std::string& command, int* status = nullptr) {
  const std::string full = "cd '" HRFCHECK_SOURCE_DIR "' && export PATH='" HRFCHECK_BINARY_DIR
                           "/bin':\"$PATH\" && " +
                           command + " 2>/dev/null";
  std::string output;
  FILE* pipe = popen(full.c_str(), "r");
  if (pipe == nullptr) {
    return output;
  }
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    output.append(buffer.data(), n);
  }
  const int ended = pclose(pipe);
  if (status != nullptr) {
    *status = ended;
  }
  return output;
}

inline bool isOnPath(const std::string& program) {
  return !outputOf("command -v " + program).empty();
}

}  // namespace hrfcheck::test
