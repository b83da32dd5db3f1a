#include "machine/timed/timed_machine.h"

#include <algorithm>
#include <chrono>

#include "machine/timed/program_code.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint64_t kEventsBetweenLooks = 8192;

/// "L1" of "L1 wg0".
std::string levelName(const MemoryTree& tree, MemoryNodeId n) {
  const std::string& name = tree.nodes()[n].name;
  return n == tree.root() ? name : name.substr(0, name.rfind(' '));
}

RuleSet rulesOf(const MachineKind& kind, const TimedOptions& options) {
  SimulationOptions switches;
  switches.without = options.without;
  switches.with = options.with;
  return rulesWith(kind.rules, kind.tests, switches);
}

}  // namespace

TimedMachine::TimedMachine(TimedCode& code, const TimedOptions& options, const MachineKind& kind)
    : code_(&code),
      options_(&options),
      rules_(rulesOf(kind, options)),
      tree_(code.scopes(), kind.shape(options.hierarchy)),
      memory_(tree_, rules_),
      requests_(tree_, memory_),
      random_(options.seed),
      main_(code.scopes().threadCount()),
      posted_(main_.size()),
      acknowledged_(main_.size()),
      lastMessage_(main_.size()),
      running_(main_.size()) {
  makeCaches();
  compile(kind);
  report_.ends.resize(main_.size());
}

void TimedMachine::makeCaches() {
  std::vector<TimedCache::Shape> shapes;
  for (MemoryNodeId n = 0; n < tree_.nodes().size(); ++n) {
    const LevelTiming& timing = options_->table.level(levelName(tree_, n));
    if (report_.levels.empty() || tree_.nodes()[n].level != tree_.nodes()[n - 1].level) {
      report_.levels.push_back({});
      report_.levels.back().name = timing.name;
    }
    levelOf_.push_back(report_.levels.size() - 1);
    timing_.push_back(&timing);
    if (n == tree_.root()) {
      break;
    }
    const std::uint32_t words = options_->table.lineWords();
    const std::uint32_t lines = timing.bytes / options_->table.lineBytes;
    if (lines == 0) {
      throw UserError("the cache '" + timing.name + "' of the latency table has no size");
    }
    shapes.push_back({lines / timing.ways, timing.ways, words});
    fifoLimit_.push_back(options_->table.fifo != 0 ? options_->table.fifo : lines);
  }
  free_.resize(tree_.nodes().size());
  written_.resize(tree_.cacheCount());
  draining_.resize(tree_.cacheCount());
  state_ = std::make_unique<TimedState>(tree_, shapes, code_->memory(), main_.size());
}

void TimedMachine::compile(const MachineKind& kind) {
  microCode_.resize(tree_.nodes().size());
  for (ThreadId t = 0; t < main_.size(); ++t) {
    std::vector<MicroCode>& mine = microCode_[tree_.path(t).front()];
    if (!mine.empty()) {
      continue;
    }
    for (const Instruction& operation : code_->operations()) {
      mine.push_back(microCodeOf(tree_, rules_, kind, t, operation));
    }
  }
  for (const Instruction& operation : code_->operations()) {
    const bool access = accessKindOf(operation.operation) != AccessKind::None;
    const Atomicity* const atomicity = access ? atomicityOf(operation.operation) : nullptr;
    atomicOperation_.push_back(atomicity != nullptr);
    remoteOperation_.push_back(atomicity != nullptr && atomicity->remote);
    scopedOperation_.push_back(atomicity != nullptr && !atomicity->remote &&
                               tree_.indexOf(0, atomicity->level) > 0);
  }
}

TimedReport TimedMachine::run() {
  const auto start = std::chrono::steady_clock::now();
  for (ThreadId t = 0; t < main_.size(); ++t) {
    queue_.add(jittered(0), {Event::Kind::Go, false, false, t, 0});
  }
  for (std::uint64_t events = 0; !queue_.empty() && report_.unfinished.empty(); ++events) {
    if (events % kEventsBetweenLooks == 0) {
      if (options_->activity != nullptr) {
        options_->activity->begin("", "operations");
        options_->activity->count = report_.operations;
      }
      if (options_->deadline.expired()) {
        report_.unfinished = "time limit";
        break;
      }
    }
    handle(queue_.take());
  }
  wrapUp();
  report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(report_);
}

void TimedMachine::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::Go:
      go(event.thread, event.posted);
      break;
    case Event::Kind::Flush:
      flushArrives(event.thread, event.node);
      break;
    case Event::Kind::Invalidation:
      invalidationArrives(event.thread, event.node, event.endsStall);
      break;
    case Event::Kind::Drain:
      draining_[event.node] = false;
      drain(event.node, false);
      break;
    case Event::Kind::DrainOne:
      drain(event.node, true);
      break;
  }
  if (state_->takeReleased()) {
    wakeBlocked();
  }
}

void TimedMachine::wrapUp() {
  report_.cycles = report_.ends.empty() ? 0 : *std::ranges::max_element(report_.ends);
  if (report_.unfinished.empty() && !ended()) {
    report_.unfinished = "deadlock";
  }
  if (!report_.unfinished.empty()) {
    report_.cycles = now();
    return;
  }
  drainAll();
  report_.memory = state_->memory();
}

/// What is left in the caches when all work-items have ended.
void TimedMachine::drainAll() {
  for (MemoryNodeId n = 0; n < tree_.cacheCount(); ++n) {
    while (!state_->cache(n).fifoEmpty()) {
      if (state_->cache(n).head().kind == TimedCache::Entry::Kind::Marker) {
        memory_.passMarker(*state_, n);
      } else {
        INVARIANT(writeLine(n, state_->cache(n).head().slot),
                  "no line is locked when all work-items have ended");
      }
    }
  }
}

ProgramRun runTimed(const Program& program, const TimedOptions& options) {
  (void)scopesFor(machineOf(options.machine, options.described), program);
  ProgramCode code(program);
  ProgramRun run{runTimed(code, options), {}};
  if (!run.report.unfinished.empty()) {
    return run;
  }
  for (const StateVariable& v : program.observed) {
    run.outcome.push_back(v.isRegister() ? code.registerOf(v.thread, v.reg) : run.report.memory[v.location]);
  }
  return run;
}

TimedReport runTimed(TimedCode& code, const TimedOptions& options) {
  if (machineOf(options.machine, options.described).tests == MachineTests::Amdgpu) {
    throw UserError("machine " + options.machine + " is explored only: it has no latencies");
  }
  return TimedMachine(code, options, machineOf(options.machine, options.described)).run();
}

}  // namespace hrfcheck::inline machine
