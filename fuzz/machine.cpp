#include "machine/machine.h"

#include "machine/describe/machine_words.h"
#include "target.h"
#include "util/invariant.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace machine_target {

DescribedMachine machineIn(const std::string& text) {
  return describedMachine(std::make_shared<const Source>("fuzz.machine", text));
}

/// What is read is printed, and is the same when it is read again.
void read(const std::string& text) {
  const std::string printed = machineText(machineIn(text));
  INVARIANT(machineText(machineIn(printed)) == printed, "a machine that is printed is read again");
}

Words words() {
  Words all = joined({namesOf(kConditionWords), namesOf(kStepWords), namesOf(kCachesWords),
                      namesOf(kPolicyWords), namesOf(machineRules()), namesOf(machines())});
  for (const MachineTests tests : {MachineTests::Hsa, MachineTests::Amdgpu}) {
    const LevelWords levels = levelWords(tests);
    all.insert(all.end(), levels.begin(), levels.end());
  }
  return joined({all, namesOf(kTestsWords),
                 wordsIn("machine like title source model with without hierarchy h2 h3 h5 any cache "
                         "buffer memory queues reorder scopes ignored tests every-dialect suites "
                         "components mixed-scopes on anything refuse not if leaf scope gated owning "
                         "stalling to ending-stalls \"\" # \n",
                         " ")});
}

std::vector<std::string> examples() {
  std::vector<std::string> texts = {
      "machine m\nlike qr\non ordinary\n access leaf\n",
      "machine m\nlike rsp-fix\nhierarchy any\n cache wg \"a b\" ownership\n memory \"m\"\n"
      "on atomic not at-leaf with kill-fill\n flush own-leaf to sys if releases\n wait if releases\n"
      " access wg owning\n"};
  for (const MachineInfo& machine : machines()) {
    texts.push_back(machineText(machine.name));
  }
  return texts;
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".machine") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace machine_target

const Target& machine() {
  using namespace machine_target;
  static constexpr Target kTarget{"machine", 4096, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
