// Certificates of litmus tests are verified, and agree with what an engine finds; each kind of damage to a
// certificate is refused, also where the digests have been written anew.

#include "certify/certify.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "cat/library.h"
#include "certify/certificate_support.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "verify/refused.h"
#include "verify/verify.h"

namespace hrfcheck::test {
namespace {

const std::filesystem::path kSource = HRFCHECK_SOURCE_DIR;

bool refused(const Files& files) {
  return !refusal(files).empty();
}

TEST_CASE("a slice of the corpus, certified, verified, and compared with the explicit engine") {
  std::size_t verified = 0;
  for (const char* folder : {"hrf", "rsp", "opencl", "c11", "ptx", "vulkan"}) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(kSource / "litmus" / folder)) {
      if (entry.path().extension() == ".litmus") {
        files.push_back(std::string(folder) + "/" + entry.path().filename().string());
      }
    }
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size(); i += 40) {
      const std::shared_ptr<const Program> program = programIn(files[i]);
      Preparation preparation(program, 4);
      for (const std::string& name : library().names()) {
        const LoadedModel model = library().loadWithSources(name);
        if (!whyNotApplicable(model.model, *program).empty()) {
          continue;
        }
        CAPTURE(files[i]);
        CAPTURE(name);
        const PreparedTest test = preparation.of(model.model, {});
        const Certificate certificate = makeCertificate(test, model, {}, {.version = kVersion});
        const Checked all = checked(certificate.files);
        const Verified& result = all.verified;
        CHECK(all.compared.eventsNot == "");
        CHECK(all.compared.formulaNot == "");
        CHECK(result.index.model == name);
        CHECK(result.proofs > 0);
        const Analysis analysis = makeExplicitEngine()->analyse(test, {});
        std::set<std::vector<Value>> outcomes;
        for (const Outcome& outcome : analysis.outcomes) {
          outcomes.insert(outcome.values);
        }
        CHECK(certificate.outcomes == outcomes);
        for (const FlagFinding& flag : analysis.flags) {
          const std::string shown = "flag " + model.model.checks[flag.check].name + ": possible (execution)";
          CHECK(std::count(result.claims.begin(), result.claims.end(), shown) == 1);
        }
        ++verified;
      }
    }
  }
  CHECK(verified > 50);
}

const Files& example() {
  static const Files files = certified("rsp/fig14-case2.litmus", "rsp").files;
  return files;
}

TEST_CASE("the example is verified, with new digests, too") {
  CHECK(!refused(example()));
  CHECK(!refused(withNewDigests(example())));
}

TEST_CASE("any change without new digests is refused") {
  for (const auto& [name, text] : example()) {
    CAPTURE(name);
    Files files = example();
    files[name] = text.substr(0, text.size() / 2) + (text[text.size() / 2] == '1' ? "2" : "1") +
                  text.substr(text.size() / 2 + 1);
    CHECK(refused(files));
    files.erase(name);
    CHECK(refused(files));
  }
  Files more = example();
  more["more.txt"] = "";
  CHECK(refused(more));
}

TEST_CASE("a file that is cut off is refused") {
  for (const auto& [name, text] : example()) {
    if (name == "test.txt" || name.starts_with("model/")) {
      continue;  // whatever text they are
    }
    CAPTURE(name);
    Files files = example();
    files[name] = text.substr(0, text.size() * 2 / 3);
    if (!text.empty() && !name.ends_with(".drat")) {
      CHECK(refused(withNewDigests(files)));
    }
  }
}

TEST_CASE("a literal of the formula that is flipped is refused") {
  // The first clause says that variable 1 is true.
  Files files = example();
  replace(files.at("formula.cnf"), "\n1 0\n", "\n-1 0\n");
  CHECK(refused(withNewDigests(files)));
}

TEST_CASE("a clause that is added to make a proof easier is refused by the executions") {
  Files files = example();
  std::string& cnf = files.at("formula.cnf");
  const std::size_t header = cnf.find("p cnf ");
  const std::size_t end = cnf.find('\n', header);
  const std::size_t count = cnf.rfind(' ', end);
  const std::string clauses = cnf.substr(count + 1, end - count - 1);
  cnf.replace(count + 1, clauses.size(), std::to_string(std::stoul(clauses) + 1));
  cnf += "-1 0\n";
  CHECK(refused(withNewDigests(files)));
}

/// The proof without one line; empty where it has no such line.
std::string withoutLine(const std::string& proof, std::size_t number) {
  std::size_t begin = 0;
  for (; number > 0 && begin != std::string::npos; --number) {
    begin = proof.find('\n', begin);
    begin += begin == std::string::npos ? 0 : 1;
  }
  if (begin >= proof.size()) {
    return "";
  }
  return proof.substr(0, begin) + proof.substr(std::min(proof.find('\n', begin), proof.size() - 1) + 1);
}

TEST_CASE("a proof that misses a line that it needs is refused") {
  // A refutation that takes more than unit propagation. Not every line is needed: what remains may be a
  // proof.
  const Files files = certified("rsp/r1-iriw.litmus", "rsp").files;
  std::size_t emptied = 0;
  std::size_t shortened = 0;
  for (const auto& [name, proof] : files) {
    if (!name.ends_with(".drat")) {
      continue;
    }
    Files damaged = files;
    for (const char* nothing : {"", "0\n"}) {
      damaged[name] = nothing;
      emptied += refused(withNewDigests(damaged)) ? 1 : 0;
    }
    for (std::size_t line = 0; !(damaged[name] = withoutLine(proof, line)).empty(); ++line) {
      CHECK(refused(damaged));
      shortened += refused(withNewDigests(damaged)) ? 1 : 0;
    }
  }
  CHECK(emptied >= 2);
  CHECK(shortened >= 2);
}

TEST_CASE("an execution with another edge is refused") {
  const std::string name = fileOfClaim(example(), "shown", "outcome 0");
  const std::string& text = example().at(name);
  for (const char* relation : {"relation rf ", "relation co "}) {
    CAPTURE(relation);
    Files files = example();
    const std::size_t at = text.find(relation) + std::string(relation).size();
    const std::size_t end = text.find('\n', at);
    const std::size_t second = text.find(' ', text.find(' ', at) + 1);
    files[name] = text.substr(0, at) +
                  text.substr(std::min(second, end) + (second < end ? 1 : 0));  // without its first pair
    CHECK(refused(withNewDigests(files)));
  }
  Files other = example();
  replace(other.at(name), "\ntrue 1 ", "\ntrue ");
  CHECK(refused(withNewDigests(other)));
}

TEST_CASE("a claim that is turned round or left out is refused") {
  Files files = example();
  const std::string name = fileOfClaim(files, "shown", "outcome 0");
  replace(files.at("certificate.txt"), "claim shown " + name + " outcome 0\n", "");
  files.erase(name);
  CHECK(refused(withNewDigests(files)));
  Files turned = example();
  replace(turned.at("certificate.txt"), "condition-holds", "condition-x");
  replace(turned.at("certificate.txt"), "condition-fails", "condition-holds");
  replace(turned.at("certificate.txt"), "condition-x", "condition-fails");
  CHECK(refused(withNewDigests(turned)));
}

TEST_CASE("a legend that is swapped is refused") {
  Files files = example();
  std::string& cnf = files.at("formula.cnf");
  const auto lineWith = [&](const std::string& what, std::size_t from) {
    for (std::size_t at = cnf.find("c legend ", from); at != std::string::npos;
         at = cnf.find("c legend ", at + 1)) {
      const std::string line = cnf.substr(at, cnf.find('\n', at) - at);
      const std::string literal = line.substr(9, line.find(' ', 9) - 9);
      if (line.substr(9 + literal.size() + 1).starts_with(what) && literal != "1" && literal != "-1") {
        return std::pair{at, literal};
      }
    }
    return std::pair{std::string::npos, std::string()};
  };
  const auto [first, one] = lineWith("rf ", 0);
  REQUIRE(first != std::string::npos);
  auto [second, other] = lineWith("rf ", first + 1);
  while (other == one) {
    std::tie(second, other) = lineWith("rf ", second + 1);
  }
  REQUIRE(second != std::string::npos);
  cnf.replace(second + 9, other.size(), one);
  cnf.replace(first + 9, one.size(), other);
  CHECK(refused(withNewDigests(files)));
}

TEST_CASE("parts of a certificate of another test or model are refused") {
  const Files other = certified("rsp/fig14-case2.litmus", "hrf-indirect-relaxed").files;
  const Files another = certified("rsp/t12c1-orr-fig14-case1.litmus", "rsp").files;
  for (const Files* from : {&other, &another}) {
    for (const char* name : {"events.txt", "formula.cnf"}) {
      if (from->at(name) == example().at(name)) {
        continue;
      }
      CAPTURE(name);
      Files files = example();
      files[name] = from->at(name);
      CHECK(refused(withNewDigests(files)));
    }
  }
}

TEST_CASE("a model whose requirements the executions fail is refused") {
  Files files = example();
  files.at("model/rsp.cat") += "\nempty po as no-order\n";
  CHECK(refused(withNewDigests(files)));
  files = example();
  files.at("model/rsp.cat") += "\nflag ~empty po as another-flag\n";
  CHECK(refused(withNewDigests(files)));
}

}  // namespace
}  // namespace hrfcheck::test
