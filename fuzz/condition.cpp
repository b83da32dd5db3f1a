#include "frontend/litmus.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace condition_target {

/// The tests that conditions are asked about, as `hrfcheck explain` does: only C has fields, and reading it
/// takes longer.
constexpr const char* kTest = "HSA t\n{ x; y=1; q[2]; P0:r0; P1:r1; P1:r2; }\nP0 | P1 ;\n";
constexpr const char* kTestWithFields =
    "OPENCL t\n{ y = 1; }\nstruct S { atomic_int head; int c[2]; };\n"
    "P0 (atomic_int* x, int q[2], struct S* s) { int r0; }\n"
    "P1 (int* y) { int r1, r2; }\n";

void read(const std::string& text) {
  static const SourcePtr kPlain = std::make_shared<const Source>("fuzz.litmus", kTest);
  static const SourcePtr kFields = std::make_shared<const Source>("fuzz.litmus", kTestWithFields);
  const bool fields = text.find('.') != std::string::npos;
  parseLitmusAsking(fields ? kFields : kPlain, std::make_shared<const Source>("outcome", text));
}

Words words() {
  return {"exists", "not",    "true",   "false", "0:r0", "1:r1", "[x]",
          "&x",     "s.head", "s.c[1]", "q[0]",  "/\\",  "\\/"};
}

std::vector<std::string> examples() {
  return {"exists (0:r0=1 /\\ ~([y]!=&x) /\\ (true || x<0x7f))", "0:r0=0 1:r1=2; [x]=1; P1:r0=-1",
          "not (s.c[1] >= 2) && (q[0]=1:r2 || false)", "[s.head]==1 \\/ &s=&q[1] \\/ !(y<=3)"};
}

/// The conditions of tests. Many name what is not there; that is to be reported well.
std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  const std::size_t at = path.ends_with(".litmus") ? text.rfind("exists") : std::string::npos;
  return at == std::string::npos ? std::vector<std::string>{} : std::vector{text.substr(at)};
}

}  // namespace condition_target

const Target& condition() {
  using namespace condition_target;
  static constexpr Target kTarget{"condition", 256, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
