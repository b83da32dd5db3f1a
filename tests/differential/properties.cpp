#include "differential/properties.h"

#include <algorithm>
#include <functional>

namespace hrfcheck {
namespace {

/// What a law may look at.
struct Case {
  const Program& program;
  const Answers& answers;
  const EngineAnswer& irEquality;
  TestFacts facts;
};

struct ModelLaw {
  const char* name;
  std::function<bool(const Case&)> applies;
  std::function<bool(const Case&)> holds;
};

bool raceFree(const Case& c, const char* model) {
  return !c.answers.at(model).racy();
}

bool sameVerdict(const EngineAnswer& a, const EngineAnswer& b) {
  if (a.racy() != b.racy()) {
    return false;
  }
  return a.racy() || a.outcomes == b.outcomes;
}

bool fewerRaces(const EngineAnswer& fewer, const EngineAnswer& more) {
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

bool among(const std::set<std::vector<Value>>& some, const std::set<std::vector<Value>>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// Models that do not apply hold nothing back.
bool containsSc(const Case& c, const char* model) {
  return !c.answers.contains(model) || among(c.answers.at("sc").outcomes, c.answers.at(model).outcomes);
}

/// Those whose files declare a promise are checked by it (promises.h); these keep the same one.
constexpr const char* kSeqCstIsSc[] = {"c11-partialsc", "opencl-rsp"};

bool seqCstC(const Case& c, const char* model) {
  return c.answers.contains("c11") && c.facts.onlySc && c.answers.at(model).incidents.empty() &&
         raceFree(c, model);
}

/// Models that agree with DRF0 when every scope is the whole system and every atomic is sc.
constexpr const char* kOneScopeModels[] = {
    "hrf-direct", "hrf-indirect", "hrf-direct-relaxed", "hrf-indirect-relaxed",
    "rsp",        "rsp-literal",  "rsp-incl",           "hsa"};

const std::vector<ModelLaw>& modelLaws() {
  static const std::vector<ModelLaw> kLaws{
      {"race-free under HRF-direct is race-free under HRF-indirect",
       [](const Case& c) { return raceFree(c, "hrf-direct"); },
       [](const Case& c) { return raceFree(c, "hrf-indirect"); }},
      {"race-free under HRF-direct is race-free under HRF0",
       [](const Case& c) { return raceFree(c, "hrf-direct"); },
       [](const Case& c) { return raceFree(c, "hrf0"); }},
      {"race-free under HRF-direct is race-free under DRF0",
       [](const Case& c) { return raceFree(c, "hrf-direct"); },
       [](const Case& c) { return raceFree(c, "drf0"); }},
      {"sc atomics, no read-modify-writes: race-free under HRF0 is race-free under DRF0",
       [](const Case& c) { return c.facts.onlySc && !c.facts.updates && raceFree(c, "hrf0"); },
       [](const Case& c) { return raceFree(c, "drf0"); }},
      {"sc atomics: race-free under HRF-indirect is race-free under HRF-indirect-relaxed",
       [](const Case& c) { return c.facts.onlySc && raceFree(c, "hrf-indirect"); },
       [](const Case& c) { return raceFree(c, "hrf-indirect-relaxed"); }},
      {"sc atomics: HRF-indirect-relaxed with equal scopes is HRF-indirect",
       [](const Case& c) { return c.facts.onlySc; },
       [](const Case& c) { return sameVerdict(c.irEquality, c.answers.at("hrf-indirect")); }},
      {"without remote operations the three RSP models are HRF-indirect-relaxed",
       [](const Case& c) { return !c.facts.remote; },
       [](const Case& c) {
         const EngineAnswer& ir = c.answers.at("hrf-indirect-relaxed");
         return c.answers.at("rsp") == ir && c.answers.at("rsp-literal") == ir &&
                c.answers.at("rsp-incl") == ir;
       }},
      {"race-free under RSP, without third parties, is race-free under RSP by inclusion",
       [](const Case& c) {
         return c.facts.remote && raceFree(c, "rsp") && !c.answers.at("rsp").flags.contains(kThirdPartyFlag);
       },
       [](const Case& c) { return raceFree(c, "rsp-incl"); }},
      {"sc atomics at system scope: every model but HRF0 is DRF0",
       [](const Case& c) { return c.facts.oneScope; },
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
       [](const Case& c) { return c.facts.oneScope && raceFree(c, "drf0"); },
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
      {"one level of scopes, no remote operations: OpenCL with remote-scope promotion is OpenCL",
       [](const Case& c) { return c.facts.oneLevel && !c.facts.remote; },
       [](const Case& c) { return c.answers.at("opencl") == c.answers.at("opencl-rsp"); }},
      {"C without consume: C11 is OpenCL",
       [](const Case& c) { return c.answers.contains("c11") && !c.facts.consume; },
       [](const Case& c) { return c.answers.at("opencl") == c.answers.at("c11"); }},
      {"what C11 shows, C11 with partial SC shows", [](const Case& c) { return c.answers.contains("c11"); },
       [](const Case& c) {
         return among(c.answers.at("c11").outcomes, c.answers.at("c11-partialsc").outcomes) &&
                fewerRaces(c.answers.at("c11"), c.answers.at("c11-partialsc"));
       }},
      {"without ordinary accesses: the outcomes of SC are outcomes of C11 and of OpenCL",
       [](const Case& c) { return !c.facts.ordinary; },
       [](const Case& c) {
         return containsSc(c, "c11") && containsSc(c, "c11-partialsc") && containsSc(c, "opencl") &&
                containsSc(c, "opencl-rsp");
       }},
      {"the outcomes of SC are outcomes of RC11", [](const Case& c) { return c.answers.contains("rc11"); },
       [](const Case& c) { return containsSc(c, "rc11"); }},
      {"C with seq_cst atomics only: race-free under C11 with partial SC, or OpenCL with remote-scope promotion, has the outcomes of SC",
       [](const Case& c) {
         return std::ranges::any_of(kSeqCstIsSc, [&](const char* model) { return seqCstC(c, model); });
       },
       [](const Case& c) {
         return std::ranges::all_of(kSeqCstIsSc, [&](const char* model) {
           return !seqCstC(c, model) || c.answers.at(model).outcomes == c.answers.at("sc").outcomes;
         });
       }},
  };
  return kLaws;
}

Case makeCase(const EventStructure& structure, const Answers& answers, const EngineAnswer& irEquality) {
  return {structure.program(), answers, irEquality, factsOf(structure)};
}

}  // namespace

std::vector<std::string> brokenLaws(const EventStructure& structure, const Answers& answers,
                                    const EngineAnswer& irEquality) {
  const Case c = makeCase(structure, answers, irEquality);
  std::vector<std::string> broken;
  for (const ModelLaw& law : modelLaws()) {
    if (law.applies(c) && !law.holds(c)) {
      broken.emplace_back(law.name);
    }
  }
  return broken;
}

void countLaws(const EventStructure& structure, const Answers& answers, LawCounts& counts) {
  const EngineAnswer none;
  const Case c = makeCase(structure, answers, none);
  for (const ModelLaw& law : modelLaws()) {
    counts[law.name] += law.applies(c) ? 1 : 0;
  }
}

}  // namespace hrfcheck
