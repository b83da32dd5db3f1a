// A law: a test whose conditions are written in five ways has one answer. Random tests in C, OpenCL C and
// Vulkan's columns in which values may come out of thin air, each in all five ways.

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "cli/process.h"

using namespace hrfcheck::test;

namespace {

constexpr unsigned kSpellings = 5;
constexpr unsigned kSpeltTests = 30;  ///< of each language

class SpellingDraw {
 public:
  explicit SpellingDraw(unsigned seed) : random_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string of(const std::vector<std::string>& some) {
    return some[below(static_cast<unsigned>(some.size()))];
  }

 private:
  std::mt19937 random_;
};

const std::vector<std::string> kSpeltLocations{"x", "y", "z"};

/// A test in C, or in OpenCL C, with `reg == number` written in one of the ways.
class InC {
 public:
  InC(unsigned seed, unsigned spelling, bool openCl) : draw_(seed), spelling_(spelling), openCl_(openCl) {}

  std::string text() {
    std::string all =
        std::string(openCl_ ? "OPENCL" : "C") + " spelt\n{ x = 0; y = 0; z = 0; n = 1; d = 0; }\n";
    const unsigned threads = 2 + (draw_.below(4) == 0 ? 1 : 0);
    for (unsigned t = 0; t < threads; ++t) {
      all += thread(t, threads);
    }
    return all + "exists (" + draw_.of(kSpeltLocations) + "=" + number() + ")\n";
  }

 private:
  std::string number() { return std::to_string(draw_.below(2) == 0 ? 3 : draw_.below(8)); }

  std::string head(unsigned t) const {
    const std::string place = openCl_ ? "@wg " + std::to_string(t) + ", dev 0 " : " ";
    const std::string global = openCl_ ? "global " : "";
    std::string parameters;
    for (const std::string& name : kSpeltLocations) {
      parameters += global + "atomic_int* " + name + ", ";
    }
    return "P" + std::to_string(t) + place + "(" + parameters + global + "int* n, " + global + "int* d) {\n";
  }

  std::string ordered(bool load) {
    const std::string order = draw_.below(6) != 0 ? "relaxed" : load ? "acquire" : "release";
    return ", memory_order_" + order + (openCl_ ? ", memory_scope_device)" : ")");
  }

  std::string stored() {
    return draw_.of({"r", "r", "r", "r & 3", "r + 1 - 1", "3", "(r == 3 ? 3 : 5)", "r ^ 1"});
  }

  std::string branch() {
    const std::string number = this->number();
    switch (spelling_) {
      case 0:
        return "if (r == " + number + ")";
      case 1:
        return "int q = (r == " + number + "); if (q)";
      case 2:
        return "if (!(r != " + number + "))";
      case 3:
        return "int k = *n; if (r == " + number + " && k > 0)";
      default:
        return "int q = (r ^ " + number + ") * 1; if (q == 0)";
    }
  }

  std::string thread(unsigned t, unsigned threads) {
    const std::string from = draw_.below(6) == 0 ? draw_.of(kSpeltLocations) : kSpeltLocations[t];
    const std::string to =
        draw_.below(6) == 0 ? draw_.of(kSpeltLocations) : kSpeltLocations[(t + 1) % threads];
    std::string body = "atomic_store_explicit(" + to + ", " + stored() + ordered(false) + ";";
    if (draw_.below(2) == 0) {
      body = "*d = " + std::to_string(t) + "; " + body;
    }
    std::string text = head(t) + "  int r = atomic_load_explicit(" + from + ordered(true) + ";\n  ";
    text += draw_.below(4) == 0 ? body : branch() + " { " + body + " }";
    return text + "\n}\n";
  }

  SpellingDraw draw_;
  unsigned spelling_;
  bool openCl_;
};

/// Two threads of Vulkan's columns: `bne r, number, END` in one of the ways, which take three lines.
std::string inColumns(unsigned seed, unsigned spelling) {
  SpellingDraw draw(seed);
  const auto branch = [&](const std::string& reg, const std::string& number, const std::string& label) {
    const std::string end = "E" + label;
    switch (spelling) {
      case 0:
        return std::array<std::string, 3>{"bne " + reg + ", " + number + ", " + end, "", ""};
      case 1:
        return std::array<std::string, 3>{"mov r7, " + reg, "bne r7, " + number + ", " + end, ""};
      case 2:
        return std::array<std::string, 3>{"beq " + reg + ", " + number + ", T" + label, "goto " + end,
                                          "T" + label + ":"};
      case 3:
        return std::array<std::string, 3>{"blt " + reg + ", " + number + ", " + end,
                                          "bgt " + reg + ", " + number + ", " + end, ""};
      default:
        return std::array<std::string, 3>{"sub r7, " + reg + ", " + number, "mul r7, r7, 3",
                                          "bne r7, 0, " + end};
    }
  };
  const auto stored = [&] { return draw.of({"r1", "r1", "r1", "3"}); };
  const auto number = [&] { return std::to_string(draw.below(2) == 0 ? 3 : draw.below(8)); };
  const auto left = branch("r1", number(), "A");
  const auto right = branch("r1", number(), "B");
  std::string text =
      "VULKAN spelt\n{ x=0; y=0; P0:r1=0; P1:r1=0; P0:r7=0; P1:r7=0; }\n"
      " P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
      " ld.atom.dv.sc0 r1, x | ld.atom.dv.sc0 r1, y ;\n";
  for (std::size_t i = 0; i < left.size(); ++i) {
    text += " " + left[i] + " | " + right[i] + " ;\n";
  }
  text += " st.atom.dv.sc0 y, " + stored() + " | st.atom.dv.sc0 x, " + stored() + " ;\n EA: | EB: ;\n";
  return text + "exists (" + draw.of({"x", "y", "P0:r1"}) + "=" + number() + ")\n";
}

std::string speltTest(const std::string& language, unsigned seed, unsigned spelling) {
  return language == "vulkan" ? inColumns(seed, spelling) : InC(seed, spelling, language == "opencl").text();
}

/// What a row of a results file says of a test, but for the names of instructions and registers, and for the
/// remark that some listed state may stand for others: a value that is stored is one more that is not known.
std::string speltAnswer(const nlohmann::json& row) {
  const auto& log = row.at("log");
  nlohmann::json only = log.value("onlyThroughValueCycle", nlohmann::json::array());
  std::erase(only.get_ref<nlohmann::json::array_t&>(), nlohmann::json("some-states"));
  const nlohmann::json answer{{"status", row.at("status")},
                              {"races", row.at("races")},
                              {"observation", log.at("observation")},
                              {"only", only},
                              {"incidents", log.at("incidents").size()}};
  return answer.dump();
}

}  // namespace

TEST_CASE("five ways to write each condition have one answer") {
  for (const std::string model : {"c11", "opencl", "vulkan"}) {
    const Scratch scratch;
    for (unsigned seed = 0; seed < kSpeltTests; ++seed) {
      for (unsigned spelling = 0; spelling < kSpellings; ++spelling) {
        scratch.file(std::to_string(seed) + "-" + std::to_string(spelling) + ".litmus",
                     speltTest(model, seed, spelling));
      }
    }
    const Finished run = runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch . -m " + model +
                                  " -j 1 --results r.jsonl");
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    std::map<std::string, std::map<std::string, std::string>> answers;  // by seed, then by answer
    std::size_t throughCycles = 0;
    std::istringstream lines(contents(scratch.path("r.jsonl")));
    for (std::string line; std::getline(lines, line);) {
      const auto row = nlohmann::json::parse(line);
      if (row.contains("log")) {
        const auto path = row.at("path").get<std::string>();
        const std::string answer = speltAnswer(row);
        answers[path.substr(0, path.rfind('-'))].emplace(answer, path);
        throughCycles += answer.find("condition") != std::string::npos ? 1 : 0;
      }
    }
    CHECK(answers.size() == kSpeltTests);
    CHECK(throughCycles > 0);
    for (const auto& [seed, some] : answers) {
      CAPTURE(model);
      CAPTURE(seed);
      CHECK(some.size() == 1);
    }
  }
}
