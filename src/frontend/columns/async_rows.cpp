#include "frontend/columns/async_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/columns/ptx_table.h"
#include "frontend/shared/async_row.h"
#include "frontend/shared/phase_words.h"
#include "program/expr/further_operators.h"
#include "program/ir/ptx_marks.h"
#include "program/ir/scope_levels.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

/// Barriers at which operations start and are waited for have numbers of their own, which no `bar` has.
constexpr Value kFirstMeeting = 1000;

bool mayNotBranchOver(const ResolvedInstruction& row) {
  return row.asynchronous != nullptr;
}

/// What the threads share while their rows are entered.
struct Shared {
  Program& program;
  std::vector<std::vector<std::uint32_t>>& ids;
  Diagnostics& diagnostics;
  Value nextMeeting = kFirstMeeting;
};

BarrierOp meeting(std::uint32_t level, Value number) {
  BarrierOp barrier;
  barrier.level = level;
  barrier.id = number;
  barrier.order = std::nullopt;
  barrier.amongNamed = true;
  return barrier;
}

/// An operation that a thread has issued.
struct IssuedOperation {
  const AsyncRow* row = nullptr;
  const Instruction* written = nullptr;
  Value start = 0;
  bool committed = false;
  std::optional<Value> afterReads = std::nullopt;  ///< where its thread waits for that
  std::optional<Value> afterAll = std::nullopt;
};

/// The rows of one thread.
class ThreadRows {
 public:
  ThreadRows(ThreadId thread, const std::vector<ResolvedInstruction>& rows, Shared& shared)
      : thread_(thread), rows_(rows), shared_(shared) {}

  void run() {
    requireOnce();
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      begins_.push_back(static_cast<std::uint32_t>(code_.size()));
      row(rows_[i]);
      for (Instruction& instruction : pendingEnds()) {
        setTarget(instruction, static_cast<std::uint32_t>(code_.size()));
      }
    }
    begins_.push_back(static_cast<std::uint32_t>(code_.size()));
    if (arrived_) {
      error(*arrived_, "no wait follows this arrival at the barrier of the cluster");
    }
    resolveTargets();
    self().instructions = std::move(code_);
    for (const IssuedOperation& operation : operations_) {
      agent(operation);
    }
    for (const std::vector<Instruction>& code : arrivals_) {
      addThread(code, {});
    }
  }

 private:
  Thread& self() { return shared_.program.threads[thread_]; }
  void error(const Instruction& at, std::string message, std::string hint = "") {
    shared_.diagnostics.error(at.place, std::move(message), std::move(hint));
  }

  /// An operation is one thread: its row must be executed exactly once.
  void requireOnce() {
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (!mayNotBranchOver(rows_[i])) {
        continue;
      }
      const Instruction& row = rows_[i].first;
      if (row.predicate) {
        error(row, fmt::format("a predicate on '{}' is not supported", row.text));
      }
      for (std::uint32_t j = 0; j < rows_.size(); ++j) {
        if (leadsAround(rows_[j].first.operation, j, i)) {
          error(row, fmt::format("whether, or how often, '{}' is executed depends on a branch", row.text),
                "an asynchronous operation is supported where the thread executes it exactly once");
          break;
        }
      }
    }
  }

  static bool leadsAround(const Operation& operation, std::uint32_t at, std::uint32_t row) {
    const auto around = [&](std::uint32_t target) {
      return (at < row && target > row) || (target <= row && row <= at);
    };
    return std::visit(Overloaded{[&](const BranchOp& o) { return around(o.target); },
                                 [&](const JumpOp& o) { return around(o.target); },
                                 [&](const ExitOp&) { return at < row; }, [](const auto&) { return false; }},
                      operation);
  }

  void row(const ResolvedInstruction& row) {
    if (row.asynchronous != nullptr) {
      asynchronous(row);
      return;
    }
    const Instruction& first = row.first;
    if (updatesBarrierObject(first.operation)) {
      checkedUpdate(first);
    } else {
      code_.push_back(first);
      targets_.emplace_back(targetOf(first.operation), false);
    }
    for (const Meaning& meaning : row.behind) {
      Instruction next = first;
      next.operation = visible(meaning.operation);
      next.marks = meaning.marks;
      push(std::move(next));
    }
  }

  /// What a predicate guards is all of a row.
  void push(Instruction instruction) {
    const std::optional<std::uint32_t> target = targetOf(instruction.operation);
    code_.push_back(std::move(instruction));
    targets_.emplace_back(target == kEndOfRow ? std::nullopt : target, target == kEndOfRow);
  }

  static bool updatesBarrierObject(const Operation& operation) {
    const auto* rmw = std::get_if<RmwOperation>(&operation);
    return rmw != nullptr && rmw->op == kRmwPhaseUpdate;
  }

  /// The word is a barrier object, and what it lacks is at least what arrives.
  void checkedUpdate(const Instruction& written) {
    Instruction update = written;
    auto& rmw = std::get<RmwOperation>(update.operation);
    if (!rmw.target) {
      rmw.target = hidden(self());
    }
    const ExprPtr valid = phase_words::allows(*rmw.target, rmw.operand);
    push(update);
    Instruction check = written;
    check.operation = AssignOp{hidden(self()), unary(UnaryOp::Assert, valid, kOfBarrierObject)};
    check.marks.clear();
    push(std::move(check));
  }

  /// Registers that nothing reads are not the test's.
  Operation visible(Operation operation) {
    if (auto* assign = std::get_if<AssignOp>(&operation);
        assign != nullptr && assign->target == kHiddenRegister) {
      assign->target = hidden(self());
    }
    return operation;
  }
  static RegisterId hidden(Thread& thread) {
    thread.registers.push_back(fmt::format("#{}", thread.registers.size()));
    thread.initialRegisters.push_back(0);
    return static_cast<RegisterId>(thread.registers.size() - 1);
  }

  void asynchronous(const ResolvedInstruction& row) {
    const AsyncRow& what = *row.asynchronous;
    switch (what.kind) {
      case AsyncRow::Kind::Issue:
        operations_.push_back({&what, &row.first, shared_.nextMeeting++});
        meet(row.first, operations_.back().start, {kMarkIssue});
        return;
      case AsyncRow::Kind::Commit:
        commit(what.bulk);
        push(instructionOf(row.first, NopOp{}, {kMarkGroup}));
        return;
      case AsyncRow::Kind::Wait:
        wait(row.first, what);
        return;
      case AsyncRow::Kind::ClusterArrive:
        arriveAtCluster(row.first, what.relaxed);
        return;
      case AsyncRow::Kind::ClusterWait:
        waitForCluster(row.first);
        return;
    }
  }

  void meet(const Instruction& written, Value number, std::vector<std::string> marks) {
    push(instructionOf(written, meeting(ptx::kCta, number), std::move(marks)));
  }
  static Instruction instructionOf(const Instruction& written, Operation operation,
                                   std::vector<std::string> marks = {}) {
    Instruction made{std::move(operation), std::nullopt, written.place, written.text};
    made.marks = std::move(marks);
    return made;
  }

  void commit(bool bulk) {
    std::vector<std::size_t> group;
    for (std::size_t o = 0; o < operations_.size(); ++o) {
      IssuedOperation& operation = operations_[o];
      if (operation.row->grouped && operation.row->bulk == bulk && !operation.committed) {
        operation.committed = true;
        group.push_back(o);
      }
    }
    groups_[bulk].push_back(std::move(group));
  }

  void wait(const Instruction& written, const AsyncRow& what) {
    if (what.commits) {
      commit(what.bulk);
    }
    const std::size_t before = code_.size();
    const std::vector<std::vector<std::size_t>>& groups = groups_[what.bulk];
    for (std::size_t g = 0; g + what.keep < groups.size(); ++g) {
      for (const std::size_t o : groups[g]) {
        IssuedOperation& operation = operations_[o];
        std::optional<Value>& number = what.readsOnly ? operation.afterReads : operation.afterAll;
        if (!number && !operation.afterAll) {
          number = shared_.nextMeeting++;
          meet(written, *number, {kMarkAwait});
        }
      }
    }
    if (code_.size() == before) {
      push(instructionOf(written, NopOp{}, {kMarkGroup}));
    }
  }

  // The barrier of a cluster: a thread of its own arrives and waits there, so the arrival orders what was
  // before it, and nothing in between.

  void arriveAtCluster(const Instruction& written, bool relaxed) {
    if (arrived_) {
      error(written, "a second arrival at the barrier of the cluster before the wait");
      return;
    }
    arrived_ = &written;
    const Value start = shared_.nextMeeting++;
    std::vector<std::string> marks{kMarkClusterBarrier};
    if (relaxed) {
      marks.emplace_back(kMarkUnordered);
    }
    meet(written, start, std::move(marks));
    const auto occurrence = static_cast<Value>(arrivals_.size());
    arrivals_.push_back({instructionOf(written, meeting(ptx::kCta, start), {kMarkClusterBarrier}),
                         instructionOf(written, meeting(ptx::kCluster, occurrence), {kMarkClusterBarrier})});
  }

  void waitForCluster(const Instruction& written) {
    if (!arrived_) {
      error(written, "no arrival at the barrier of the cluster is before this wait");
      return;
    }
    arrived_ = nullptr;
    const Value end = shared_.nextMeeting++;
    meet(written, end, {kMarkClusterBarrier});
    arrivals_.back().push_back(instructionOf(written, meeting(ptx::kCta, end), {kMarkClusterBarrier}));
  }

  void agent(const IssuedOperation& operation) {
    const AsyncRow& row = *operation.row;
    std::vector<Instruction> code;
    const auto add = [&](Operation o, std::vector<std::string> marks) {
      code.push_back(instructionOf(*operation.written, std::move(o), std::move(marks)));
    };
    add(meeting(ptx::kCta, operation.start), {kMarkIssue});
    for (const Meaning& read : row.reads) {
      add(read.operation, read.marks);
    }
    if (operation.afterReads) {
      add(meeting(ptx::kCta, *operation.afterReads), {kMarkComplete});
    }
    std::vector<std::string> registers(row.registers, "#copied");
    for (const Meaning& write : row.writes) {
      add(write.operation, write.marks);
    }
    if (operation.afterAll) {
      add(meeting(ptx::kCta, *operation.afterAll), {kMarkComplete});
    }
    addThread(std::move(code), std::move(registers));
  }

  void addThread(std::vector<Instruction> code, std::vector<std::string> registers) {
    code.front().marks.emplace_back(kMarkOperation);
    std::vector<Thread>& threads = shared_.program.threads;
    const auto number = static_cast<ThreadId>(threads.size());
    Thread made;
    made.name = fmt::format("P{}", number);
    made.registers = std::move(registers);
    made.initialRegisters.assign(made.registers.size(), 0);
    for (Instruction& instruction : code) {
      if (updatesBarrierObject(instruction.operation)) {
        auto& rmw = std::get<RmwOperation>(instruction.operation);
        rmw.target = hidden(made);
        Instruction check = instructionOf(
            instruction,
            AssignOp{hidden(made), unary(UnaryOp::Assert, phase_words::allows(*rmw.target, rmw.operand),
                                         kOfBarrierObject)});
        made.instructions.push_back(instruction);
        made.instructions.push_back(std::move(check));
      } else {
        made.instructions.push_back(std::move(instruction));
      }
    }
    threads.push_back(std::move(made));
    std::vector<std::uint32_t> ids = shared_.ids[thread_];
    ids[kThreadLevel] = number;
    shared_.ids.push_back(std::move(ids));
  }

  static std::optional<std::uint32_t> targetOf(const Operation& operation) {
    if (const auto* branch = std::get_if<BranchOp>(&operation)) {
      return branch->target;
    }
    const auto* jump = std::get_if<JumpOp>(&operation);
    return jump == nullptr ? std::nullopt : std::optional(jump->target);
  }
  static void setTarget(Instruction& instruction, std::uint32_t target) {
    if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      branch->target = target;
    } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
      jump->target = target;
    }
  }
  std::vector<std::reference_wrapper<Instruction>> pendingEnds() {
    std::vector<std::reference_wrapper<Instruction>> ends;
    for (std::size_t i = begins_.back(); i < code_.size(); ++i) {
      if (targets_[i].second) {
        ends.emplace_back(code_[i]);
      }
    }
    return ends;
  }
  void resolveTargets() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (targets_[i].first) {
        setTarget(code_[i], begins_[*targets_[i].first]);
      }
    }
  }

  ThreadId thread_;
  const std::vector<ResolvedInstruction>& rows_;
  Shared& shared_;
  std::vector<Instruction> code_;
  /// By instruction: the row that it goes to, or whether it goes to the end of its own.
  std::vector<std::pair<std::optional<std::uint32_t>, bool>> targets_;
  std::vector<std::uint32_t> begins_;
  std::vector<IssuedOperation> operations_;
  std::map<bool, std::vector<std::vector<std::size_t>>> groups_;
  const Instruction* arrived_ = nullptr;
  std::vector<std::vector<Instruction>> arrivals_;
};

}  // namespace

void enterRows(const std::vector<std::vector<ResolvedInstruction>>& code, Program& program,
               std::vector<std::vector<std::uint32_t>>& ids, Diagnostics& diagnostics) {
  Shared shared{program, ids, diagnostics};
  for (ThreadId t = 0; t < code.size(); ++t) {
    ThreadRows(t, code[t], shared).run();
  }
}

}  // namespace hrfcheck::frontend
