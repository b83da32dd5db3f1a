#include <doctest/doctest.h>

#include "cat/elaborate/prelude.h"
#include "cat/support.h"

using namespace hrfcheck;
using test::firstError;
using test::modelOf;
using test::resolved;

namespace {

const std::string kEnums = "\"x\"\nenum scopes = 'cta || 'gpu\nenum orders = || 'rel || 'rcu-lock\n";

Model bellOf(const std::string& text) {
  const auto source = std::make_shared<const Source>((test::inputsFolder() / "text.bell").string(), text);
  return parseModel(source, {});
}

}  // namespace

TEST_CASE("bell: tags give sets and relations") {
  CHECK(resolved(kEnums + "let x = tag2events('rel)") == "'rel");
  CHECK(resolved(kEnums + "let x = tag2instrs('rel) & F") == resolved(kEnums + "let x = tag2set('rel) & F"));
  CHECK(resolved(kEnums + "let x = Rel") == "'rel");
  CHECK(resolved(kEnums + "let x = Rcu-lock") == "'rcu-lock");
  CHECK(resolved(kEnums + "let x = tag2scope('gpu)") == "same-gpu");
  CHECK(resolved("\"x\" enum levels = 'l1 let x = tag2level('l1)") == "level-l1");
}

TEST_CASE("bell: match is decided when the model is read") {
  const std::string wider = kEnums + "let wider(s) = match s with || 'cta -> 'gpu end\n";
  CHECK(resolved(wider + "let x = tag2scope(wider('cta))") == "same-gpu");
  CHECK(firstError(wider + "let x = tag2scope(wider('gpu))") == "4:16: no case of this 'match' is for 'gpu");
  CHECK(resolved(kEnums + "let f t = match t with 'cta -> po || _ -> rf end let x = f('gpu)") == "rf");
}

TEST_CASE("bell: forall over tags makes its checks for each of them") {
  const Model listed = modelOf(kEnums + "forall s in {'cta, 'gpu} do acyclic po & tag2scope(s) end");
  REQUIRE(listed.checks.size() == 2);
  CHECK(listed.checks[0].forall.empty());
  CHECK(listed.checks[0].node != listed.checks[1].node);
  CHECK(modelOf(kEnums + "forall s in scopes do empty rf & tag2scope(s) as same end").checks.size() == 2);
}

TEST_CASE("bell: what instructions may have, and how scopes are nested") {
  const Model model = bellOf(kEnums +
                             "instructions F[scopes]\ninstructions R[{'rel}, scopes]\ninstructions W[]\n"
                             "let narrower(s) = match s with || 'gpu -> 'cta end\n");
  REQUIRE(model.bell.has_value());
  CHECK(model.bell->enumerations.at("scopes") == std::vector<std::string>{"cta", "gpu"});
  REQUIRE(model.bell->instructions.size() == 3);
  CHECK(model.bell->instructions[1].kind == "R");
  CHECK(model.bell->instructions[1].annotations ==
        std::vector<std::vector<std::string>>{{"rel"}, {"cta", "gpu"}});
  CHECK(model.bell->narrower == std::map<std::string, std::vector<std::string>>{{"gpu", {"cta"}}});
  CHECK_FALSE(modelOf("acyclic po").bell.has_value());
}

TEST_CASE("bell: mistakes") {
  CHECK(firstError(kEnums + "let x = 'sys") == "4:9: no enumeration has the tag 'sys");
  CHECK(firstError(kEnums + "let x = tag2scope('rel)") ==
        "4:9: tag2scope needs a tag of the enumeration 'scopes', but 'rel is one of 'orders'");
  CHECK(firstError(kEnums + "let x = tag2events(po)") ==
        "4:9: tag2events needs a tag, but this is a relation");
  CHECK(firstError(kEnums + "let x = po | 'rel") == "4:14: '|' needs a set or a relation, but this is a tag");
  CHECK(firstError(kEnums + "acyclic scopes") ==
        "4:9: 'acyclic' needs a relation, but this is a list of tags");
  std::string many = "\"x\"\nenum order = 'a";
  for (int i = 0; i < 256; ++i) many += " || 't" + std::to_string(i);
  CHECK(firstError(many).ends_with(": enumerations with more than 256 tags in all"));
  CHECK(firstError(kEnums + "instructions F[scopes]") == "4:1: 'instructions' belongs in a bell file");
}
