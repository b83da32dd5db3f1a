#include "dialects.h"
#include "frontend/c/language.h"
#include "frontend/c_dialects.h"
#include "frontend/shared/type_words.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace {

/// Both dialects of C, by the word that the text begins with.
void read(const std::string& text) {
  const bool plain = !testIn(frontend::kCDialect, text).empty();
  readTest(plain ? frontend::kCDialect : frontend::kOpenClDialect, text);
}

Words words() {
  return joined(
      {wordsOf(frontend::kOpenClDialect), frontend::c::typeWords(), frontend::c::statementWords(),
       frontend::c::builtinNames(frontend::c::kOpenClC), frontend::c::orderNames(frontend::c::kOpenClC),
       frontend::c::scopeNames(frontend::c::kOpenClC), frontend::c::fenceFlagNames(frontend::c::kOpenClC)});
}

std::vector<std::string> examples() {
  return {
      "OPENCL t\n{ [x]=0; atomic_int y[2] = {0, 1}; q.head = 1; }\n#define EMPTY (-1)\n"
      "typedef struct { atomic_int head; int c[2]; } Q;\nenum { FREE, TAKEN = 3 };\nconst int N = TAKEN - "
      "1;\n"
      "int twice(int a) { if (a < 0) return 0; return 2 * a; }\n"
      "P0@wg 0, dev 0 (global Q* q, global atomic_int* x, atomic_int y[]) {\n"
      "  int r0 = twice(y[q->c[1] & 1] + 1u);\n  for (int i = 0; i < N; i++) { if (i == 1) continue; *x += "
      "i; }\n"
      "  do { r0--; } while (r0 ? 1 : -2);\n  B: barrier(CLK_LOCAL_MEM_FENCE); goto B;\n}\n"
      "exists (0:r0=1 /\\ [q.head]=0)\n",
      "C t\n{}\nP0 (atomic_int* x, int* y) { *y = 1; atomic_store_explicit(x, 1, memory_order_release); }\n"
      "P1 (atomic_int* x, int* y) { int r0 = atomic_load(x); if (!r0 || 0) return; int r1 = *y; }\n"
      "forall (1:r0=0 \\/ 1:r1=1)\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return joined({testIn(frontend::kOpenClDialect, text), testIn(frontend::kCDialect, text)});
}

}  // namespace

const Target& c() {
  static constexpr Target kTarget{"c", 768, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
