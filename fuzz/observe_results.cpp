#include "observe/results.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace observe_results_target {

void readObserved(const std::string& text) {
  parseResults(std::make_shared<const Source>("fuzz.results", text));
}

std::vector<std::string> observedExamples() {
  return {
      "hrfcheck-results 1\ntest mp\nhash 0123456789abcdef\nbackend cuda\ndate 1\nseed 7\nvariables 2 1:r0 x\n"
      "device NVIDIA H200\ndriver CUDA driver 13.0\ncompiler nvcc 13.0\nunits 132\nserial 0\nsnapshot 1\n"
      "instances 12\nlaunches 2\nunfinished 1\nlost 0\nseconds 0.5\nstate 10 0 0.001 0 0 1\n"
      "state 2 1 0.250 3 1 -1\nsetting 3 2 12 2 0.400 groups=2 size=64\nend 1\nfinished instances\n",
      "hrfcheck-results 1\ntest sb\nvariables 1 x\nsnapshot 1\ninstances 0\nend 1\nfailed the device failed: lost\n"};
}

Words observedWords() {
  const std::vector<std::string> texts = observedExamples();
  return wordsIn(texts[0] + texts[1], " \n");
}

std::vector<std::string> observedSeedsIn(const std::string& /*path*/, const std::string& /*text*/) {
  return {};
}

}  // namespace observe_results_target

const Target& observeResults() {
  using namespace observe_results_target;
  static constexpr Target kTarget{"observe-results", 768, readObserved, observedWords, observedExamples,
                                  observedSeedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
