#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "program/skeleton.h"

namespace hrfcheck {

/// What a model promises to a program.
struct ModelPromise {
  enum class Kind {
    Kept,       ///< race-free: the outcomes below, and no others
    Racy,       ///< nothing: there is a race
    Undefined,  ///< nothing: a thread leaves memory or misses a barrier, an undefined_unless fails
    Unknown     ///< not decided whether it promises anything: `undecided`
  } kind = Kind::Unknown;
  std::string model;                         ///< whose races, as asked for
  std::string outcomesOf;                    ///< whose outcomes: the same, or "sc"
  std::vector<InstructionPair> races;        ///< of racy programs, most telling first
  std::vector<std::vector<Value>> outcomes;  ///< values of Program::observed, sorted, each once
  /// Why `outcomes` may not be all, or why the kind is not known: "time limit", "bound reached (loop)".
  std::optional<std::string> undecided;

  bool allows(const std::vector<Value>& values) const;
};

/// A machine's outcomes held against a promise.
struct Judgement {
  enum class Answer {
    Sound,            ///< the promise is kept
    Broken,           ///< an outcome outside of the promise, or a deadlock
    NothingPromised,  ///< racy or undefined: whatever the machine does is right
    Undecided         ///< one of the two sides is not complete, and what there is breaks nothing
  } answer = Answer::Undecided;
  ModelPromise promise;
  std::vector<std::size_t>
      outside;  ///< indices into Simulation::outcomes: not allowed, whatever is still unknown
  std::vector<std::size_t> unknown;  ///< not among the promise's outcomes, which are not complete
  /// Outcomes of the promise that the machine did not reach (P2); absent for good only where `reachedAll`.
  std::vector<std::vector<Value>> notReached;
  bool reachedAll = false;  ///< the machine's outcomes are complete
  bool deadlock = false;
  std::string undecided;  ///< why, for Undecided: "state limit", "the model: bound reached"

  /// P2 of docs/machines.md: everything promised is reached, and nothing hangs.
  bool complete() const { return reachedAll && notReached.empty() && !deadlock && !promise.undecided; }
};

}  // namespace hrfcheck
