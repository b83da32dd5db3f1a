#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "frontend/litmus.h"
#include "program/symmetry/same_code.h"
#include "suite/corpus/program_space.h"
#include "suite/corpus/program_text.h"
#include "support/slice.h"

using namespace hrfcheck;

namespace {

SuiteGrammar grammarOf(SuiteLocations locations, bool components = false) {
  SuiteGrammar grammar;
  grammar.locations = locations;
  grammar.components = components;
  return grammar;
}

std::vector<SuiteProgram> programsOf(const SuiteGrammar& grammar, unsigned operations, unsigned threads) {
  const ProgramSpace corpus(grammar, operations, threads);
  std::vector<SuiteProgram> programs;
  for (std::uint64_t n = 0; n < corpus.numbers(); ++n) {
    const auto program = corpus.at(n);
    REQUIRE(program.has_value() == corpus.stands(n));
    if (program) {
      programs.push_back(*program);
    }
  }
  return programs;
}

std::size_t countOf(SuiteLocations locations, unsigned operations, unsigned threads,
                    bool components = false) {
  const ProgramSpace corpus(grammarOf(locations, components), operations, threads);
  std::size_t count = 0;
  for (std::uint64_t n = 0; n < corpus.numbers(); ++n) {
    count += corpus.stands(n) ? 1 : 0;
  }
  return count;
}

/// A thread as text, with another name for each location, and without the values, which follow from places.
std::string spelt(const std::vector<SuiteOperation>& thread, bool exchanged) {
  std::string text;
  for (const SuiteOperation& o : thread) {
    text += std::to_string(static_cast<int>(o.kind)) + (exchanged != (o.location == 1) ? "y" : "x");
    if (o.atomicity) {
      text += std::to_string(static_cast<int>(o.atomicity->order)) + std::to_string(o.atomicity->level) +
              (o.atomicity->remote ? "r" : "");
    }
    text += o.waits ? "?;" : ";";
  }
  return text;
}

/// All the ways to write a program down: threads in any order, work-groups and components under any names,
/// locations either way round where they are interchangeable. The least of them names its class.
std::string className(const SuiteProgram& program, bool exchange) {
  std::vector<ThreadId> order(program.threads.size());
  std::iota(order.begin(), order.end(), 0);
  std::set<std::string> names;
  do {
    for (const bool exchanged : {false, true}) {
      if (exchanged && !exchange) {
        continue;
      }
      std::string text;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> groups;
      std::map<std::uint32_t, std::size_t> components;
      for (const ThreadId t : order) {
        const auto component = components.emplace(program.components[t], components.size()).first->second;
        const auto group =
            groups.emplace(std::pair(program.components[t], program.groups[t]), groups.size()).first->second;
        text += std::to_string(component) + "." + std::to_string(group) + ":" +
                spelt(program.threads[t], exchanged) + "|";
      }
      names.insert(text);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return *names.begin();
}

/// The classes of everything that can be written down, canonical or not: threads of any sizes in any order,
/// any places.
std::set<std::string> classesByBruteForce(const SuiteGrammar& grammar, unsigned operations,
                                          unsigned threads) {
  const SuiteAlphabet alphabet = alphabetOf(grammar);
  std::set<std::string> classes;
  const bool exchange = grammar.locations == SuiteLocations::Any;
  SuiteProgram program;
  program.components.assign(threads, 0);
  program.groups.assign(threads, 0);
  program.threads.resize(threads);
  const auto place = [&](auto&& self, ThreadId t) -> void {
    if (t == threads) {
      classes.insert(className(program, exchange));
      return;
    }
    for (std::uint32_t c = 0; c < (grammar.components ? threads : 1); ++c) {
      for (std::uint32_t g = 0; g < threads; ++g) {
        program.components[t] = c;
        program.groups[t] = g;
        self(self, t + 1);
      }
    }
  };
  const auto fill = [&](auto&& self, ThreadId t, unsigned left) -> void {
    if (t == threads) {
      place(place, 0);
      return;
    }
    const auto extend = [&](auto&& more, unsigned still) -> void {
      if (!program.threads[t].empty() && !program.threads[t].back().waits) {
        self(self, t + 1, still);
      }
      for (std::size_t o = 0; still > 0 && o < alphabet.operations.size(); ++o) {
        program.threads[t].push_back(alphabet.operations[o]);
        more(more, still - 1);
        program.threads[t].pop_back();
      }
    };
    extend(extend, left);
  };
  fill(fill, 0, operations);
  return classes;
}

std::set<std::string> classesOf(const std::vector<SuiteProgram>& programs, bool exchange) {
  std::set<std::string> classes;
  for (const SuiteProgram& program : programs) {
    CHECK(classes.insert(className(program, exchange)).second);
  }
  return classes;
}

/// Everything that engines and machines look at, and all the names.
std::string told(const Program& program) {
  std::string text = program.name + " " + program.dialect + " " + program.conditionText + "\n";
  for (const ScopeInstance& instance : program.scopes.instances()) {
    text += fmt::format("{} {} {} [{}]\n", instance.level, instance.parent, instance.name,
                        fmt::join(instance.agents, " "));
  }
  for (const MemoryLocation& l : program.locations) {
    text += fmt::format("{} at {} = {}\n", l.name, l.address, l.initial);
  }
  for (const Thread& thread : program.threads) {
    text += fmt::format("{}: {}\n", thread.name, fmt::join(thread.registers, " "));
    for (const Instruction& instruction : thread.instructions) {
      text += instruction.text + "\n";
    }
  }
  for (const StateVariable& v : program.observed) {
    text += program.nameOf(v) + "\n";
  }
  return text;
}

bool sameCodes(const Program& a, const Program& b) {
  return std::ranges::equal(a.threads, b.threads, sameCode);
}

}  // namespace

TEST_CASE("every program of two operations comes once, in place of all its renamings") {
  for (const bool components : {false, true}) {
    for (const SuiteLocations locations : {SuiteLocations::Any, SuiteLocations::DataAndFlag}) {
      const SuiteGrammar grammar = grammarOf(locations, components);
      const bool exchange = locations == SuiteLocations::Any;
      CHECK(classesOf(programsOf(grammar, 2, 2), exchange) == classesByBruteForce(grammar, 2, 2));
    }
  }
}

TEST_CASE("every program of three operations comes once") {
  SuiteGrammar grammar = grammarOf(SuiteLocations::DataAndFlag);
  CHECK(classesOf(programsOf(grammar, 3, 2), false) == classesByBruteForce(grammar, 3, 2));
  CHECK(classesOf(programsOf(grammar, 3, 3), false) == classesByBruteForce(grammar, 3, 3));
  if (!test::kAtLength) {
    return;
  }
  grammar = grammarOf(SuiteLocations::Any);
  grammar.remote = false;
  CHECK(classesOf(programsOf(grammar, 3, 2), true) == classesByBruteForce(grammar, 3, 2));
}

TEST_CASE("so many programs there are") {
  CHECK(countOf(SuiteLocations::DataAndFlag, 2, 2) == 240);
  CHECK(countOf(SuiteLocations::Any, 2, 2) == 480);
  CHECK(countOf(SuiteLocations::DataAndFlag, 3, 2) == 10590);
  CHECK(countOf(SuiteLocations::Any, 3, 2) == 41880);
  CHECK(countOf(SuiteLocations::DataAndFlag, 4, 2) == 368010);
  CHECK(countOf(SuiteLocations::DataAndFlag, 3, 3) == 3160);
  CHECK(countOf(SuiteLocations::Any, 3, 3) == 11935);
  CHECK(countOf(SuiteLocations::DataAndFlag, 3, 2, true) == 57960);
  CHECK(countOf(SuiteLocations::Any, 3, 2, true) == 230184);
}

namespace {

/// @return of how many programs
std::size_t compareWithTexts(const SuiteGrammar& grammar, unsigned threads) {
  const ProgramSpace corpus(grammar, 4, threads);
  std::size_t compared = 0;
  for (std::uint64_t n = 0; n < corpus.numbers(); n += 1 + corpus.numbers() / 997) {
    if (const auto program = corpus.at(n)) {
      const std::string text = litmusOf(*program);
      CAPTURE(text);
      const auto parsed = parseLitmus(std::make_shared<Source>("suite", text));
      CHECK(told(*programOf(*program)) == told(*parsed));
      CHECK(sameCodes(*programOf(*program), *parsed));
      ++compared;
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("a program is the same as its text") {
  for (const bool components : {false, true}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      SuiteGrammar grammar = grammarOf(SuiteLocations::Any, components);
      CHECK(compareWithTexts(grammar, threads) > 100);
      grammar.amdgpu = true;
      grammar.remote = false;
      CHECK(compareWithTexts(grammar, threads) > 100);
    }
  }
}

TEST_CASE("of AMDGPU there are so many programs") {
  const auto counted = [](SuiteLocations locations, unsigned operations, bool components) {
    SuiteGrammar grammar = grammarOf(locations, components);
    grammar.amdgpu = true;
    grammar.remote = false;
    const ProgramSpace corpus(grammar, operations, 2);
    std::size_t count = 0;
    for (std::uint64_t n = 0; n < corpus.numbers(); ++n) {
      count += corpus.stands(n) ? 1 : 0;
    }
    return count;
  };
  CHECK(counted(SuiteLocations::Any, 2, false) == 1200);
  CHECK(counted(SuiteLocations::Any, 3, false) == 185520);
  CHECK(counted(SuiteLocations::Any, 2, true) == 3780);
  CHECK(counted(SuiteLocations::DataAndFlag, 3, true) == 218715);
}

TEST_CASE("message passing is known when it is seen") {
  const ProgramSpace corpus(grammarOf(SuiteLocations::DataAndFlag), 4, 2);
  std::size_t shapes = 0;
  std::string first;
  for (std::uint64_t n = 0; n < corpus.numbers(); ++n) {
    const auto program = corpus.at(n);
    if (program && passesMessage(*program)) {
      first = shapes == 0 ? litmusOf(*program) : first;
      ++shapes;
    }
  }
  // Two accesses of the data that are not both loads, eight releases, eight acquires, two placements.
  CHECK(shapes == 3 * 8 * 8 * 2);
  CHECK(first == R"(HSA suite-250801
{ x=0; y=0; }
 P0@wg 0        | P1@wg 0         ;
 ld r0, x       | ld.acq.wg r0, y ;
 st.rel.wg y, 2 | beq r0, 0, END  ;
                | st x, 8         ;
                | END:            ;
)");
}
