#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cat/model/model.h"

namespace hrfcheck {

/// A property of a model that licenses leaving something out of the executions of a test.
/// docs/loops.md ("Properties of models") states each of them and has the argument.
enum class Licence : std::uint8_t {
  /// *Deletion.* Without some of its reads and fences, an execution is still consistent, and raises the flags
  /// that it raises by other events.
  Deletion,
  /// The same with whole read-modify-writes among what is left out, where nothing else reads from them.
  UpdateDeletion,
  /// *Twins.* Of two rounds of one loop, one directly behind the other, which are one read each and read the
  /// same
  /// write, one can be left out: an execution is still consistent, and raises the flags that it raises; those
  /// that it raises by the two rounds together may need both (twoRoundsMayMeet in
  /// execution/elimination/iteration_elimination.h).
  Twins,
  /// *Twin rounds.* The same of rounds of several reads and fences, in which no fence stands between two
  /// reads
  /// (TestFact::FencesAtOneEnd).
  TwinRounds,
  /// *Updates hand on.* Who reads from a read-modify-write acquires what that acquired, and what its source
  /// hands on (docs/cat.md, "What updates hand on").
  UpdatesHandOn,
  /// *Own locations.* A read of a location that one thread alone accesses, by ordinary accesses, may read
  /// from the
  /// last write before it in its thread, whichever that is, and nothing else changes.
  OwnLocations,
  /// *Continuation.* An execution that is cut where a thread goes back to the head of a spin loop can be
  /// continued by reads of the writes that are last in coherence: it stays consistent, and keeps its flags.
  Continuation,
  /// *Barriers.* What threads have accessed before a barrier, all of them, comes before what they access
  /// behind
  /// it; and to one thread's own accesses a barrier between them is no more than program order.
  Barriers,
  /// *Settled memory.* Without the ordinary accesses of a location, of which all that conflict are ordered by
  /// program order or by barriers, and of which no execution decides what they read and write, an execution
  /// is still consistent, and raises the flags that it raises; and the other way round.
  SettledMemory,
  /// *Renaming.* Threads with the same code in interchangeable places are interchangeable: no operator of cat
  /// tells them apart. True of every model.
  Renaming,
};

/// What a property rests on.
enum class LicenceBasis : std::uint8_t {
  NotEstablished,
  Definitions,  ///< shown by the definitions of the model
  ByHand,       ///< proved by hand for models that come with hrfcheck, and this is one, whatever its name
  Declared      ///< the model's file says so: answers that need it are conditional
};

/// Why a property is not established.
struct LicenceObstacle {
  CatNodeId node = 0;   ///< the definition through which it fails
  Place place;          ///< of it; of the check or the choice where it has none
  std::string name;     ///< of the definition, or its text
  std::string through;  ///< "requirement 'ordinary-reads' may fail without a read"
  std::string why;      ///< of the definition: "may lose members"
};

/// What is known of one property of a model.
struct LicenceFinding {
  LicenceBasis basis = LicenceBasis::NotEstablished;
  std::optional<LicenceObstacle> obstacle;  ///< where it is not established, if there is a particular one
  /// Of UpdatesHandOn: only in tests in which no event is in this set; empty where there is no such
  /// condition.
  std::string unless;

  /// Of Twins: of two such rounds, the second one may raise a flag that the first one does not raise. With
  /// one earlier round more than the rule says, nothing is lost.
  bool oneRoundMore = false;

  /// Of Continuation: only in tests in which no location is read both atomically and ordinarily. There, an
  /// ordinary read may find nothing that it may return, and what was executed before it is not continued.
  bool unlessReadBothWays = false;

  /// Of SettledMemory: only ordinary accesses may be left out, not relaxed ones.
  bool ordinaryAlone = false;

  bool holds() const { return basis != LicenceBasis::NotEstablished; }
};

/// Which properties a model has. Each is found out when it is first asked for; the model must outlive this.
class Licences {
 public:
  explicit Licences(const Model& model) : model_(model) {}

  const LicenceFinding& of(Licence licence) const;
  bool holds(Licence licence) const { return of(licence).holds(); }

 private:
  const Model& model_;
  mutable std::vector<std::optional<LicenceFinding>> found_;
};

/// "deletion", "twins", "updates hand on".
const char* nameOf(Licence licence);

/// Why a property is not established, without a full stop: "requirement 'ordinary-reads' may fail without a
/// read: 'visible' may lose members".
std::string toText(Licence licence, const LicenceFinding& finding);

}  // namespace hrfcheck
