#include "synth/brute_force.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "engine/engine.h"
#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

struct Instruction {
  std::string letter;
  unsigned location = 0;

  bool is(const char* what) const { return letter.starts_with(what); }
  bool reads() const { return is("ld") || is("exch"); }
  bool writes() const { return is("st") || is("exch"); }
};

struct BruteProgram {
  std::vector<std::vector<Instruction>> threads;
  std::vector<unsigned> groups;
};

/// Registers and locations with the number of the write that their value comes from; 0 is the initial one.
/// Thread t's i-th instruction writes 10 * (t + 1) + i + 1.
using State = std::map<std::string, long>;

std::string numbered(const std::vector<unsigned>& groups) {
  std::map<unsigned, char> names;
  std::string text;
  for (unsigned g : groups) {
    text += names.emplace(g, static_cast<char>('0' + names.size())).first->second;
  }
  return text;
}

/// A renaming: thread t becomes threads[t], location l becomes locations[l].
struct Names {
  std::vector<unsigned> threads, locations;
};

/// The program under other names, in a text that says everything of it.
std::string spelled(const BruteProgram& p, const Names& names) {
  std::vector<unsigned> groups(p.groups.size());
  std::vector<std::string> lines(p.threads.size());
  for (unsigned t = 0; t < p.threads.size(); ++t) {
    groups[names.threads[t]] = p.groups[t];
    for (const Instruction& i : p.threads[t]) {
      lines[names.threads[t]] +=
          i.letter + (i.is("fence") ? "" : std::string(1, "xyzw"[names.locations[i.location]])) + ";";
    }
  }
  std::string text = numbered(groups);
  for (const std::string& line : lines) {
    text += "|" + line;
  }
  return text;
}

std::string spelled(const State& state, const Names& names) {
  State renamed;
  for (const auto& [name, write] : state) {
    const long value =
        write == 0 ? 0 : 10 * (names.threads[static_cast<unsigned>(write / 10 - 1)] + 1L) + write % 10;
    if (name.size() == 1) {
      renamed[std::string(1, "xyzw"[names.locations[std::string("xyzw").find(name[0])]])] = value;
    } else {
      renamed[fmt::format("{}:{}", names.threads[static_cast<unsigned>(name[0] - '0')], name.substr(2))] =
          value;
    }
  }
  std::string text;
  for (const auto& [name, value] : renamed) {
    text += fmt::format(" {}={}", name, value);
  }
  return text;
}

std::vector<Names> allNames(unsigned threads, unsigned locations) {
  std::vector<Names> result;
  Names names{std::vector<unsigned>(threads), std::vector<unsigned>(locations)};
  std::iota(names.threads.begin(), names.threads.end(), 0);
  do {
    std::iota(names.locations.begin(), names.locations.end(), 0);
    do {
      result.push_back(names);
    } while (std::ranges::next_permutation(names.locations).found);
  } while (std::ranges::next_permutation(names.threads).found);
  return result;
}

std::string litmus(const BruteProgram& p, const std::string& filter) {
  std::string text = "HSA brute\n{ }\n";
  std::size_t rows = 0;
  for (std::size_t t = 0; t < p.threads.size(); ++t) {
    text += fmt::format("{}P{}@wg {}", t == 0 ? " " : " | ", t, p.groups[t]);
    rows = std::max(rows, p.threads[t].size());
  }
  text += " ;\n";
  std::vector<unsigned> registers(p.threads.size(), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < p.threads.size(); ++t) {
      text += t == 0 ? " " : " | ";
      if (row >= p.threads[t].size()) {
        continue;
      }
      const Instruction& i = p.threads[t][row];
      const char x = "xyzw"[i.location];
      const std::size_t value = 10 * (t + 1) + row + 1;
      if (i.is("ld")) {
        text += fmt::format("{} r{}, {}", i.letter, registers[t]++, x);
      } else if (i.is("st")) {
        text += fmt::format("{} {}, {}", i.letter, x, value);
      } else if (i.is("exch")) {
        text += fmt::format("{} r{}, {}, {}", i.letter, registers[t]++, x, value);
      } else {
        text += i.letter;
      }
    }
    text += " ;\n";
  }
  return text + filter + "exists (true)\n";
}

class Asker {
 public:
  explicit Asker(const std::vector<std::shared_ptr<const Model>>& models)
      : models_(models), engine_(makeExplicitEngine()) {}

  /// By state, a letter for each model.
  std::map<State, std::string> answers(const BruteProgram& p) {
    const auto skeleton = skeletonOf(p, "");
    filtered_.clear();
    std::map<State, std::string> result;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const Analysis analysis = engine_->analyse(skeleton, *models_[m], {});
      if (analysis.undecided) {
        FAIL("small programs are decided");
      }
      const bool racy = racyIn(analysis, *models_[m]);
      for (const Outcome& outcome : analysis.outcomes) {
        State state;
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
        parseLitmus(std::make_shared<const Source>("brute.litmus", litmus(p, filter))));
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

/// Calls `visit` with every program, under every name.
class Programs {
 public:
  Programs(const BruteBounds& bounds, std::function<void(const BruteProgram&)> visit)
      : bounds_(bounds), visit_(std::move(visit)) {
    for (const std::string& letter : bounds.letters) {
      for (unsigned l = 0; l < (letter.starts_with("fence") ? 1 : bounds.locations); ++l) {
        instructions_.push_back({letter, l});
      }
    }
  }

  void run() {
    for (unsigned threads = 1; threads <= std::min(bounds_.threads, bounds_.events); ++threads) {
      program_.threads.assign(threads, {});
      groups(0, threads);
    }
  }

 private:
  void groups(unsigned t, unsigned threads) {
    if (t == 0) {
      program_.groups.assign(threads, 0);
    }
    if (t == threads) {
      add(0, bounds_.events);
      return;
    }
    for (unsigned g = bounds_.ownGroups ? t : 0; g <= t; ++g) {
      program_.groups[t] = g;
      const std::vector<unsigned> begin(program_.groups.begin(), program_.groups.begin() + t + 1);
      const std::string text = numbered(begin);
      const bool byFirstUse = std::ranges::equal(
          begin, text, [](unsigned a, char b) { return a == static_cast<unsigned>(b - '0'); });
      if (byFirstUse) {
        groups(t + 1, threads);
      }
    }
  }

  void add(unsigned t, unsigned left) {
    std::vector<Instruction>& code = program_.threads[t];
    const auto others = static_cast<unsigned>(program_.threads.size()) - t - 1;
    if (!code.empty() && others > 0 && left >= others) {
      add(t + 1, left);
    }
    if (!code.empty() && others == 0 && left == 0) {
      visit_(program_);
    }
    if (left > others) {
      for (const Instruction& i : instructions_) {
        code.push_back(i);
        add(t, left - 1);
        code.pop_back();
      }
    }
  }

  BruteBounds bounds_;
  std::function<void(const BruteProgram&)> visit_;
  std::vector<Instruction> instructions_;
  BruteProgram program_;
};

}  // namespace

std::uint64_t forEachBruteTest(const BruteBounds& bounds,
                               const std::vector<std::shared_ptr<const Model>>& models,
                               const BruteVisit& visit) {
  Asker asker(models);
  std::map<std::size_t, std::vector<Names>> names;
  for (unsigned t = 1; t <= bounds.threads; ++t) {
    names[t] = allNames(t, bounds.locations);
  }
  std::uint64_t programs = 0;
  Programs(bounds, [&](const BruteProgram& p) {
    const std::vector<Names>& renamings = names[p.threads.size()];
    const std::string text = spelled(p, renamings.front());
    std::vector<const Names*> same;
    for (const Names& to : renamings) {
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
          std::ranges::none_of(same, [&](const Names* to) { return spelled(state, *to) < own; });
      if (first) {
        visit(text + own, answers);
      }
    }
  }).run();
  return programs;
}

}  // namespace hrfcheck::test
