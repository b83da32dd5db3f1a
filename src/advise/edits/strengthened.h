#pragma once

#include <memory>
#include <string>

#include "advise/edits/edit_variable.h"
#include "program/ir/program.h"

namespace hrfcheck::inline advise {

/// Changes of a whole program, some of which edits of its text may not reach: what would show that a repair
/// exists. A program that is changed so need not be better: stronger operations may take promotions from
/// others, wider scopes may not match any more. It is asked about like any other.
struct Strengthening {
  enum class Scopes {
    Kept,
    Least,  ///< the least instance with all who access the location; of fences, with all threads
    Widest
  };
  enum class Remote { Kept, None, All };

  bool orders = false;  ///< every atomic operation has the strongest order that its dialect has
  Scopes scopes = Scopes::Kept;
  bool fences = false;  ///< before every access outside of spin loops, and before and behind every barrier
  bool atomic = false;  ///< every ordinary access is atomic
  Remote remote = Remote::Kept;

  friend bool operator==(const Strengthening&, const Strengthening&) = default;
};

/// Without what some kinds of edits do that are not allowed.
Strengthening only(const EditKinds& kinds, Strengthening all);

/// For people: "the strongest orders, scopes as wide as needed, fences everywhere".
std::string textOf(const Strengthening& strengthening);

std::shared_ptr<const Program> strengthened(const Program& program, const Strengthening& how);

}  // namespace hrfcheck::inline advise
