#include <doctest/doctest.h>

#include "parse.h"
#include "util/random.h"

namespace robustness_test {

// Whatever the bytes, reading ends with a program or a UserError that has a message and a place inside of the
// text.

namespace {

using namespace hrfcheck;

const std::vector<std::string> kTexts = {
    R"(HSA everything
"a description"
Com=Rf
{ x=1; q[3]={1,&x,-2}; local l @wg; P0:r1=&q[1]; [y]=0x10; }
 P0-P1@wv 0,wg 0 (* lanes *) | P2@cmp 1           ;
 LOOP: ld.acq.wg r2, q[%tid+1] | cas.rm_ar.sys _, x, 0, r5 ; // comment
 @!p add r2, r2, -1            | fence.sc.cmp      ;
 blt r2, 3, LOOP               | barrier.wg 2      ;
 END:                          | st [r1+1], &q[2]  ;
                               | setp.le p, %lane, 2 ;
locations [x; q; 0:r2;]
filter (x=1 \/ not (q[1]>=2))
terminates obe=Y s-hsa+obe=N
expect rsp, hrf0: race-free, Never, 3 states
~exists (0:r2=1 /\ ~([y]!=&x) /\ (true || x<0x7f))
)",
    R"(hsa trees
{ }
P0 | P1 | P2 ;
st x, 1 | ld r1, x | exch r1, x, 2 ;
        | sel r2, r1, x, r1 | goto END ;
        |            | END: nop ;
scopes: (sys (cmp (wg P0 P1)) (cmp (wg (wv P2))))
forall (1:r1=0 \/ 1:r1=1 \/ 1:r1=2)
)",
    R"(OPENCL functions
(* a comment (* in it *) *)
{ [x]=0; atomic_int y[2] = {0, 1}; q.head = 1; [q.contents[1]] = 0x3; local int l; 0:r9 = &q.tail }
#define EMPTY (-1)
typedef int Task;
typedef struct { atomic_int head, tail; Task contents[2]; } Queue;
enum { FREE, TAKEN = 3 };
const int N = TAKEN - 1;
global atomic_int g = 1;
int twice(int a) { if (a < 0) return 0; return 2 * a; }
P0@wg 0, dev 0 (global Queue* q, __global volatile atomic_int *restrict x, atomic_int y[]) {
  Task r0 = atomic_load_explicit(x, memory_order_acquire, memory_scope_device), r1 = EMPTY;
  if (r0 == FREE && !(*x)) { r1 = twice(r0 + 1); } else r1 = q->contents[r0 & (N - 1)];
  for (int i = 0; i < N; i++) { if (i == 1) continue; y[i] = (int)r1 ? 1 : -2; }
  do { r0 += 1u; } while (r0 < 3);
  B1: barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); // here
  goto end; /* not
  here */
  atomic_fetch_add(&q->tail, 1);
end: ;
}
(* between *)
P1-P2@wg 1, dev 0 (local int* l, global atomic_int* x) { while (atomic_load(x) != 1); *l = 1; }
locations [x; y[1]; q.head;]
filter (q.contents[0]=0)
exists (0:r0=1 /\ [q.tail]=0 /\ ~(0:r9=1 \/ g=2))
)",
    R"(C trees
{}
P0 (atomic_int* x, int* y) { *y = 1; atomic_store(x, 1); }
P1 (atomic_int* x, int* y) { r0 = atomic_load(x); if (r0 == 1) { r1 = *y; } }
scopeTree (device (work_group P0)) (device (work_group P1))
~exists (1:r0=1 /\ 1:r1=0)
)"};

void read(const std::string& text) {
  try {
    test::parse(text);
  } catch (const UserError& error) {
    CHECK_FALSE(error.diagnostics().empty());
    for (const Diagnostic& d : error.diagnostics()) {
      CHECK_FALSE(d.message.empty());
      CHECK(d.place.known());
      CHECK(d.place.span.begin <= text.size());
      CHECK(d.place.span.begin <= d.place.span.end);
    }
  }
}

TEST_CASE("the texts themselves are right") {
  for (const std::string& text : kTexts) {
    CHECK_NOTHROW(test::parse(text));
  }
}

TEST_CASE("every prefix") {
  for (const std::string& text : kTexts) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      CAPTURE(length);
      CHECK_NOTHROW(read(text.substr(0, length)));
    }
  }
}

TEST_CASE("bytes changed, left out, doubled, moved") {
  const std::string alphabet = "{}()[];:,.|&@%=<>~!+-*/\\\"#'?^_ \n\tPxq09afr\x80\xff";
  Random random(20150101);
  for (int round = 0; round < 4000; ++round) {
    std::string text = kTexts[random.below(kTexts.size())];
    for (std::uint64_t edits = 1 + random.below(4); edits > 0; --edits) {
      const std::size_t at = random.below(text.size());
      const char letter = alphabet[random.below(alphabet.size())];
      switch (random.below(4)) {
        case 0:
          text[at] = letter;
          break;
        case 1:
          text.erase(at, 1 + random.below(5));
          break;
        case 2:
          text.insert(at, 1, letter);
          break;
        default:
          text.insert(random.below(text.size()), text.substr(at, 1 + random.below(40)));
          break;
      }
    }
    CAPTURE(text);
    CHECK_NOTHROW(read(text));
  }
}

TEST_CASE("input made to hurt") {
  std::string comments, braces, bars;
  for (int i = 0; i < 100000; ++i) {
    comments += "(*";
    braces += "{";
    bars += "|";
  }
  const std::string start = "HSA t\n{ }\nP0 ;\n";
  for (const std::string& text :
       {comments, "HSA t\n" + comments, "HSA t\n" + braces, start + bars, start + "ld r1, q[" + bars,
        start + "exists " + braces, start + "scopes: " + std::string(100000, '('), std::string(100000, '\0'),
        "C t\n{}\nP0 (int* x) {" + braces, "C t\n{}\nP0 (int* x) {" + std::string(100000, '('),
        "C t\n{}\n" + comments, "C t\n{}\nP0 (int* x) { r = *x" + std::string(100000, '+'),
        std::string("HSA t\n{ q[999999999]=0; }\nP0 ;"), std::string("HSA t\n{ }\nP0-P999999 ;")}) {
    CHECK_NOTHROW(read(text));
  }
}

}  // namespace

}  // namespace robustness_test
