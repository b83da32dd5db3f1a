#include "differential/gpu_laws.h"

#include <algorithm>

#include "program/flow/asynchronous.h"

namespace hrfcheck {
namespace {

struct Law {
  const char* text;
  /// Whether it speaks of the test.
  bool (*applies)(const EventStructure&, const Answers&);
  bool (*holds)(const Answers&);
};

bool outcomesWithin(const EngineAnswer& inner, const EngineAnswer& outer) {
  return std::ranges::includes(outer.outcomes, inner.outcomes);
}

bool pairsWithin(const EngineAnswer& inner, const EngineAnswer& outer) {
  return std::ranges::all_of(inner.flags, [&](const auto& flag) {
    const auto found = outer.flags.find(flag.first);
    return found != outer.flags.end() && std::ranges::includes(found->second, flag.second);
  });
}

bool has(const Answers& answers, const char* model) {
  return answers.contains(model) && !answers.at(model).undecided;
}

const std::vector<Law>& laws() {
  static const std::vector<Law> kLaws{
      {"ptx answers as ptx-partial does",
       [](const EventStructure&, const Answers& answers) {
         return has(answers, "ptx") && has(answers, "ptx-partial");
       },
       [](const Answers& answers) {
         return answers.at("ptx").outcomes == answers.at("ptx-partial").outcomes &&
                answers.at("ptx").flags == answers.at("ptx-partial").flags;
       }},
      {"without asynchronous operations ptx and ptx-9-local answer as ptx-v7.5 does",
       [](const EventStructure& structure, const Answers& answers) {
         return has(answers, "ptx") && has(answers, "ptx-v7.5") && has(answers, "ptx-9-local") &&
                asynchronousInstruction(structure.program()) == nullptr;
       },
       [](const Answers& answers) {
         return answers.at("ptx").outcomes == answers.at("ptx-v7.5").outcomes &&
                answers.at("ptx").flags == answers.at("ptx-v7.5").flags &&
                answers.at("ptx-9-local").outcomes == answers.at("ptx-v7.5").outcomes &&
                answers.at("ptx-9-local").flags == answers.at("ptx-v7.5").flags;
       }},
      {"fences of the async proxy order less where they must be in the block: ptx allows no more than ptx-9-local",
       [](const EventStructure& structure, const Answers& answers) {
         return has(answers, "ptx") && has(answers, "ptx-9-local") &&
                asynchronousInstruction(structure.program()) != nullptr;
       },
       [](const Answers& answers) {
         return outcomesWithin(answers.at("ptx"), answers.at("ptx-9-local")) &&
                pairsWithin(answers.at("ptx"), answers.at("ptx-9-local"));
       }},
      {"what is sequentially consistent is allowed by ptx",
       [](const EventStructure&, const Answers& answers) {
         return has(answers, "sc") && has(answers, "ptx") && has(answers, "ptx-v6.0");
       },
       [](const Answers& answers) {
         return outcomesWithin(answers.at("sc"), answers.at("ptx")) &&
                outcomesWithin(answers.at("sc"), answers.at("ptx-v6.0"));
       }},
      {"what is sequentially consistent is allowed by vulkan, where no system synchronization says otherwise",
       [](const EventStructure& structure, const Answers& answers) {
         return has(answers, "sc") && has(answers, "vulkan") &&
                structure.program().systemSynchronizesWith.empty();
       },
       [](const Answers& answers) { return outcomesWithin(answers.at("sc"), answers.at("vulkan")); }},
      {"chains of availability and visibility order more: vulkan allows no more than vulkan-nochains",
       [](const EventStructure&, const Answers& answers) {
         return has(answers, "vulkan") && has(answers, "vulkan-nochains");
       },
       [](const Answers& answers) {
         return outcomesWithin(answers.at("vulkan"), answers.at("vulkan-nochains")) &&
                pairsWithin(answers.at("vulkan"), answers.at("vulkan-nochains"));
       }},
  };
  return kLaws;
}

}  // namespace

std::vector<std::string> brokenGpuLaws(const EventStructure& structure, const Answers& answers) {
  std::vector<std::string> broken;
  for (const Law& law : laws()) {
    if (law.applies(structure, answers) && !law.holds(answers)) {
      broken.emplace_back(law.text);
    }
  }
  return broken;
}

void countGpuLaws(const EventStructure& structure, const Answers& answers, LawCounts& counts) {
  for (const Law& law : laws()) {
    counts[law.text] += law.applies(structure, answers) ? 1 : 0;
  }
}

std::vector<std::string> gpuLaws() {
  std::vector<std::string> names;
  for (const Law& law : laws()) {
    names.emplace_back(law.text);
  }
  return names;
}

}  // namespace hrfcheck
