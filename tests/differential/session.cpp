#include "differential/session.h"

#include <algorithm>

#include "litmus/litmus.h"

namespace hrfcheck {
namespace {

constexpr unsigned kUnroll = 2;

}  // namespace

DifferentialSession::DifferentialSession(const std::string& modelFolder, const std::string& ownModelFolder,
                                         std::uint64_t candidateLimit)
    : explicit_(makeExplicitEngine()), smt_(makeSmtEngine()), candidateLimit_(candidateLimit) {
  const ModelLibrary library({modelFolder, ownModelFolder});
  for (const std::string& name : ModelLibrary({modelFolder}).names()) {
    models_.push_back(library.load(name));
  }
  irEquality_ = library.load("hrf-indirect-relaxed-equality");
}

void DifferentialSession::restrictTo(const std::vector<std::string>& models) {
  std::erase_if(models_, [&](const Model& model) {
    return std::find(models.begin(), models.end(), model.name) == models.end();
  });
  restricted_ = true;
}

Answer DifferentialSession::answerOfBoth(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                                         TestResult& result) {
  AnalysisOptions options;
  options.candidateLimit = candidateLimit_;
  const Answer explicitAnswer = answerOf(explicit_->analyse(skeleton, model, options), model);
  const Answer smtAnswer = answerOf(smt_->analyse(skeleton, model, {}), model);
  if (smtAnswer.undecided) {
    result.failures.push_back("smt under " + model.name + ": undecided");
  }
  if (explicitAnswer.undecided) {
    result.skipped.push_back(model.name);
    return smtAnswer;
  }
  ++result.models;
  if (const auto d = difference(skeleton->program(), "explicit", explicitAnswer, "smt", smtAnswer)) {
    result.failures.push_back("engines disagree under " + model.name + ":\n" + *d);
  }
  return explicitAnswer;
}

TestResult DifferentialSession::run(std::uint64_t seed, Profile profile, unsigned maxAccesses) {
  return runText(randomLitmus(seed, profile, maxAccesses), profile);
}

TestResult DifferentialSession::runText(const std::string& litmus, Profile profile) {
  TestResult result;
  result.litmus = litmus;
  try {
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", litmus));
    const auto skeleton = std::make_shared<const Skeleton>(program, kUnroll);
    Answers answers;
    for (const Model& model : models_) {
      answers[model.name] = answerOfBoth(skeleton, model, result);
    }
    if (!restricted_) {
      const Answer irEquality = answerOfBoth(skeleton, irEquality_, result);
      for (const std::string& law : brokenLaws(*program, profile, answers, irEquality)) {
        result.failures.push_back("broken law: " + law);
      }
      countLaws(profile, *program, answers, lawCounts_);
    }
  } catch (const std::exception& e) {
    result.failures.push_back(std::string("exception: ") + e.what());
  }
  return result;
}

}  // namespace hrfcheck
