#pragma once

#include <optional>
#include <string>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// What the file of a model declares on the `Promises:` line of its header: some programs behave as
/// interleavings of their threads.
struct DeclaredPromise {
  enum class To {
    EveryProgram,
    RaceFree,       ///< programs that are race-free under the model
    RaceFreeSeqCst  ///< those of them that have no weaker accesses (weaker_accesses.h)
  } to = To::EveryProgram;
  std::string dialect;  ///< of the programs, in lower case; empty for any

  friend bool operator==(const DeclaredPromise&, const DeclaredPromise&) = default;
};

/// Reads a `Promises:` line. The forms are "interleavings to every program", "interleavings to race-free
/// programs" and "interleavings to race-free programs with sc atomics only", in any of which a dialect may
/// stand before "program" (docs/cat.md).
/// @returns nothing for anything else
std::optional<DeclaredPromise> parsePromise(const std::string& text);

/// What the model's own file declares; nothing where it has no such line, or one that is not understood.
std::optional<DeclaredPromise> declaredPromise(const Model& model);

/// A warning where the model's file has a `Promises:` line that is not understood.
std::optional<Diagnostic> promiseMistake(const Model& model);

/// The promise is about programs of this dialect.
bool speaksOf(const DeclaredPromise& promise, const Program& program);

}  // namespace hrfcheck::inline check
