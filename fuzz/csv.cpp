#include "batch/expect/csv_claims.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace csv_target {

void read(const std::string& text) {
  readClaims(std::make_shared<const Source>("folder/fuzz.csv", text));
}

std::vector<std::string> examples() {
  return {
      "\xef\xbb\xbfpath,model,property,expected,scheduler,quantifier\r\n"
      "a/../t.litmus,sc,condition,reachable,,exists\r\n\r\n\"b \"\"c\"\".litmus\",rsp,race,racy,,none\r\n"
      "d.litmus,progress,termination,may-hang,obe,\n",
      "model,path,expected,property,more\nsc,t,PASS,condition,\"two\nlines\"\nsc,t,FAIL,liveness,\n"};
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".csv") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace csv_target

const Target& csv() {
  using namespace csv_target;
  static constexpr Target kTarget{"csv", 512, read, claimWords, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
