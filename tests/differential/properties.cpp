#include "differential/properties.h"

#include <algorithm>
#include <functional>

namespace hrfcheck {
namespace {

/// What a law may look at.
struct Case {
  const Program& program;
  const Answers& answers;
  const Answer& irEquality;
  bool remote;  ///< has remote operations
  bool onlySc;  ///< every atomic is sc
  bool system;  ///< and at sys scope
};

struct Law {
  const char* name;
  std::function<bool(const Case&)> applies;
  std::function<bool(const Case&)> holds;
};

bool raceFree(const Case& c, const char* model) {
  return !c.answers.at(model).racy();
}

bool sameVerdict(const Answer& a, const Answer& b) {
  if (a.racy() != b.racy()) {
    return false;
  }
  return a.racy() || a.outcomes == b.outcomes;
}

bool fewerRaces(const Answer& fewer, const Answer& more) {
  if (!fewer.racy()) {
    return true;
  }
  if (!more.racy()) {
    return false;
  }
  const auto& a = fewer.flags.at(kRaceFlag);
  const auto& b = more.flags.at(kRaceFlag);
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

/// Models that agree with DRF0 when every scope is the whole system and every atomic is sc.
constexpr const char* kOneScopeModels[] = {
    "hrf-direct", "hrf-indirect", "hrf-direct-relaxed", "hrf-indirect-relaxed",
    "rsp",        "rsp-literal",  "rsp-incl",           "hsa"};

const std::vector<Law>& laws() {
  static const std::vector<Law> kLaws{
      {"race-free under HRF-direct is race-free under HRF-indirect",
       [](const Case& c) { return raceFree(c, "hrf-direct"); },
       [](const Case& c) { return raceFree(c, "hrf-indirect"); }},
      {"race-free under HRF-direct is race-free under HRF0",
       [](const Case& c) { return raceFree(c, "hrf-direct"); },
       [](const Case& c) { return raceFree(c, "hrf0"); }},
      {"sc atomics: race-free under HRF-indirect is race-free under HRF-indirect-relaxed",
       [](const Case& c) { return c.onlySc && raceFree(c, "hrf-indirect"); },
       [](const Case& c) { return raceFree(c, "hrf-indirect-relaxed"); }},
      {"sc atomics: HRF-indirect-relaxed with equal scopes is HRF-indirect",
       [](const Case& c) { return c.onlySc; },
       [](const Case& c) { return sameVerdict(c.irEquality, c.answers.at("hrf-indirect")); }},
      {"sc atomics: race-free under HRF-indirect-relaxed has the outcomes of SC",
       [](const Case& c) { return c.onlySc && raceFree(c, "hrf-indirect-relaxed"); },
       [](const Case& c) {
         return c.answers.at("hrf-indirect-relaxed").outcomes == c.answers.at("sc").outcomes;
       }},
      {"sc atomics: race-free under HSA has the outcomes of SC",
       [](const Case& c) { return c.onlySc && raceFree(c, "hsa"); },
       [](const Case& c) { return c.answers.at("hsa").outcomes == c.answers.at("sc").outcomes; }},
      {"without remote operations the three RSP models are HRF-indirect-relaxed",
       [](const Case& c) { return !c.remote; },
       [](const Case& c) {
         const Answer& ir = c.answers.at("hrf-indirect-relaxed");
         return c.answers.at("rsp") == ir && c.answers.at("rsp-literal") == ir &&
                c.answers.at("rsp-incl") == ir;
       }},
      {"sc atomics at system scope: every model but HRF0 is DRF0", [](const Case& c) { return c.system; },
       [](const Case& c) {
         for (const char* model : kOneScopeModels) {
           if (!sameVerdict(c.answers.at(model), c.answers.at("drf0"))) {
             return false;
           }
         }
         return true;
       }},
      // Not the converse: HRF0 has release-to-release edges, DRF0 has not.
      {"sc atomics at system scope: race-free under DRF0 is race-free under HRF0",
       [](const Case& c) { return c.system && raceFree(c, "drf0"); },
       [](const Case& c) { return sameVerdict(c.answers.at("hrf0"), c.answers.at("drf0")); }},
      {"inclusion as in Definition 3.1 only removes races (indirect)", [](const Case&) { return true; },
       [](const Case& c) {
         return fewerRaces(c.answers.at("hrf-indirect-relaxed-def31"), c.answers.at("hrf-indirect-relaxed"));
       }},
      {"inclusion as in Definition 3.1 only removes races (direct)", [](const Case&) { return true; },
       [](const Case& c) {
         return fewerRaces(c.answers.at("hrf-direct-relaxed-def31"), c.answers.at("hrf-direct-relaxed"));
       }},
      {"synchronization without 'same location' only removes races",
       [](const Case& c) { return c.answers.contains("hrf-indirect-anyloc"); },
       [](const Case& c) {
         return fewerRaces(c.answers.at("hrf-indirect-anyloc"), c.answers.at("hrf-indirect")) &&
                fewerRaces(c.answers.at("hrf-direct-anyloc"), c.answers.at("hrf-direct"));
       }},
  };
  return kLaws;
}

Case makeCase(const Program& program, Profile profile, const Answers& answers, const Answer& irEquality) {
  const bool system = profile == Profile::SystemScope;
  return {program, answers, irEquality, featuresOf(program).remote, system || profile == Profile::SeqCstOnly,
          system};
}

}  // namespace

std::vector<std::string> brokenLaws(const Program& program, Profile profile, const Answers& answers,
                                    const Answer& irEquality) {
  const Case c = makeCase(program, profile, answers, irEquality);
  std::vector<std::string> broken;
  for (const Law& law : laws()) {
    if (law.applies(c) && !law.holds(c)) {
      broken.emplace_back(law.name);
    }
  }
  return broken;
}

void countLaws(Profile profile, const Program& program, const Answers& answers, LawCounts& counts) {
  const Answer none;
  const Case c = makeCase(program, profile, answers, none);
  for (const Law& law : laws()) {
    counts[law.name] += law.applies(c) ? 1 : 0;
  }
}

}  // namespace hrfcheck
