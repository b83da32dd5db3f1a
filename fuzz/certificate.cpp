// A certificate as one text: its files one after the other, each behind a line `== NAME`. Digests are written
// anew, so that what is changed is looked at.
#include <fmt/format.h>

#include "target.h"
#include "verify/refused.h"
#include "verify/verify.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace certificate_target {

constexpr const char* kCertificateList = "certificate.txt";
constexpr const char* kFileMark = "== ";

/// A test of two threads, x = 1 and r = x, under a model with a requirement and a flag.
constexpr const char* kSmallCertificate = R"(== certificate.txt
hrfcheck-certificate 2
test T
model m model/m.cat
quantifier exists
unroll 4
read-as 3 t.litmus
claim shown execution-1.txt condition-holds
claim refuted proof-2.drat condition-fails
claim shown execution-3.txt outcome 0
claim refuted proof-4.drat another-outcome
claim shown execution-5.txt flag f
end
== test.txt
HSA T
== model/m.cat
"m" let com = rf | co
acyclic po | com as sc
flag ~empty rf & ext as f
== events.txt
location 0 0 X
event 0 initial - X=0
event 1 write P0 P0:0 st X, 1
event 2 read P1 P1:0 ld r0, X
variable register P1 0
variable location 0 X
observed 1
condition eq v0 1
filter true
relation po
relation int 0 0 1 1 2 2
relation rmw
relation covers 1 2
relation same-reference 0 0 1 1 2 2
set A 1 2
conditional A 0 1 1
end
== formula.cnf
c legend 1 eligible
c legend 1 condition
c legend 1 raises-flags
c legend 1 happens 0
c legend 1 happens 1
c legend 1 happens 2
c legend 1 value 0 0
c legend 1 value 1 1
c legend 1 value 2 1
c legend 1 location 0 0
c legend 1 location 1 0
c legend 1 location 2 0
c legend 2 rf 1 2
c legend 1 co 0 1
c legend 1 final 0 1
c legend 1 final 1 1
c legend 1 flag f
p cnf 3 3
1 0
2 0
-2 3 0
)";

constexpr const char* kSmallExecution = R"(happens 0 1 2
access 0 0 0
access 1 0 1
access 2 0 1
relation rf 1 2
relation co 0 1
complete 1
final 0 1
final 1 1
true 1 2 3
end
)";

Files filesIn(const std::string& text) {
  Files files;
  std::string* file = nullptr;
  for (const std::string& line : wordsIn(text, "\n")) {
    if (line.starts_with(kFileMark)) {
      file = &files[line.substr(3)];
    } else if (file != nullptr) {
      *file += line + "\n";
    }
  }
  return files;
}

void readFiles(const std::string& text) {
  Files files = filesIn(text);
  std::string list;
  for (const auto& [name, content] : files) {
    list += name == kCertificateList ? "" : fmt::format("file {} {}\n", digestOf(content), name);
  }
  std::string& index = files[kCertificateList];
  index.insert(std::min(index.find('\n') + 1, index.size()), list);
  try {
    verifyCertificate(files);
  } catch (const Refused&) {
    return;
  }
}

std::vector<std::string> certificateExamples() {
  std::string text = kSmallCertificate;
  for (const int number : {1, 3, 5}) {
    text += fmt::format("== execution-{}.txt\n{}", number, kSmallExecution);
  }
  return {text + "== proof-2.drat\n0\n== proof-4.drat\n0\n"};
}

Words certificateWords() {
  Words words = wordsIn(certificateExamples().front(), " \n");
  const Words more{"incident", "choice",    "data",          "addr",        "ctrl",
                   "syncbar",  "forall",    "bound-reached", "fault",       "barrier-divergence",
                   "compiled", "lock-bits", "written-by",    "test-in-file"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> certificateSeeds(const std::string& /*path*/, const std::string& /*text*/) {
  return {};
}

}  // namespace certificate_target

const Target& certificate() {
  using namespace certificate_target;
  static constexpr Target kTarget{"certificate",   3072, readFiles, certificateWords, certificateExamples,
                                  certificateSeeds};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
