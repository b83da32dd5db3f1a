#include "corpus/pins.h"

#include <sstream>
#include <stdexcept>

namespace hrfcheck::corpus {
namespace {

constexpr std::string_view kTest = "test ";
constexpr std::string_view kModels = "models ";
constexpr std::string_view kIndent = "  ";

using Sharing = std::map<Verdict, std::vector<std::string>>;

std::string printTest(const std::string& test, const std::map<std::string, Verdict>& verdicts) {
  Sharing sharing;
  for (const auto& [model, verdict] : verdicts) {
    sharing[verdict].push_back(model);
  }
  std::map<std::string, std::string> paragraphs;  // by their first model
  for (const auto& [verdict, models] : sharing) {
    std::string paragraph = "models";
    for (const std::string& model : models) {
      paragraph += " " + model;
    }
    paragraph += "\n";
    for (const std::string& line : verdict) {
      paragraph += std::string(kIndent) + line + "\n";
    }
    paragraphs[models.front()] = std::move(paragraph);
  }
  std::string out = std::string(kTest) + test + "\n";
  for (const auto& [model, paragraph] : paragraphs) {
    out += paragraph;
  }
  return out;
}

/// Reads line by line; what it accepts too generously is caught by printing it again.
class Reader {
 public:
  void line(const std::string& text) {
    if (text.starts_with(kTest)) {
      test_ = &pins_[text.substr(kTest.size())];
      models_.clear();
    } else if (text.starts_with(kModels) && test_ != nullptr) {
      models_.clear();
      std::istringstream words(text.substr(kModels.size()));
      for (std::string model; words >> model;) {
        (*test_)[model] = {};
        models_.push_back(model);
      }
    } else if (text.starts_with(kIndent)) {
      for (const std::string& model : models_) {
        (*test_)[model].push_back(text.substr(kIndent.size()));
      }
    }
  }
  Pins pins() && { return std::move(pins_); }

 private:
  Pins pins_;
  std::map<std::string, Verdict>* test_ = nullptr;
  std::vector<std::string> models_;
};

void sameLines(const std::string& name, const std::string& written, const std::string& printed) {
  std::istringstream left(written);
  std::istringstream right(printed);
  std::string a;
  std::string b;
  for (std::size_t number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(left, a));
    if (const bool wanted = static_cast<bool>(std::getline(right, b)); more != wanted || (more && a != b)) {
      throw std::runtime_error(name + ":" + std::to_string(number) + ": misplaced, doubled or malformed: " +
                               (more ? a : "end of file") + "; expected: " + (wanted ? b : "end of file"));
    }
    if (!more) {
      return;
    }
  }
}

}  // namespace

Verdict verdictOf(const Observed& observed) {
  Verdict verdict;
  for (const auto& [flag, pairs] : observed.flags) {
    std::string line = "flag " + flag;
    for (const std::string& pair : pairs) {
      line += (pair == *pairs.begin() ? ": " : ", ") + pair;
    }
    verdict.push_back(std::move(line));
  }
  for (const std::string& incident : observed.incidents) {
    verdict.push_back("incident " + incident);
  }
  for (const std::string& outcome : observed.outcomes) {
    verdict.push_back("outcome " + outcome);
  }
  if (observed.outcomes.empty()) {
    verdict.push_back("no outcome");
  }
  return verdict;
}

std::string printPins(const Pins& pins) {
  std::string out;
  for (const auto& [test, verdicts] : pins) {
    out += (out.empty() ? "" : "\n") + printTest(test, verdicts);
  }
  return out;
}

Pins parsePins(const std::string& name, const std::string& text) {
  Reader reader;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    reader.line(line);
  }
  Pins pins = std::move(reader).pins();
  sameLines(name, text, printPins(pins));
  return pins;
}

}  // namespace hrfcheck::corpus
