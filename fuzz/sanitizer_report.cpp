#include "target.h"
#include "triage/reports/reported.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace sanitizer_report_target {

void read(const std::string& text) {
  readReport(std::make_shared<const Source>("fuzz.txt", text));
}

std::vector<std::string> examples() {
  return {
      "========= Error: Race reported between Write access at k(int *)+0xf0 in a.cu:4\n"
      "=========     and Read access at k(int *)+0x160 in a.cu:5 [4 hazards]\n"
      "========= Warning: (Warp Level Programming) Potential WAR hazard detected at __shared__ 0x4 in block (0,0,0) :\n"
      "=========     Read Thread (1,0,0) at 0x170 in ./a.cu:4:k(int*)\n"
      "=========     Write Thread (0,0,0) at k(int *)+0x160 in a.cu:5\n",
      "WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4 at 0x1 by thread T1:\n"
      "    #0 put(int*) /q/a.cpp:12:7 (a+0x1) (BuildId: ab)\n\n  Previous atomic read of size 4 at 0x1 by main thread:\n"
      "    #0 memcpy tsan_interceptors.cc:1 (a+0x2)\n    #1 get() a.cpp:3\n",
      "vkCmdDispatch(): A data race was detected on the shared memory variable \"x\" in local invocation index 1 while "
      "performing a load or store operation. (Likely against local invocation index 0)\n"
      "The other access in this race was at:\nShader validation error occurred at a.comp:9:4\nStage = Compute.\n"
      "Shader validation error occurred in file: a.comp at line 12, column 3.\n",
      "a.py:4: k: block: [0,0,0], thread: [0,0,0] Assertion `Buffer being accessed has outstanding writes` failed.\n"
      "the store at a.py:1 and the load at a.py:2 have no fence between them\n"};
}

Words words() {
  Words all;
  for (const std::string& text : examples()) {
    const Words some = wordsIn(text, " \n:()[]");
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.find("triage/reports") != std::string::npos ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace sanitizer_report_target

const Target& sanitizerReport() {
  using namespace sanitizer_report_target;
  static constexpr Target kTarget{"sanitizer-report", 1024, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
