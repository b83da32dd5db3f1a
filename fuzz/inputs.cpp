#include "inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>

namespace hrfcheck::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::array kSeedFolders{"litmus",
                                  "models",
                                  "tests/wrong",
                                  "tests/cat/inputs",
                                  "tests/differential/models",
                                  "kernels/triage/reports",
                                  "../shared/corpora"};

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A word as a quoted string of libFuzzer's dictionaries.
std::string quoted(const std::string& word) {
  std::string text;
  for (const unsigned char c : word) {
    const bool plain = std::isprint(c) != 0 && c != '"' && c != '\\';
    text += plain ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
  }
  return fmt::format("\"{}\"\n", text);
}

}  // namespace

std::vector<Input> filesUnder(const fs::path& path) {
  std::vector<Input> files;
  if (fs::is_regular_file(path)) {
    files.emplace_back(textOf(path), path.string());
  } else if (fs::is_directory(path)) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) {
        files.emplace_back(textOf(entry.path()), entry.path().string());
      }
    }
  }
  std::ranges::sort(files, {}, &Input::second);
  return files;
}

std::vector<Input> seedsOf(const Target& target) {
  std::vector<Input> seeds;
  for (const std::string& example : target.examples()) {
    seeds.emplace_back(example, fmt::format("example {} of {}", seeds.size(), target.name));
  }
  for (const char* folder : kSeedFolders) {
    for (const auto& [text, path] : filesUnder(fs::path(HRFCHECK_SOURCE_DIR) / folder)) {
      for (std::string& seed : target.seedsIn(path, text)) {
        seeds.emplace_back(std::move(seed), path);
      }
    }
  }
  return seeds;
}

std::string dictionaryOf(const Target& target) {
  const std::vector<std::string> words = target.words();
  std::string text;
  for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
    text += word.empty() ? "" : quoted(word);
  }
  return text;
}

}  // namespace hrfcheck::fuzz
