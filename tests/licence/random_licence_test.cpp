// What is said to be established for random models, and for the models that come with hrfcheck, held against
// small executions: with something left out, each choice of orders that the model accepts must still have
// one, which raises the same flags.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "cat/library.h"
#include "cat/licence/licences.h"
#include "cat/model/check_kind_name.h"
#include "cat/model/text.h"
#include "licence/random_cat.h"
#include "licence/random_execution.h"
#include "licence/small_execution.h"
#include "support/slice.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// A flag, and the pair, the member (twice), or nothing (kNothing) by which it is raised.
struct Raised {
  std::size_t check;
  unsigned first;
  unsigned second;

  friend auto operator<=>(const Raised&, const Raised&) = default;
};
constexpr unsigned kNothing = ~0U;

/// @param name what an event is called, or kNothing if what it raises does not count
template <typename Name>
std::set<Raised> raisedBy(const Model& model, const SmallJudgement& judgement, unsigned size, Name name) {
  std::set<Raised> result;
  for (std::size_t c = 0; c < model.checks.size(); ++c) {
    if (!judgement.raised[c]) {
      continue;
    }
    const Check& check = model.checks[c];
    const bool byPairs = (check.role == CheckRole::Flag) == check.negated && check.forall.empty() &&
                         check.kind != CheckKind::Acyclic;
    if (!byPairs) {
      result.insert({c, kNothing, kNothing});
      continue;
    }
    const SmallValue& by = judgement.by[c];
    for (unsigned x = 0; x < size; ++x) {
      for (unsigned y = 0; y < size; ++y) {
        const bool member = by.isSet ? x == y && has(by.rows[0], x) : has(by.rows[x], y);
        if (member && name(x) != kNothing && name(y) != kNothing) {
          result.insert({c, name(x), name(y)});
        }
      }
    }
  }
  return result;
}

/// What a model makes of an execution: of each choice that it accepts, the flags. Nothing if there are too
/// many.
template <typename Name>
std::optional<std::vector<std::set<Raised>>> judged(const Model& model, const SmallExecution& execution,
                                                    Name name) {
  std::vector<std::set<Raised>> result;
  const bool few = SmallModel(model).forEachChoice(execution, [&](const SmallJudgement& judgement) {
    if (judgement.consistent) {
      result.push_back(raisedBy(model, judgement, execution.size(), name));
    }
  });
  return few ? std::optional(result) : std::nullopt;
}

bool includes(const std::set<Raised>& all, const std::set<Raised>& some) {
  return std::ranges::includes(all, some);
}

/// Each of `before` has one among `after` with the same flags, or, one by one, each flag of it.
bool shown(const std::vector<std::set<Raised>>& before, const std::vector<std::set<Raised>>& after,
           bool oneByOne) {
  return std::ranges::all_of(before, [&](const std::set<Raised>& flags) {
    const auto isIn = [&](const std::set<Raised>& some) {
      return std::ranges::any_of(after, [&](const std::set<Raised>& all) { return includes(all, some); });
    };
    return oneByOne ? isIn({}) && std::ranges::all_of(flags, [&](const Raised& r) { return isIn({r}); })
                    : isIn(flags);
  });
}

struct Count {
  int established = 0;  ///< licences
  int compared = 0;     ///< consistent executions with something left out
  int flagged = 0;      ///< with a flag
};

void note(Count& count, const std::vector<std::set<Raised>>& before) {
  count.compared += before.empty() ? 0 : 1;
  count.flagged += std::ranges::any_of(before, [](const auto& flags) { return !flags.empty(); }) ? 1 : 0;
}

/// @returns whether what is left is as good
bool deletionHolds(const Model& model, bool updates, Random& random, Count& count) {
  const SmallExecution whole = randomExecution(model, random);
  Events gone = 0;
  const SmallExecution left = withoutSome(whole, updates, random, gone);
  std::vector<unsigned> numbers(whole.size(), kNothing);
  unsigned next = 0;
  for (unsigned e = 0; e < whole.size(); ++e) {
    numbers[e] = has(gone, e) ? kNothing : next++;
  }
  const auto before = judged(model, whole, [&](unsigned e) { return numbers[e]; });
  if (gone == 0 || !before || before->empty()) {
    return true;
  }
  const auto after = judged(model, left, [](unsigned e) { return e; });
  note(count, *before);
  return !after || shown(*before, *after, false);
}

/// An execution with one read, with two and with three of them.
bool twinsHold(const Model& model, bool oneMore, Random& random, Count& count) {
  const SmallExecution one = randomExecution(model, random);
  const auto read = static_cast<unsigned>(random.below(one.size()));
  if (!isLoneRead(one, read)) {
    return true;
  }
  const TwinDependencies dependencies{random.chance(70), random.chance(50)};
  const SmallExecution two = withTwin(one, read, dependencies, random);
  const SmallExecution three = withTwin(two, random.chance(50) ? read : read + 1, dependencies, random);
  // By instruction: pairs of two of the reads are told apart.
  const auto named = [&](unsigned copies) {
    return [read, copies](unsigned e) { return e <= read ? e : e < read + copies ? read : e - copies + 1; };
  };
  const auto ofOne = judged(model, one, named(1));
  const auto ofTwo = judged(model, two, named(2));
  const auto ofThree = judged(model, three, named(3));
  if (!ofOne || !ofTwo || !ofThree) {
    return true;
  }
  note(count, *ofTwo);
  // What two reads raise together needs both.
  const auto apart = [&](std::vector<std::set<Raised>> all) {
    for (std::set<Raised>& flags : all) {
      std::erase_if(flags, [&](const Raised& r) { return r.first == read && r.second == read; });
      if (oneMore) {
        std::erase_if(flags, [&](const Raised& r) { return r.first == read || r.second == read; });
      }
    }
    return all;
  };
  return shown(apart(*ofTwo), *ofOne, false) && shown(*ofThree, *ofTwo, true);
}

/// TestFact::FencesAtOneEnd.
bool fencesAreAtOneEnd(const SmallExecution& execution, const Round& round) {
  bool read = false, fence = false, fenceBehindRead = false, readBehindFence = false;
  for (unsigned e = round.first; e < round.first + round.length; ++e) {
    const bool isFence = execution.kinds[e] == cat::KindOfEvent::Fence;
    fenceBehindRead = fenceBehindRead || (isFence && read);
    readBehindFence = readBehindFence || (!isFence && fence);
    (isFence ? fence : read) = true;
  }
  return !(fenceBehindRead && readBehindFence);
}

/// Executions with two, three and four rounds, the last of which may read something else.
bool roundsHold(const Model& model, bool oneMore, unsigned least, Random& random, Count& count) {
  const SmallExecution one = randomExecution(model, random);
  const Round round = roundAt(one, static_cast<unsigned>(random.below(one.size())));
  if (round.length < least || !fencesAreAtOneEnd(one, round) || one.size() + 3 * round.length > kMostEvents) {
    return true;
  }
  const TwinDependencies dependencies{random.chance(70), random.chance(50)};
  const SmallExecution two = withRound(one, round, true, dependencies, random);
  const SmallExecution three = withRound(two, round, false, dependencies, random);
  const SmallExecution four = withRound(three, round, false, dependencies, random);
  const auto named = [&](unsigned copies) {
    return [=](unsigned e) {
      return e < round.first                           ? e
             : e < round.first + copies * round.length ? round.first + (e - round.first) % round.length
                                                       : e - (copies - 1) * round.length;
    };
  };
  const auto ofTwo = judged(model, two, named(2));
  const auto ofThree = judged(model, three, named(3));
  const auto ofFour = judged(model, four, named(4));
  if (!ofTwo || !ofThree || !ofFour) {
    return true;
  }
  note(count, *ofThree);
  return (oneMore || shown(*ofThree, *ofTwo, true)) && shown(*ofFour, *ofThree, true);
}

/// The checks and choices of a model, written out.
std::string textOf(const Model& model) {
  std::string text;
  for (const Choice& choice : model.choices) {
    text += "with " + choice.name + " from linearisations(" + toText(model, choice.set) + ", " +
            toText(model, choice.order) + (choice.within ? ", " + toText(model, *choice.within) : "") + ")\n";
  }
  for (const Recursion& recursion : model.recursions) {
    for (std::size_t m = 0; m < recursion.bodies.size(); ++m) {
      text += "rec " + recursion.names[m] + " = " + toText(model, recursion.bodies[m]) + "\n";
    }
  }
  for (const Check& check : model.checks) {
    text += check.role == CheckRole::Flag      ? "flag "
            : check.role == CheckRole::Require ? ""
                                               : "undefined_unless ";
    text += std::string(check.negated ? "~" : "") + nameOf(check.kind) + " " + toText(model, check.node) +
            (check.forall.empty() ? "" : " for all classes") + "\n";
  }
  return text;
}

template <typename Holds>
void hold(const std::string& licence, const Model& model, std::uint64_t seed, int executions, Count& count,
          Holds holds) {
  ++count.established;
  Random random(seed * 7919);
  for (int i = 0; i < executions; ++i) {
    const bool held = holds(random);
    CAPTURE(seed);
    CAPTURE(i);
    CAPTURE(licence);
    const std::string text = held ? "" : textOf(model);
    CAPTURE(text);
    REQUIRE(held);
  }
}

void holdAll(const Model& model, std::uint64_t seed, int executions, Count& deletion, Count& updates,
             Count& twins) {
  const Licences licences(model);
  if (licences.holds(Licence::Deletion)) {
    hold("deletion", model, seed, executions, deletion,
         [&](Random& r) { return deletionHolds(model, false, r, deletion); });
  }
  if (licences.holds(Licence::UpdateDeletion)) {
    hold("updates", model, seed, executions, updates,
         [&](Random& r) { return deletionHolds(model, true, r, updates); });
  }
  if (licences.holds(Licence::Twins)) {
    const bool oneMore = licences.of(Licence::Twins).oneRoundMore;
    hold("twins", model, seed, executions, twins,
         [&](Random& r) { return twinsHold(model, oneMore, r, twins); });
  }
}

std::uint64_t wanted(const char* variable, std::uint64_t usual) {
  const char* set = std::getenv(variable);
  return set != nullptr ? std::stoull(set) : usual;
}

/// Of soaks, whose numbers somebody wants to know.
void print(const std::string& name, const Count& count) {
  if (std::getenv("HRFCHECK_EXECUTIONS") != nullptr) {
    MESSAGE(name << ": " << count.established << " established, " << count.compared << " compared, "
                 << count.flagged << " flagged");
  }
}

}  // namespace

TEST_CASE("what is established for random models holds on small executions") {
  Count deletion, updates, twins;
  const std::uint64_t models = wanted("HRFCHECK_RANDOM_MODELS", 400);
  const std::uint64_t first = wanted("HRFCHECK_FIRST_MODEL", 1);
  for (std::uint64_t seed = first; seed < first + models; ++seed) {
    holdAll(randomCat(seed), seed, static_cast<int>(wanted("HRFCHECK_EXECUTIONS", 30)), deletion, updates,
            twins);
  }
  print("deletion", deletion);
  print("updates", updates);
  print("twins", twins);
  CHECK(deletion.established * 10 > static_cast<int>(models));
  CHECK(twins.established * 10 > static_cast<int>(models));
  CHECK(deletion.flagged > static_cast<int>(models));
  CHECK(twins.flagged > static_cast<int>(models));
}

TEST_CASE("small executions refute much of what is not established") {
  int refused = 0, refuted = 0;
  Count count;
  for (std::uint64_t seed = 1; seed <= wanted("HRFCHECK_RANDOM_MODELS", 200); ++seed) {
    const Model model = randomCat(seed);
    const Licences licences(model);
    Random random(seed);
    const auto fails = [&](auto holds) {
      ++refused;
      for (std::uint64_t i = 0; i < wanted("HRFCHECK_EXECUTIONS", 150); ++i) {
        if (!holds()) {
          ++refuted;
          return;
        }
      }
    };
    if (!licences.holds(Licence::Deletion)) {
      fails([&] { return deletionHolds(model, false, random, count); });
    }
    if (!licences.holds(Licence::Twins)) {
      fails([&] { return twinsHold(model, false, random, count); });
    }
  }
  if (std::getenv("HRFCHECK_EXECUTIONS") != nullptr) {
    MESSAGE(refuted << " of " << refused << " refuted");
  }
  CHECK(refuted * 5 > refused);
}

TEST_CASE("what is established for the models that come with hrfcheck holds on small executions") {
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  Count deletion, updates, twins;
  std::uint64_t seed = 0;
  for (const std::string& name : library.names()) {
    CAPTURE(name);
    ++seed;
    // Few random executions are consistent under the models of AMD GPUs, and finding them takes many minutes.
    if (!kAtLength && name.starts_with("amdgpu")) {
      continue;
    }
    holdAll(library.load(name), seed, static_cast<int>(wanted("HRFCHECK_EXECUTIONS", kAtLength ? 30 : 10)),
            deletion, updates, twins);
  }
  print("deletion", deletion);
  print("updates", updates);
  print("twins", twins);
}

TEST_CASE("what was proved by hand of rounds of several events holds on small executions") {
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  Count count;
  for (const std::string& name : library.names()) {
    const Model model = library.load(name);
    const Licences licences(model);
    const LicenceFinding& rounds = licences.of(Licence::TwinRounds);
    if (rounds.holds()) {
      CAPTURE(name);
      hold("twin rounds", model, 17, static_cast<int>(wanted("HRFCHECK_EXECUTIONS", 300)), count,
           [&](Random& r) { return roundsHold(model, rounds.oneRoundMore, 2, r, count); });
    }
  }
  print("twin rounds", count);
  CHECK(count.established == 6);
}
