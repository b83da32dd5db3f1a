// Machine files with random changes: what is refused is refused as the user's mistake, and what is accepted
// can be printed, explored and run.

#include <doctest/doctest.h>

#include "machine/timed/run.h"
#include "machine_support.h"
#include "programs.h"
#include "util/random.h"

namespace changed_machines_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

class Changes {
 public:
  explicit Changes(std::uint64_t seed) : random_(seed) {}

  /// One to three lines are left out, doubled, exchanged, or replaced by a step.
  std::string of(const std::string& text) {
    std::vector<std::string> lines = linesOf(text);
    const std::size_t clauses = static_cast<std::size_t>(
        std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("on "); }) -
        lines.begin());
    for (std::size_t n = 1 + random_.below(3); n-- > 0;) {
      // Mostly within the clauses: changed rules and keys are refused.
      const std::size_t from = random_.below(6) == 0 ? 0 : clauses;
      const std::size_t at = from + random_.below(lines.size() - from);
      const std::size_t other = from + random_.below(lines.size() - from);
      switch (random_.below(5)) {
        case 0:
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(other), lines[at]);
          break;
        case 2:
          std::swap(lines[at], lines[other]);
          break;
        default:
          lines[at] = step();
      }
    }
    std::string changed;
    for (const std::string& line : lines) {
      changed += line + "\n";
    }
    return changed;
  }

 private:
  std::string pick(const std::vector<std::string>& words) { return words[random_.below(words.size())]; }
  std::string step() {
    return pick({"gate",
                 "flush own-leaf",
                 "flush leaves stalling",
                 "flush other-leaves to sys",
                 "wait",
                 "flush own-leaf to wg",
                 "access scope",
                 "access leaf",
                 "access wg",
                 "access wg owning",
                 "access sys",
                 "invalidate",
                 "invalidate-meanwhile",
                 "lock",
                 "unlock",
                 "send-invalidations",
                 "send-invalidations ending-stalls",
                 "wait-invalidations",
                 "unstall own",
                 "unstall all",
                 "post",
                 "meet"}) +
           pick({"", "", " if acquires", " if releases", " if store", " if not load", " if rmw"});
  }

  Random random_;
};

const std::string kBarrier = R"(HSA Barrier
{ x=0; y=0; }
 P0@wg 0      | P1@wg 1             ;
 st x, 1      | ld r0, x            ;
 fence.ar.cmp | faa.ar.cmp r1, y, 2 ;
 barrier.cmp  | barrier.cmp         ;
 ld r0, y     | ld r2, x            ;
exists (true)
)";

/// Explores and runs a program on a machine, as far as it goes.
bool tries(const DescribedMachine& machine, const std::string& text, std::uint64_t seed) {
  const auto program = programOf(text);
  SimulationOptions options = Setting{machine.name, static_cast<Environment>(seed % 3)}.options();
  options.described = machine.kind;
  options.mostStates = 3'000;
  options.traces = false;
  if (!runs(program, options)) {
    return false;
  }
  const Reached explored = reach(program, options);
  TimedOptions timed;
  timed.machine = machine.name;
  timed.described = machine.kind;
  timed.hierarchy = Hierarchy::H2;
  timed.seed = seed;
  timed.table.lineBytes = 4;
  timed.table.jitter = 20;
  timed.deadline = Deadline::after(1);
  const ProgramRun run = runTimed(*program, timed);
  const bool whole = explored.simulation.incomplete.empty() && options.environment != Environment::Fifo;
  if (whole && run.report.unfinished.empty()) {
    CHECK(explored.outcomes().contains(run.outcome));
  }
  if (whole && run.report.unfinished == "deadlock") {
    CHECK(explored.simulation.deadlock);
  }
  return true;
}

void change(std::uint64_t seed, std::size_t rounds) {
  std::vector<std::string> texts;
  for (const char* name : {"hrf0", "qr-fix", "rsp-lit", "rsp-fix", "hrfr"}) {
    texts.push_back(machineText(name));
  }
  for (const char* name : {"denovo", "write-through", "hrfr-orders"}) {
    texts.push_back(machineText(
        describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/" + name + ".machine"))));
  }
  Changes changes(seed);
  std::size_t accepted = 0, tried = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::string text = changes.of(texts[round % texts.size()]);
    CAPTURE(text);
    std::optional<DescribedMachine> machine;
    try {
      machine = describedMachine(std::make_shared<const Source>("changed.machine", text));
    } catch (const UserError&) {
      continue;
    }
    ++accepted;
    const std::string printed = machineText(*machine);
    CHECK(machineText(describedMachine(std::make_shared<const Source>("printed.machine", printed))) ==
          printed);
    for (const std::string* program : {&kB1, &kB5, &kBarrier}) {
      CAPTURE(*program);
      tried += tries(*machine, *program, round) ? 1 : 0;
    }
  }
  CHECK(accepted * 20 > rounds);
  CHECK(tried > accepted);
}

}  // namespace

TEST_CASE("Machine files with random changes") {
  change(1, 400);
}

TEST_CASE("Machine files with very many random changes" * doctest::skip()) {
  for (std::uint64_t seed = 2; seed < 12; ++seed) {
    change(seed, 20'000);
  }
}

}  // namespace changed_machines_test
