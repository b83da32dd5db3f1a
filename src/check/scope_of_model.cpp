#include "check/scope_of_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace hrfcheck {
namespace {

/// The words of a header field in lower case.
std::set<std::string> wordsOf(const Model& model, const std::string& field) {
  std::set<std::string> words;
  const auto found = model.header.fields.find(field);
  if (found == model.header.fields.end()) {
    return words;
  }
  std::string word;
  for (const char c : found->second + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

struct Feature {
  bool Features::*used;
  std::array<const char*, 2> words;  ///< either of them on the `Outside:` line
  const char* text;
  bool essential;  ///< a model that does not know it has nothing to say about tests that use it
};

constexpr std::array<Feature, 4> kFeatures{{
    {&Features::remote, {"remote", "remotes"}, "remote operations", true},
    {&Features::relaxedAtomics, {"relaxed", "rlx"}, "relaxed atomics", true},
    {&Features::fences, {"fence", "fences"}, "fences", false},
    {&Features::barriers, {"barrier", "barriers"}, "barriers", false},
}};

bool listed(const std::set<std::string>& words, const Feature& feature) {
  return std::any_of(feature.words.begin(), feature.words.end(),
                     [&](const char* word) { return words.contains(word); });
}

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The features that the program uses and the model's source says nothing about.
std::vector<const Feature*> outside(const Model& model, const Program& program) {
  const std::set<std::string> words = wordsOf(model, "Outside");
  const Features features = featuresOf(program);
  std::vector<const Feature*> result;
  for (const Feature& feature : kFeatures) {
    if (features.*feature.used && listed(words, feature)) {
      result.push_back(&feature);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> outsideOf(const Model& model, const Program& program) {
  std::vector<std::string> result;
  for (const Feature* feature : outside(model, program)) {
    result.emplace_back(feature->text);
  }
  return result;
}

bool knowsRemote(const Model& model) {
  return !listed(wordsOf(model, "Outside"), kFeatures[0]);
}

std::string whyNotApplicable(const Model& model, const Program& program) {
  const std::set<std::string> dialects = wordsOf(model, "Dialects");
  if (!dialects.empty() && !dialects.contains(lowered(program.dialect))) {
    return fmt::format("the model is not for {} tests", program.dialect);
  }
  std::vector<std::string> missing;
  for (const Feature* feature : outside(model, program)) {
    if (feature->essential) {
      missing.emplace_back(feature->text);
    }
  }
  return missing.empty() ? "" : fmt::format("{} lie outside of the model", fmt::join(missing, " and "));
}

}  // namespace hrfcheck
