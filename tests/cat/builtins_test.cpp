#include "cat/model/builtins.h"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "cat/elaborate/prelude.h"
#include "cat/support.h"

using namespace hrfcheck;
using namespace hrfcheck::cat;

TEST_CASE("the prelude defines what the table says, and nothing else") {
  const Prelude prelude;
  std::set<std::string> fromTable;
  for (const Builtin& builtin : kBuiltins) {
    if (builtin.kind == BuiltinKind::Prelude) fromTable.emplace(builtin.name);
  }
  const auto names = prelude.names();
  CHECK(std::set<std::string>(names.begin(), names.end()) == fromTable);
}

TEST_CASE("every set and relation of the table can be used alone") {
  for (const Builtin& builtin : kBuiltins) {
    CAPTURE(builtin.name);
    const std::string name(builtin.name);
    if (builtin.kind == BuiltinKind::Unsupported) {
      CHECK(test::firstError("empty " + name) == "1:7: '" + name + "' is not supported yet");
    } else if (builtin.kind != BuiltinKind::Function && builtin.kind != BuiltinKind::Prelude) {
      CHECK(test::firstError("empty " + name) == "");
    }
  }
}

TEST_CASE("what the prelude says") {
  const auto is = [](const std::string& expr, const std::string& text) {
    CHECK(test::resolved("let x = " + expr) == text);
  };
  is("fr", "rf^-1 ; co");
  is("ext", "unv \\ int");
  is("rfe", "rf & (unv \\ int)");
  is("fri", "(rf^-1 ; co) & int");
  is("po-loc", "po & loc");
  is("RMW", "domain(rmw) | range(rmw)");
  is("FW", "W \\ domain(co)");
  is("I", "IW");
  is("toid(W)", "[W]");
  is("fencerel(F)", "(po & (_ * F)) ; po");
  is("ctrlcfence(F)", "(ctrl & (_ * F)) ; po");
  is("co0", "loc & ((IW * (W \\ IW)) | ((W \\ (W \\ domain(co))) * (W \\ domain(co))))");
  is("imply(R, W)", "~R | W");
  is("singlestep(po)", "po \\ (po ; po)");
  is("sr", "covers & covers^-1");
  is("sdv", "same-dev | same-dv");
  is("ca", "(rf^-1 ; co) | co");
  is("emptyset | W", "0 | W");
  is("allocptr | po", "0 | po");
}

TEST_CASE("other names of one thing") {
  const auto same = [](const std::string& a, const std::string& b) {
    CHECK(test::resolved("let x = " + a) == test::resolved("let x = " + b));
  };
  same("amo", "rmw");
  same("si", "same-instance");
  same("same-wf", "same-wv");
  same("same-agent", "same-cmp");
  same("WF", "WV");
  same("AGENT", "CMP");
}

TEST_CASE("levels are told apart") {
  const Model model = test::modelOf("let a = same-wg let b = same-dev");
  const auto level = [&](const std::string& name) {
    return std::get<BaseNode>(model.nodes[model.definitions.at(name)].node);
  };
  CHECK(level("a").is("same-wg"));
  CHECK(level("b").is("same-dev"));
  CHECK_FALSE(level("b").is(BaseRelation::Co));
}

TEST_CASE("docs/cat.md has a row for every builtin") {
  std::ifstream in(std::filesystem::path(HRFCHECK_SOURCE_DIR) / "docs" / "cat.md");
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  for (const Builtin& builtin : kBuiltins) {
    CAPTURE(builtin.name);
    std::string doc(builtin.doc);
    for (std::size_t at = 0; (at = doc.find('|', at)) != std::string::npos; at += 2) doc.insert(at, "\\");
    CHECK(text.str().find("| `" + std::string(builtin.name) + "` | " + doc + " |\n") != std::string::npos);
  }
}
