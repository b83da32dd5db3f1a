#include "lsp/commands.h"

#include <fmt/format.h>

namespace hrfcheck::inline lsp {
namespace {

/// A file may have several tests, and each may be checked under several models: all of them together may take
/// so many times what one may.
constexpr double kTestsOfDocument = 6;

Question questionAbout(const Document& document, std::vector<std::string> words, const LspOptions& options) {
  words.push_back(fmt::format("--timeout={}", options.limits.seconds));
  for (const std::string& folder : options.includes) {
    words.push_back("--include=" + folder);
  }
  if (!document.path.empty()) {
    words.push_back("--stdin-path=" + document.path);
  }
  words.emplace_back("-");
  Question question;
  question.text = document.text;
  question.seconds = options.limits.seconds * kTestsOfDocument;
  question.arguments = std::move(words);
  return question;
}

std::vector<std::string> wordsForTest(const std::string& command, const Document& document,
                                      const LspOptions& options) {
  std::vector<std::string> words{command, "--format=json", "--progress=off",
                                 fmt::format("--memory={}", options.limits.memory)};
  if (!document.language.empty()) {
    words.push_back("--language=" + document.language);
  }
  return words;
}

Question testQuestion(const Document& document, const LspOptions& options, const std::string& only) {
  std::vector<std::string> words = wordsForTest("check", document, options);
  if (!only.empty()) {
    words.push_back("--only=" + only);
  }
  for (const std::string& model : options.models) {
    words.push_back("--model=" + model);
  }
  return questionAbout(document, std::move(words), options);
}

}  // namespace

Question checkQuestion(const Document& document, const LspOptions& options) {
  return document.kind == DocumentKind::Model ? questionAbout(document, {"models", "--format=json"}, options)
                                              : testQuestion(document, options, "");
}

Question raceQuestion(const Document& document, const LspOptions& options) {
  return testQuestion(document, options, "races");
}

Question repairQuestion(const Document& document, const std::string& test, const std::string& model,
                        const LspOptions& options) {
  std::vector<std::string> words = wordsForTest("repair", document, options);
  words.push_back("--model=" + model);
  if (!test.empty()) {
    words.push_back("--test=" + test);
  }
  return questionAbout(document, std::move(words), options);
}

}  // namespace hrfcheck::inline lsp
