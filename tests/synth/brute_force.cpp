#include "synth/brute_force.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/engine.h"
#include "frontend/litmus.h"
#include "synth/brute_programs.h"

namespace hrfcheck::test {
namespace {

class Asker {
 public:
  explicit Asker(const std::vector<std::shared_ptr<const Model>>& models)
      : models_(models), engine_(makeExplicitEngine()) {}

  /// By state, a letter for each model.
  std::map<BruteState, std::string> answers(const BruteProgram& p) {
    const auto skeleton = skeletonOf(p, "");
    filtered_.clear();
    std::map<BruteState, std::string> result;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const Analysis analysis = engine_->analyse(skeleton, *models_[m], {});
      if (analysis.undecided) {
        FAIL("small programs are decided");
      }
      const bool racy = racyIn(analysis, *models_[m]);
      for (const Outcome& outcome : analysis.outcomes) {
        BruteState state;
        std::string condition;
        for (std::size_t v = 0; v < outcome.values.size(); ++v) {
          const std::string name = skeleton->program().nameOf(skeleton->program().observed[v]);
          state[name] = outcome.values[v];
          condition += fmt::format("{}{}={}", v == 0 ? "" : " /\\ ", name, outcome.values[v]);
        }
        std::string& letters = result.try_emplace(state, models_.size(), 'f').first->second;
        letters[m] = racy && racyThere(filtered(p, condition), *models_[m]) ? 'r' : 'a';
      }
    }
    return result;
  }

 private:
  static std::shared_ptr<const Skeleton> skeletonOf(const BruteProgram& p, const std::string& filter) {
    return std::make_shared<const Skeleton>(
        parseLitmus(std::make_shared<const Source>("brute.litmus", bruteLitmus(p, filter))));
  }

  static bool racyIn(const Analysis& analysis, const Model& model) {
    return std::ranges::any_of(
        analysis.flags, [&](const FlagFinding& flag) { return model.checks[flag.check].name == kRaceFlag; });
  }

  /// The program with a filter, which all models share.
  const std::shared_ptr<const Skeleton>& filtered(const BruteProgram& p, const std::string& condition) {
    std::shared_ptr<const Skeleton>& skeleton = filtered_[condition];
    if (!skeleton) {
      skeleton = skeletonOf(p, fmt::format("filter ({})\n", condition));
    }
    return skeleton;
  }

  bool racyThere(const std::shared_ptr<const Skeleton>& skeleton, const Model& model) {
    const Analysis analysis = engine_->analyse(skeleton, model, {});
    if (analysis.undecided || analysis.outcomes.size() != 1) {
      FAIL("a filter for one outcome leaves it");
    }
    return racyIn(analysis, model);
  }

  const std::vector<std::shared_ptr<const Model>>& models_;
  std::unique_ptr<Engine> engine_;
  std::map<std::string, std::shared_ptr<const Skeleton>> filtered_;  ///< of the program at hand, by condition
};

}  // namespace

std::uint64_t forEachBruteTest(const BruteBounds& bounds,
                               const std::vector<std::shared_ptr<const Model>>& models,
                               const BruteVisit& visit) {
  Asker asker(models);
  std::map<std::size_t, std::vector<BruteNames>> names;
  for (unsigned t = 1; t <= bounds.threads; ++t) {
    names[t] = allNames(t, bounds.locations);
  }
  std::uint64_t programs = 0;
  forEachProgram(bounds, [&](const BruteProgram& p) {
    const std::vector<BruteNames>& renamings = names[p.threads.size()];
    const std::string text = spelled(p, renamings.front());
    std::vector<const BruteNames*> same;
    for (const BruteNames& to : renamings) {
      const std::string image = spelled(p, to);
      if (image < text) {
        return;
      }
      if (image == text) {
        same.push_back(&to);
      }
    }
    ++programs;
    for (const auto& [state, answers] : asker.answers(p)) {
      const std::string own = spelled(state, renamings.front());
      const bool first =
          std::ranges::none_of(same, [&](const BruteNames* to) { return spelled(state, *to) < own; });
      if (first) {
        visit(text + own, answers);
      }
    }
  });
  return programs;
}

}  // namespace hrfcheck::test
