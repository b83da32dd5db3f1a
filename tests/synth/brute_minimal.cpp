#include "synth/brute_minimal.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "synth/brute_programs.h"

namespace hrfcheck::test {
namespace {

/// What an instruction asks for: words, of which more is stronger, and a scope.
struct Demand {
  std::set<std::string> words;
  int scope = 0;

  bool within(const Demand& other) const {
    return scope <= other.scope && std::ranges::includes(other.words, words);
  }
};

std::vector<std::string> partsOf(const std::string& letter) {
  std::vector<std::string> parts(1);
  for (const char c : letter) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Demand demandOf(const std::string& letter) {
  static const std::map<std::string, std::set<std::string>> kWords{
      {"rlx", {"atomic"}},
      {"acq", {"atomic", "acquire"}},
      {"rel", {"atomic", "release"}},
      {"ar", {"atomic", "acquire", "release"}},
      {"sc", {"atomic", "acquire", "release", "sc"}},
      {"rm_acq", {"atomic", "acquire", "remote"}},
      {"rm_rel", {"atomic", "release", "remote"}},
      {"rm_ar", {"atomic", "acquire", "release", "remote"}}};
  const std::vector<std::string> parts = partsOf(letter);
  return parts.size() == 1 ? Demand{} : Demand{kWords.at(parts[1]), parts[2] == "wg" ? 1 : 2};
}

/// Of the letters of the same operation, those that are next below this one.
std::vector<std::string> weakerLetters(const std::string& letter, const std::vector<std::string>& letters) {
  const auto less = [](const std::string& a, const std::string& b) {
    return a != b && partsOf(a)[0] == partsOf(b)[0] && demandOf(a).within(demandOf(b));
  };
  std::vector<std::string> result;
  for (const std::string& candidate : letters) {
    if (less(candidate, letter) && std::ranges::none_of(letters, [&](const std::string& between) {
          return less(candidate, between) && less(between, letter);
        })) {
      result.push_back(candidate);
    }
  }
  return result;
}

std::string halfOf(const std::string& letter, const std::string& operation, const std::string& half) {
  const std::vector<std::string> parts = partsOf(letter);
  const std::string& order = parts[1];
  std::string own = "rlx";
  if (order == "sc" || order == half || order == "rm_" + half) {
    own = order;
  } else if (order == "ar") {
    own = half;
  } else if (order == "rm_ar") {
    own = "rm_" + half;
  }
  return fmt::format("{}.{}.{}", operation, own, parts[2]);
}

/// A program, and what it must end in: some registers and locations.
struct Asked {
  BruteProgram program;
  BruteState state;
};

long valueAt(std::size_t t, std::size_t i) {
  return 10 * (static_cast<long>(t) + 1) + static_cast<long>(i) + 1;
}

std::string registerName(const BruteProgram& p, std::size_t t, std::size_t i) {
  const auto& code = p.threads[t];
  const auto before = std::count_if(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(i),
                                    [](const BruteInstruction& instruction) { return instruction.reads(); });
  return fmt::format("{}:r{}", t, before);
}

/// Moves the instructions of a test to other places; places that are gone take their registers and values
/// with them.
class Move {
 public:
  using Place = std::pair<std::size_t, std::size_t>;  ///< thread, number

  /// @param to where each place that is left goes; of a split read-modify-write, its load
  /// @param writes the same for what is written; of a split one, its store
  Move(const Asked& from, BruteProgram program, const std::map<Place, Place>& to,
       const std::map<Place, Place>& writes)
      : to_{std::move(program), {}} {
    std::map<long, long> values{{0, 0}};
    for (const auto& [old, fresh] : writes) {
      values[valueAt(old.first, old.second)] = valueAt(fresh.first, fresh.second);
    }
    const auto move = [&](const std::string& oldName, const std::string& newName) {
      const auto known = from.state.find(oldName);
      if (known != from.state.end() && values.contains(known->second)) {
        to_.state[newName] = values.at(known->second);
      }
    };
    for (const auto& [old, fresh] : to) {
      if (from.program.threads[old.first][old.second].reads()) {
        move(registerName(from.program, old.first, old.second),
             registerName(to_.program, fresh.first, fresh.second));
      }
    }
    for (const char* location : {"x", "y", "z", "w"}) {
      move(location, location);
    }
  }

  Asked asked() const { return to_; }

 private:
  Asked to_;
};

Asked dropped(const Asked& test, std::size_t t, std::size_t i) {
  BruteProgram program = test.program;
  program.threads[t].erase(program.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
  const bool whole = program.threads[t].empty();
  if (whole) {
    program.threads.erase(program.threads.begin() + static_cast<std::ptrdiff_t>(t));
    program.groups.erase(program.groups.begin() + static_cast<std::ptrdiff_t>(t));
  }
  std::map<Move::Place, Move::Place> to;
  for (std::size_t u = 0; u < test.program.threads.size(); ++u) {
    for (std::size_t j = 0; j < test.program.threads[u].size(); ++j) {
      if (u != t || j != i) {
        to[{u, j}] = {whole && u > t ? u - 1 : u, u == t && j > i ? j - 1 : j};
      }
    }
  }
  return Move(test, program, to, to).asked();
}

Asked split(const Asked& test, std::size_t t, std::size_t i) {
  BruteProgram program = test.program;
  const BruteInstruction whole = program.threads[t][i];
  const auto at = program.threads[t].begin() + static_cast<std::ptrdiff_t>(i);
  *at = {halfOf(whole.letter, "ld", "acq"), whole.location};
  program.threads[t].insert(at + 1, {halfOf(whole.letter, "st", "rel"), whole.location});
  std::map<Move::Place, Move::Place> to, writes;
  for (std::size_t u = 0; u < test.program.threads.size(); ++u) {
    for (std::size_t j = 0; j < test.program.threads[u].size(); ++j) {
      to[{u, j}] = {u, u == t && j > i ? j + 1 : j};
      writes[{u, j}] = {u, u == t && j >= i ? j + 1 : j};
    }
  }
  return Move(test, program, to, writes).asked();
}

/// By location, the values that are stored there.
std::map<unsigned, std::vector<long>> storesOf(const BruteProgram& p) {
  std::map<unsigned, std::vector<long>> stores;
  for (std::size_t t = 0; t < p.threads.size(); ++t) {
    for (std::size_t i = 0; i < p.threads[t].size(); ++i) {
      if (p.threads[t][i].writes()) {
        stores[p.threads[t][i].location].push_back(valueAt(t, i));
      }
    }
  }
  return stores;
}

/// Every final state that some writes could leave.
std::vector<BruteState> conceivable(const BruteProgram& p) {
  const auto stores = storesOf(p);
  std::vector<BruteState> states(1);
  const auto choose = [&](const std::string& name, const std::vector<long>& values) {
    std::vector<BruteState> longer;
    for (const BruteState& state : states) {
      for (const long value : values) {
        longer.push_back(state);
        longer.back()[name] = value;
      }
    }
    states = std::move(longer);
  };
  for (std::size_t t = 0; t < p.threads.size(); ++t) {
    for (std::size_t i = 0; i < p.threads[t].size(); ++i) {
      const BruteInstruction& instruction = p.threads[t][i];
      if (!instruction.reads()) {
        continue;
      }
      std::vector<long> values{0};
      if (const auto of = stores.find(instruction.location); of != stores.end()) {
        std::ranges::copy_if(of->second, std::back_inserter(values),
                             [&](long value) { return value != valueAt(t, i); });
      }
      choose(registerName(p, t, i), values);
    }
  }
  for (const auto& [location, values] : stores) {
    choose(std::string(1, "xyzw"[location]), values);
  }
  return states;
}

class Minimal {
 public:
  Minimal(const BruteBounds& bounds, const std::vector<std::shared_ptr<const Model>>& models)
      : bounds_(bounds), models_(models), engine_(makeExplicitEngine()) {}

  bool holds(const Asked& test) {
    return forbidden(test) &&
           std::ranges::none_of(weaker(test), [&](const Asked& w) { return forbidden(w); });
  }

 private:
  std::vector<Asked> weaker(const Asked& test) const {
    std::vector<Asked> result;
    for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
      for (std::size_t i = 0; i < test.program.threads[t].size(); ++i) {
        for (const std::string& letter : weakerLetters(test.program.threads[t][i].letter, bounds_.letters)) {
          result.push_back(test);
          result.back().program.threads[t][i].letter = letter;
        }
        if (bounds_.events > 1) {
          result.push_back(dropped(test, t, i));
        }
        if (test.program.threads[t][i].is("exch")) {
          result.push_back(split(test, t, i));
        }
      }
    }
    return result;
  }

  static bool agrees(const BruteState& part, const BruteState& whole) {
    return std::ranges::all_of(part, [&](const auto& wanted) {
      const auto is = whole.find(wanted.first);
      return is != whole.end() && is->second == wanted.second;
    });
  }

  /// Every state that agrees with what is asked: no model has it as an outcome, and it has a meaning.
  bool forbidden(const Asked& test) {
    return std::ranges::all_of(conceivable(test.program), [&](const BruteState& state) {
      return !agrees(test.state, state) || stateForbidden(test.program, state);
    });
  }

  bool stateForbidden(const BruteProgram& p, const BruteState& state) {
    for (const Outcomes& ofModel : outcomes(p, "")) {
      for (const BruteState& outcome : ofModel.states) {
        if (agrees(state, outcome)) {
          return false;
        }
      }
    }
    return meaningful(p, state);
  }

  /// Behind some filter of registers, every model has outcomes and none has a race.
  bool meaningful(const BruteProgram& p, const BruteState& state) {
    std::vector<std::string> registers;
    for (const auto& [name, value] : state) {
      if (name.size() > 1) {
        registers.push_back(fmt::format("{}={}", name, value));
      }
    }
    for (unsigned set = 0; set < 1U << registers.size(); ++set) {
      std::string condition;
      for (std::size_t i = 0; i < registers.size(); ++i) {
        if (((set >> i) & 1U) != 0) {
          condition += (condition.empty() ? "" : " /\\ ") + registers[i];
        }
      }
      const auto& answers = outcomes(p, condition.empty() ? "" : fmt::format("filter ({})\n", condition));
      if (std::ranges::all_of(answers, [](const Outcomes& of) { return !of.states.empty() && !of.racy; })) {
        return true;
      }
    }
    return false;
  }

  struct Outcomes {
    std::vector<BruteState> states;
    bool racy = false;
  };

  /// By model.
  const std::vector<Outcomes>& outcomes(const BruteProgram& p, const std::string& filter) {
    const std::string text = bruteLitmus(p, filter);
    const auto [known, fresh] = outcomes_.try_emplace(text);
    if (!fresh) {
      return known->second;
    }
    const auto structure = std::make_shared<const EventStructure>(
        parseLitmus(std::make_shared<const Source>("brute.litmus", text)));
    for (const auto& model : models_) {
      const Analysis analysis = engine_->analyse(given(structure, *model), {});
      if (analysis.undecided) {
        FAIL("small programs are decided");
      }
      Outcomes& ofModel = known->second.emplace_back();
      ofModel.racy = std::ranges::any_of(analysis.flags, [&](const FlagFinding& flag) {
        return model->checks[flag.check].name == kRaceFlag;
      });
      for (const Outcome& outcome : analysis.outcomes) {
        BruteState& state = ofModel.states.emplace_back();
        for (std::size_t v = 0; v < outcome.values.size(); ++v) {
          state[structure->program().nameOf(structure->program().observed[v])] = outcome.values[v];
        }
      }
    }
    return known->second;
  }

  BruteBounds bounds_;
  const std::vector<std::shared_ptr<const Model>>& models_;
  std::unique_ptr<Engine> engine_;
  std::map<std::string, std::vector<Outcomes>> outcomes_;  ///< by text
};

}  // namespace

std::vector<std::string> minimalBruteTests(const BruteBounds& bounds,
                                           const std::vector<std::shared_ptr<const Model>>& models) {
  Minimal minimal(bounds, models);
  std::vector<std::string> found;
  forEachProgram(bounds, [&](const BruteProgram& p) {
    const auto renamings = allNames(static_cast<unsigned>(p.threads.size()), bounds.locations);
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
    for (const BruteState& state : conceivable(p)) {
      const std::string own = spelled(state, renamings.front());
      const bool first =
          std::ranges::none_of(same, [&](const BruteNames* to) { return spelled(state, *to) < own; });
      if (first && minimal.holds({p, state})) {
        found.push_back(text + own);
      }
    }
  });
  return found;
}

}  // namespace hrfcheck::test
