#include "check/promise/declared.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "util/text.h"

namespace hrfcheck::inline check {
namespace {

using To = DeclaredPromise::To;

const std::string* promiseLine(const Model& model) {
  const auto found = model.header.fields.find("Promises");
  return found == model.header.fields.end() ? nullptr : &found->second;
}

/// Takes words off the front.
class Words {
 public:
  explicit Words(const std::string& text) {
    std::istringstream in(lowered(text));
    for (std::string word; in >> word;) {
      words_.push_back(word);
    }
  }

  bool take(const std::vector<std::string>& expected) {
    if (words_.size() - at_ < expected.size() ||
        !std::equal(expected.begin(), expected.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_))) {
      return false;
    }
    at_ += expected.size();
    return true;
  }
  /// Whatever stands before `noun`, and the noun; empty where the noun comes at once.
  std::optional<std::string> takeBefore(const std::string& noun) {
    if (take({noun})) {
      return "";
    }
    if (words_.size() - at_ < 2 || words_[at_ + 1] != noun) {
      return std::nullopt;
    }
    at_ += 2;
    return words_[at_ - 2];
  }
  bool end() const { return at_ == words_.size(); }

 private:
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<DeclaredPromise> parsePromise(const std::string& text) {
  Words words(text);
  if (!words.take({"interleavings", "to"})) {
    return std::nullopt;
  }
  const bool every = words.take({"every"});
  if (!every && !words.take({"race-free"})) {
    return std::nullopt;
  }
  const std::optional<std::string> dialect = words.takeBefore(every ? "program" : "programs");
  if (!dialect) {
    return std::nullopt;
  }
  const bool seqCst = !every && words.take({"with", "sc", "atomics", "only"});
  if (!words.end()) {
    return std::nullopt;
  }
  return DeclaredPromise{every ? To::EveryProgram : seqCst ? To::RaceFreeSeqCst : To::RaceFree, *dialect};
}

std::optional<DeclaredPromise> declaredPromise(const Model& model) {
  const std::string* line = promiseLine(model);
  return line == nullptr ? std::nullopt : parsePromise(*line);
}

std::optional<Diagnostic> promiseMistake(const Model& model) {
  const std::string* line = promiseLine(model);
  if (line == nullptr || parsePromise(*line)) {
    return std::nullopt;
  }
  return Diagnostic{Severity::Warning,
                    {},
                    fmt::format("{}: the promise '{}' is unknown and ignored", model.name, *line),
                    "for example: Promises: interleavings to race-free programs with sc atomics only"};
}

bool speaksOf(const DeclaredPromise& promise, const Program& program) {
  return promise.dialect.empty() || promise.dialect == lowered(program.dialect);
}

}  // namespace hrfcheck::inline check
