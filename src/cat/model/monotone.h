#pragma once

#include <vector>

#include "cat/model/model.h"

namespace hrfcheck {

/// Whether an execution stays consistent, and keeps the flags it raises, when a read on which nothing else
/// hangs is left out of it: true only where the shape of the model's definitions shows it. False, for
/// example, for models in which an ordinary read must be ordered after the write it reads from: an acquire
/// that orders it must stay.
bool fewerReadsSuffice(const Model& model);

/// Which pairs of a relation matter where it is used: those from events that are in all of the sets `from` to
/// events that are in all of the sets `to` (`[S] ; r ; [T]`).
struct Sight {
  std::vector<CatNodeId> from;
  std::vector<CatNodeId> to;

  friend auto operator<=>(const Sight&, const Sight&) = default;
};

/// What is known from somewhere else than the shape of the model, as for the events of one test.
class KnownOfTest {
 public:
  virtual ~KnownOfTest() = default;
  /// Whether a composition, a closure, a domain or a range keeps its members in sight when the events that
  /// may be left out are.
  virtual bool keepsMembers(CatNodeId node, const Sight& sight) = 0;
  /// Whether a definition has no members in any execution.
  virtual bool isEmpty(CatNodeId node) = 0;
};

/// The same for certain events of a test, which is asked about definitions that may lose members and must
/// not.
bool fewerReadsSuffice(const Model& model, KnownOfTest& test);

}  // namespace hrfcheck
