#include "report/log/log_parser.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace herd_log_target {

void read(const std::string& text) {
  parseLog(std::make_shared<const Source>("fuzz.log", text));
}

std::vector<std::string> examples() {
  return {
      "Test T Forbidden\nModels sc rsp\nPair race P0:1 P1:0\nIncident fault P0:0\nStates 2\n0:r0=0; [x]=-1;\n"
      "0:r0=1; [x]=q[1];\nLoop No\nWitnesses\nPositive: 1 Negative: 1\nFlag race\nCondition ~exists "
      "(0:r0=0)\n"
      "Observation T Sometimes 1 1\nTime T 0.00\nHash=0123456789abcdef0123456789abcdef\n\n",
      "Test MP Allowed\nHistogram (2 states)\n12    :>1:r0=0; 1:r1=0;\n3     *>1:r0=1; 1:r1=0x1;\nOk\n\n"
      "Witnesses\nPositive: 3, Negative: 12\nCondition exists (1:r0=1 /\\ 1:r1=1) is validated\n"
      "Hash=211d5b298572012a0869d4ded6a40b7f\nObservation MP Sometimes 3 12\nTime MP 0.30\n"};
}

Words words() {
  const std::vector<std::string> texts = examples();
  return wordsIn(texts[0] + texts[1], " \n;:=()");
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".log") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace herd_log_target

const Target& herdLog() {
  using namespace herd_log_target;
  static constexpr Target kTarget{"herd-log", 768, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
