#include "corpus/mutations.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

std::set<std::string> textsOf(const std::string& model) {
  std::set<std::string> texts;
  for (const Mutation& mutation : mutationsOf(std::make_shared<const Source>("models/m.cat", model))) {
    texts.insert(mutation.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("mutations: a parenthesis around the first or last operand stays with it") {
  CHECK(textsOf("let a = (W | R) & M") ==
        std::set<std::string>{"let a = (W | R)", "let a = (M)", "let a = ((W)) & M", "let a = ((R)) & M"});
  CHECK(textsOf("let a = po ; ((rf)?)").contains("let a = ((rf)?)"));
}

TEST_CASE("mutations: inside of procedures") {
  const std::set<std::string> texts = textsOf("procedure p(x) =\n  empty x & W as c\nend");
  CHECK(texts.contains("procedure p(x) =\n  \nend"));
  CHECK(texts.contains("procedure p(x) =\n  empty (W) as c\nend"));
}
