#include "synth/brute_force.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/engine.h"
#include "frontend/convert/convert.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "synth/brute_programs.h"

namespace hrfcheck::test {
namespace {

class Asker {
 public:
  Asker(const std::vector<std::shared_ptr<const Model>>& models, const std::vector<std::string>& targets)
      : models_(models),
        targets_(targets.empty() ? std::vector<std::string>(models.size()) : targets),
        engine_(makeExplicitEngine()) {}

  /// The dialects of all models have words for it.
  bool sayable(const BruteProgram& p) const {
    try {
      std::ranges::for_each(targets_, [&](const std::string& target) { structureOf(p, "", target); });
      return true;
    } catch (const UserError&) {
      return false;
    }
  }

  /// By state, a letter for each model.
  std::map<BruteState, std::string> answers(const BruteProgram& p) {
    filtered_.clear();
    std::map<BruteState, std::string> result;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const auto structure = structureOf(p, "", targets_[m]);
      const Analysis analysis = engine_->analyse(given(structure, *models_[m]), {});
      if (analysis.undecided) {
        FAIL("small programs are decided");
      }
      const bool racy = racyIn(analysis, *models_[m]);
      for (const Outcome& outcome : analysis.outcomes) {
        BruteState state;
        std::string condition;
        for (std::size_t v = 0; v < outcome.values.size(); ++v) {
          const std::string name = structure->program().nameOf(structure->program().observed[v]);
          state[name] = outcome.values[v];
          condition += fmt::format("{}{}={}", v == 0 ? "" : " /\\ ", name, outcome.values[v]);
        }
        std::string& letters = result.try_emplace(state, models_.size(), 'f').first->second;
        letters[m] = racy && racyThere(filtered(p, condition, targets_[m]), *models_[m]) ? 'r' : 'a';
      }
    }
    return result;
  }

 private:
  static std::shared_ptr<const Program> parsed(const std::string& litmus) {
    return parseLitmus(std::make_shared<const Source>("brute.litmus", litmus));
  }

  static std::shared_ptr<const EventStructure> structureOf(const BruteProgram& p, const std::string& filter,
                                                           const std::string& target) {
    auto program = parsed(bruteLitmus(p, filter));
    if (!target.empty()) {
      program = parsed(convertedLitmus(*program, target));
    }
    return std::make_shared<const EventStructure>(program);
  }

  static bool racyIn(const Analysis& analysis, const Model& model) {
    return std::ranges::any_of(
        analysis.flags, [&](const FlagFinding& flag) { return model.checks[flag.check].name == kRaceFlag; });
  }

  /// The program with a filter, which all models share.
  const std::shared_ptr<const EventStructure>& filtered(const BruteProgram& p, const std::string& condition,
                                                        const std::string& target) {
    std::shared_ptr<const EventStructure>& structure = filtered_[{condition, target}];
    if (!structure) {
      structure = structureOf(p, fmt::format("filter ({})\n", condition), target);
    }
    return structure;
  }

  bool racyThere(const std::shared_ptr<const EventStructure>& structure, const Model& model) {
    const Analysis analysis = engine_->analyse(given(structure, model), {});
    if (analysis.undecided || analysis.outcomes.size() != 1) {
      FAIL("a filter for one outcome leaves it");
    }
    return racyIn(analysis, model);
  }

  const std::vector<std::shared_ptr<const Model>>& models_;
  std::vector<std::string> targets_;
  std::unique_ptr<Engine> engine_;
  /// Of the program at hand, by condition and target.
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const EventStructure>> filtered_;
};

}  // namespace

std::uint64_t forEachBruteTest(const BruteBounds& bounds,
                               const std::vector<std::shared_ptr<const Model>>& models,
                               const std::vector<std::string>& targets, const BruteVisit& visit) {
  Asker asker(models, targets);
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
    if (!asker.sayable(p)) {
      return;
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
