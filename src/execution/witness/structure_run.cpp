// Runs of one thread as a whole: what the machine reports is written down, its questions go to oracles or,
// for all runs, through every answer. The latter is a walk over the tree of answers: the state at each
// question is kept, and the next answer goes on from a copy.

#include "execution/witness/structure_run.h"

#include <algorithm>

#include "execution/witness/structure_stepper.h"
#include "util/invariant.h"

namespace hrfcheck::inline execution {
namespace {

/// Writes down what a thread reports, and forgets the end of it where the thread is taken back.
class Recorder : public RunSink {
 public:
  void happens(EventId event, Value value, LocationId location, std::uint32_t occurrence) override {
    run_.events.push_back(event);
    run_.values.push_back(value);
    run_.locations.push_back(location);
    run_.occurrences.push_back(occurrence);
  }

  void depends(Dependency kind, EventId read, EventId on) override {
    auto& relation = kind == Dependency::Addr ? run_.addr : kind == Dependency::Data ? run_.data : run_.ctrl;
    relation.emplace_back(read, on);
  }

  struct Lengths {
    std::size_t events, addr, data, ctrl;
  };
  Lengths lengths() const {
    return {run_.events.size(), run_.addr.size(), run_.data.size(), run_.ctrl.size()};
  }
  void cut(const Lengths& to) {
    run_.events.resize(to.events);
    run_.values.resize(to.events);
    run_.locations.resize(to.events);
    run_.occurrences.resize(to.events);
    run_.addr.resize(to.addr);
    run_.data.resize(to.data);
    run_.ctrl.resize(to.ctrl);
  }

  /// The run that ended in this state.
  ThreadRun runTo(const ThreadState& state) const {
    ThreadRun run = run_;
    run.end = state.end;
    run.lastInstruction = state.lastInstruction;
    run.lastNode = state.lastNode;
    run.registers = state.registers;
    for (auto* dependency : {&run.addr, &run.data, &run.ctrl}) {
      std::sort(dependency->begin(), dependency->end());
    }
    return run;
  }

 private:
  ThreadRun run_;  ///< so far; dependencies in the order in which they were told
};

/// All runs of a thread, depth first.
class RunTree {
 public:
  RunTree(const EventStructure& structure, ThreadId thread)
      : structure_(structure), machine_(structure, thread), state_(machine_.start()) {}

  void visitAll(const std::function<bool(const ThreadRun&)>& visit) {
    pause_ = machine_.run(state_, recorder_);
    do {
      while (pause_.kind != Pause::Kind::End) {
        ask();
      }
      if (!visit(recorder_.runTo(state_))) {
        return;
      }
    } while (turn());
  }

 private:
  /// A question, and the answer taken last.
  struct Question {
    ThreadState state;
    Pause pause;
    Recorder::Lengths told;
    std::size_t answer;
    std::size_t answers;
  };

  std::size_t answersOf(const Pause& pause) const {
    if (pause.kind == Pause::Kind::Barrier) {
      return 2;
    }
    const std::size_t values = structure_.domain(pause.event, pause.location).size();
    INVARIANT(values > 0, "a location holds at least its initial value");
    return values;
  }

  /// Notes the question at hand and takes its first answer. Questions behind `depth_` are old ones, kept for
  /// their memory.
  void ask() {
    if (depth_ == questions_.size()) {
      questions_.emplace_back();
    }
    Question& question = questions_[depth_++];
    question.state = state_;
    question.pause = pause_;
    question.told = recorder_.lengths();
    question.answer = 0;
    question.answers = answersOf(pause_);
    take(question);
  }

  void take(const Question& question) {
    if (question.pause.kind == Pause::Kind::Read) {
      const Value value = structure_.domain(question.pause.event, question.pause.location)[question.answer];
      pause_ = machine_.giveValue(state_, value, recorder_);
    } else if (question.answer == 0) {
      pause_ = machine_.passBarrier(state_, recorder_);
    } else {
      machine_.block(state_);
      pause_ = {};
    }
  }

  /// Takes the next answer to the last question that has one left.
  bool turn() {
    while (depth_ > 0 && questions_[depth_ - 1].answer + 1 >= questions_[depth_ - 1].answers) {
      --depth_;
    }
    if (depth_ == 0) {
      return false;
    }
    Question& question = questions_[depth_ - 1];
    ++question.answer;
    state_ = question.state;
    recorder_.cut(question.told);
    take(question);
    return true;
  }

  const EventStructure& structure_;
  EventStructureStepper machine_;
  Recorder recorder_;
  ThreadState state_;
  Pause pause_;
  std::vector<Question> questions_;
  std::size_t depth_ = 0;
};

}  // namespace

ThreadRun runThread(const EventStructure& structure, ThreadId thread, const ReadOracle& read,
                    const BarrierOracle& passes) {
  const EventStructureStepper machine(structure, thread);
  Recorder recorder;
  ThreadState state = machine.start();
  Pause pause = machine.run(state, recorder);
  while (pause.kind != Pause::Kind::End) {
    if (pause.kind == Pause::Kind::Read) {
      pause = machine.giveValue(state, read(pause.event, pause.location), recorder);
    } else if (passes(pause.event)) {
      pause = machine.passBarrier(state, recorder);
    } else {
      machine.block(state);
      pause = {};
    }
  }
  return recorder.runTo(state);
}

void forEachRun(const EventStructure& structure, ThreadId thread,
                const std::function<bool(const ThreadRun&)>& visit) {
  RunTree(structure, thread).visitAll(visit);
}

}  // namespace hrfcheck::inline execution
