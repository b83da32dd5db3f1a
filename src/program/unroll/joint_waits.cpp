// A block waits together where one of its threads looks, and all go on or leave by what it has seen:
//
//   do { barrier; if (leader) { v = flag; s = v; } barrier; } while (s != 1);           // s in shared memory
//   while (__syncthreads_and(state != turn)) if (leader) state = lock;                  // a vote
//
// Such a loop is no spin loop: its rounds store and pass barriers. But all that its rounds do together, apart
// from what the leader reads, is to find out that there is another round. So rounds that go on are left out
// here, all threads' at once, and what the leader has looked at in them is a loop of its own: it looks again
// while the answer is the one by which all go on. That is an ordinary loop, which spins or not
// (spin_loops.h).
//
// Let E be an execution in which the threads go round n times. In each round but the first and the last,
// leave out all but the leader's look. That gives an execution E' of the program made here:
//
// * All threads make the same rounds. They come to the loop, whatever they do before, having passed the same
//   barriers (arriveAlike), so the k-th round of one meets the k-th one of the others; what they tell each
//   other is ordered by barriers between any two threads that access it, one of which stores
//   (exchangesAreApart), and nobody else accesses it; so a read finds what this round has stored, where the
//   model takes barriers to order accesses (Licence::Barriers), and the conditions are the same function of
//   what the leader saw (whetherAllGoOn).
// * Nothing in the rounds depends on those before, but what the leader has seen (nothingIsCarried), which the
//   test may look at. Nothing of them is looked at after the loop, but what the last round leaves, and,
//   where the test comes before the look, the round before it: as far as it depends on that round's look, or
//   is the same in each round (joint_values.cpp). No thread ends in them.
// * Between the events that are left happens the same: of the others there are none in the rounds. What came
//   before the loop in another thread is before the look by a barrier in E; so it is in E', where a barrier
//   stands before the loop of looks (`twice` where the round has none before it). What comes behind the loop
//   is behind a barrier of the last round. Looks of one thread are in program order anyway. E' has fewer
//   halves of barriers than E: the model must stay consistent and keep its flags without (Licence::Deletion).
// * Where E goes round for ever, the leader looks for ever in E', and the others wait.
//
// And an execution E' of the program made here is one of the program, with the rounds put back behind each
// look. They do not wait, for all threads are in the loop. Their reads find what their rounds store. Of the
// events that were there, barriers order no more than program order does: the leader's looks (Licence::
// Barriers). So E is consistent, and raises the flags of E' and no others.
//
// In E' nobody goes round again: what would do so goes to a jump to itself, which is a loop at its bound.
// Should an execution come there, against all this, the answer is undecided.

#include "program/unroll/joint_waits.h"

#include <algorithm>
#include <map>
#include <utility>

#include "program/flow/control_flow.h"
#include "program/flow/copied_instructions.h"
#include "program/unroll/joint_rounds.h"

namespace hrfcheck::inline program {
namespace {

/// The thread with its rounds written anew.
class Rewriter {
 public:
  Rewriter(const Thread& thread, const JointRounds& rounds, std::size_t which)
      : thread_(thread), loop_(rounds.loops[which]), rounds_(rounds), leads_(which == rounds.leader) {}

  std::vector<Instruction> run() {
    const auto size = static_cast<std::uint32_t>(thread_.instructions.size());
    std::vector<std::uint32_t> places(size + 1, 0);
    for (std::uint32_t i = 0; i <= size; ++i) {
      if (i == loop_.head) {
        rounds();
      }
      places[i] = i == loop_.head ? head_ : here();
      // What else is in the loop's range are its jumps.
      if (i < size && (i < loop_.head || i > loop_.last)) {
        toBePlaced_.push_back(here());
        code_.push_back(copyOf(i));
      }
    }
    for (const std::uint32_t i : toBePlaced_) {
      place(code_[i].operation, places);
    }
    return std::move(code_);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }

  Instruction copyOf(std::uint32_t i) const {
    Instruction copy = thread_.instructions[i];
    keepNumber(copy, i);
    return copy;
  }

  void rounds() {
    head_ = here();
    if (rounds_.twice) {
      round(false, rounds_.testedBefore);
    }
    round(true, !rounds_.testedBefore);
    Instruction stop = copyOf(loop_.round[loop_.test]);
    stop.operation = JumpOp{here()};
    code_.push_back(std::move(stop));
  }

  /// @param last nothing comes behind its test
  /// @param looksAgain the leader does, while the round would go on
  void round(bool last, bool looksAgain) {
    std::uint32_t look = 0;
    for (std::size_t at = 0; at < loop_.round.size(); ++at) {
      Instruction instruction = copyOf(loop_.round[at]);
      look = leads_ && at == rounds_.lookBegin ? here() : look;
      if (at == loop_.test) {
        instruction.operation = BranchOp{unary(UnaryOp::LogicalNot, loop_.goesOn), loop_.exit};
        toBePlaced_.push_back(here());
      }
      code_.push_back(std::move(instruction));
      if (leads_ && looksAgain && at + 1 == rounds_.lookEnd) {
        Instruction again = copyOf(loop_.round[loop_.test]);
        again.operation = BranchOp{rounds_.goesOn, look};
        code_.push_back(std::move(again));
      }
      if (last && at == loop_.test) {
        return;
      }
    }
  }

  static void place(Operation& operation, const std::vector<std::uint32_t>& places) {
    if (auto* branch = std::get_if<BranchOp>(&operation)) {
      branch->target = places[branch->target];
    } else if (auto* jump = std::get_if<JumpOp>(&operation)) {
      jump->target = places[jump->target];
    } else if (auto* point = std::get_if<ReconvergenceOp>(&operation)) {
      point->target = places[point->target];
    }
  }

  const Thread& thread_;
  const JointLoop& loop_;
  const JointRounds& rounds_;
  bool leads_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> toBePlaced_;  ///< whose targets are still those of the thread as it was
  std::uint32_t head_ = 0;
};

/// The scope instance that meets at the first barrier of a loop.
ScopeInstanceId instanceOf(const Program& program, ThreadId t, const JointLoop& loop) {
  for (const std::uint32_t i : loop.round) {
    if (const auto* barrier = std::get_if<BarrierOp>(&program.threads[t].instructions[i].operation)) {
      return program.scopes.instanceOf(t, barrier->level);
    }
  }
  return kNoScope;
}

/// Goes with a program that was made of another one: the two are kept together.
struct KeepsWritten {
  std::shared_ptr<const Program> written;

  void operator()(const Program* program) const { std::default_delete<const Program>()(program); }
};

}  // namespace

std::shared_ptr<const Program> withJointWaits(const std::shared_ptr<const Program>& program,
                                              const Deadline& deadline) {
  PacedLook look(deadline);
  std::map<ScopeInstanceId, std::map<ThreadId, JointLoop>> loops;
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    if (auto loop = jointLoopOf(program->threads[t], look)) {
      loops[instanceOf(*program, t, *loop)].emplace(t, std::move(*loop));
    }
  }
  std::shared_ptr<Program> result;
  for (auto& [instance, byThread] : loops) {
    if (instance == kNoScope || byThread.size() != program->scopes.instances()[instance].agents.size()) {
      continue;
    }
    std::vector<ThreadId> threads;
    std::vector<JointLoop> own;
    for (auto& [t, loop] : byThread) {
      threads.push_back(t);
      own.push_back(std::move(loop));
    }
    deadline.check();
    const auto rounds = jointRounds(*program, std::move(threads), std::move(own));
    if (!rounds) {
      continue;
    }
    result = result == nullptr ? std::make_shared<Program>(*program) : result;
    for (std::size_t i = 0; i < rounds->threads.size(); ++i) {
      const ThreadId t = rounds->threads[i];
      result->threads[t].instructions = Rewriter(program->threads[t], *rounds, i).run();
    }
  }
  return result == nullptr ? program : madeOf(program, std::move(*result));
}

std::shared_ptr<const Program> writtenOf(const std::shared_ptr<const Program>& program) {
  const auto* keeper = std::get_deleter<KeepsWritten>(program);
  return keeper == nullptr ? program : keeper->written;
}

std::shared_ptr<const Program> madeOf(const std::shared_ptr<const Program>& written, Program program) {
  return {std::make_unique<const Program>(std::move(program)).release(), KeepsWritten{written}};
}

}  // namespace hrfcheck::inline program
