#include <doctest/doctest.h>

#include "cat/support.h"
#include "util/random.h"

using namespace hrfcheck;

namespace {

/// Any text gives a model or a UserError with a message; anything else escapes and fails the test.
void tryText(const std::string& text, const std::filesystem::path& beside) {
  try {
    parseModel(std::make_shared<const Source>(beside.string(), text), {test::modelsFolder()});
  } catch (const UserError& error) {
    CHECK_FALSE(error.diagnostics().empty());
    CHECK(std::string(error.what()).find("error: ") != std::string::npos);
  }
}

std::string mutated(std::string text, Random& random) {
  static const std::string kPieces[] = {
      "(",  ")",  "[",   "]",         "~", "*", "+",   "|", " let ",    " rec ",    " in ",   "\"",   "(*",
      "*)", "\n", "end", " acyclic ", "0", "_", "^-1", ",", "classes(", " forall ", " with ", "\xff", "x"};
  const std::uint64_t edits = 1 + random.below(4);
  for (std::uint64_t i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = random.below(text.size());
    const std::size_t length = random.below(12);
    switch (random.below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[random.below(std::size(kPieces))]);
        break;
      case 2:
        text.insert(random.below(text.size()), text.substr(at, length));
        break;
      case 3:
        text[at] = static_cast<char>(random.below(256));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("every prefix of every file is a model or a user error") {
  for (const auto& path : test::catFiles()) {
    if (path.parent_path().parent_path() != test::inputsFolder().parent_path()) continue;
    const std::string text = readSource(path.string())->text();
    for (std::size_t length = 0; length <= text.size(); length += 3) tryText(text.substr(0, length), path);
  }
}

TEST_CASE("mutated files are models or user errors") {
  for (const auto& path : test::catFiles()) {
    const std::string text = readSource(path.string())->text();
    Random random(text.size());
    for (int i = 0; i < 60; ++i) {
      const std::string other = mutated(text, random);
      CAPTURE(other);
      tryText(other, path);
    }
  }
}
