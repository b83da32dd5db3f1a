// What the fuzzers need before they run, and after: their dictionaries and seeds, and a way to read what they
// found in any build, without clang. ctest replays fuzz/regressions with it.

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <span>

#include "inputs.h"

namespace {

namespace fs = std::filesystem;
using namespace hrfcheck::fuzz;

constexpr const char* kUsage =
    "usage: hrfcheck-fuzz list                    every target, with the length of its inputs\n"
    "       hrfcheck-fuzz prepare TARGET FOLDER   write FOLDER/dictionary and FOLDER/seeds\n"
    "       hrfcheck-fuzz replay [FOLDER]         read the seeds of every target, and FOLDER/TARGET/*\n"
    "       hrfcheck-fuzz read TARGET FILE...     read these files\n";

int list() {
  for (const Target* target : targets()) {
    fmt::print("{} {}\n", target->name, target->maxLength);
  }
  return 0;
}

int prepare(const Target& target, const fs::path& folder) {
  fs::create_directories(folder / "seeds");
  std::ofstream(folder / "dictionary", std::ios::binary) << dictionaryOf(target);
  std::size_t number = 0;
  for (const auto& [text, from] : seedsOf(target)) {
    std::ofstream(folder / "seeds" / fmt::format("{:04}", number++), std::ios::binary) << text;
  }
  return 0;
}

/// False for a finding, which is told.
bool readAll(const Target& target, const std::vector<Input>& inputs) {
  bool sound = true;
  for (const auto& [text, from] : inputs) {
    try {
      feed(target, text);
    } catch (const std::exception& e) {
      fmt::print(stderr, "{}: {}: {}\n", target.name, from, e.what());
      sound = false;
    }
  }
  return sound;
}

int replay(const fs::path& folder) {
  bool sound = true;
  for (const Target* target : targets()) {
    const std::vector<Input> seeds = seedsOf(*target);
    const std::vector<Input> found = filesUnder(folder / target->name);
    sound = readAll(*target, seeds) && sound;
    sound = readAll(*target, found) && sound;
    fmt::print("{}: {} seeds, {} inputs that were found\n", target->name, seeds.size(), found.size());
  }
  return sound ? 0 : 1;
}

int readFiles(const Target& target, std::span<char*> files) {
  bool sound = true;
  for (const char* file : files) {
    const std::vector<Input> inputs = filesUnder(file);
    if (inputs.empty()) {
      fmt::print(stderr, "hrfcheck-fuzz: there is no {}\n", file);
      return 2;
    }
    sound = readAll(target, inputs) && sound;
  }
  return sound ? 0 : 1;
}

int run(std::span<char*> arguments) {
  const std::string_view command = arguments.size() > 1 ? arguments[1] : "";
  const Target* target = arguments.size() > 2 ? findTarget(arguments[2]) : nullptr;
  if (command == "list" && arguments.size() == 2) {
    return list();
  }
  if (command == "prepare" && arguments.size() == 4 && target != nullptr) {
    return prepare(*target, arguments[3]);
  }
  if (command == "replay" && arguments.size() <= 3) {
    return replay(arguments.size() == 3 ? arguments[2] : HRFCHECK_SOURCE_DIR "/fuzz/regressions");
  }
  if (command == "read" && arguments.size() >= 4 && target != nullptr) {
    return readFiles(*target, arguments.subspan(3));
  }
  fmt::print(stderr, "{}", kUsage);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv, static_cast<std::size_t>(argc)});
  } catch (const std::exception& e) {
    fmt::print(stderr, "hrfcheck-fuzz: {}\n", e.what());
    return 2;
  }
}
