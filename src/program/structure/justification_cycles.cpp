// A graph over events and locations: from a write to the locations it may access, from a location to the
// reads that may access it (or, where it is known which writes a read cannot read from, from each write to
// the reads that are left), and from a read to the accesses whose value or address may be made of what it
// returns. An access whose address is made of addresses that are read may be of any location: what justifies
// such an address may be that very access. Whatever no edge enters or leaves lies on no cycle and is taken
// away, until nothing more goes.
//
// Which reads a register's value is made of is found as values are (value_flow.cpp): one pass over the
// unrolled thread, joined where control flow joins. A value that arithmetic makes the same whatever the
// register holds (r ^ r, r * 0) is made of nothing; models call that a dependency nevertheless, but no value
// passes through.

#include "program/structure/justification_cycles.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>

#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/operators.h"
#include "program/unroll/forward_pass.h"

namespace hrfcheck::inline program {
namespace {

bool isZero(const Expr& expr) {
  const auto* constant = std::get_if<ConstantExpr>(&expr.node);
  return constant != nullptr && constant->value == 0;
}

bool isSameRegister(const Expr& left, const Expr& right) {
  const auto* a = std::get_if<RegisterExpr>(&left.node);
  const auto* b = std::get_if<RegisterExpr>(&right.node);
  return a != nullptr && b != nullptr && a->reg == b->reg;
}

/// Its value does not depend on its operands, though it mentions registers.
bool isConstant(const BinaryExpr& e) {
  const BinaryTraits& traits = traitsOf(e.op);
  return (traits.zeroDecides && (isZero(*e.left) || isZero(*e.right))) ||
         (traits.equalsDecide && isSameRegister(*e.left, *e.right));
}

/// The registers that the value of an expression is made of.
void collectSources(const Expr& expr, std::set<RegisterId>& into) {
  const auto* binary = std::get_if<BinaryExpr>(&expr.node);
  if (const auto* e = std::get_if<RegisterExpr>(&expr.node)) {
    into.insert(e->reg);
  } else if (binary == nullptr || !isConstant(*binary)) {
    forEachOperand(expr, [&](const Expr& operand) { collectSources(operand, into); });
  }
}

/// By register, the reads that its value may be made of.
using Sources = std::vector<std::set<EventId>>;

/// Where accesses are whose address is made of addresses that are read.
enum class Followed { AsKnown, Anywhere };

class CycleSearch : public ForwardDomain<Sources> {
 public:
  explicit CycleSearch(const EventStructure& structure, Followed addresses = Followed::Anywhere,
                       const Relation* impossible = nullptr)
      : structure_(structure),
        addresses_(addresses),
        impossible_(impossible),
        out_(structure.size() + structure.program().locations.size()) {}

  /// By event: it lies on a cycle, or between two.
  std::vector<bool> onCycles() {
    for (ThreadId t = 0; t < structure_.threads().size(); ++t) {
      passThread(t);
    }
    if (impossible_ != nullptr && placesAreKnown()) {
      linkSources();
    } else {
      linkMemory();
    }
    peel();
    std::vector<bool> left(structure_.size());
    for (EventId e = 0; e < structure_.size(); ++e) {
      left[e] = !gone_[e];
    }
    return left;
  }

  /// What can be reached from these events, themselves included; after onCycles().
  std::vector<bool> reachedFrom(std::vector<bool> events) const {
    events.resize(out_.size(), false);
    std::deque<EventId> waiting;
    for (EventId e = 0; e < events.size(); ++e) {
      if (events[e]) {
        waiting.push_back(e);
      }
    }
    while (!waiting.empty()) {
      const EventId e = waiting.front();
      waiting.pop_front();
      for (const EventId to : out_[e]) {
        if (!events[to]) {
          events[to] = true;
          waiting.push_back(to);
        }
      }
    }
    events.resize(structure_.size());
    return events;
  }

  void meet(Sources& known, const Sources& other) {
    for (RegisterId r = 0; r < known.size(); ++r) {
      known[r].insert(other[r].begin(), other[r].end());
    }
  }

  void load(const PassPlace& at, const LoadOp& o, Sources& sources) {
    const EventId read = eventsAt(at).first;
    dependOnAddress(sourcesOf(*o.address, sources), read);
    sources[o.target] = {read};
  }

  void store(const PassPlace& at, const StoreOp& o, Sources& sources) {
    const EventId write = eventsAt(at).first;
    dependOnAddress(sourcesOf(*o.address, sources), write);
    depend(sourcesOf(*o.value, sources), write);
  }

  void update(const PassPlace& at, const RmwOperation& o, Sources& sources) {
    const EventStructure::NodeEvents events = eventsAt(at);
    const std::set<EventId> address = sourcesOf(*o.address, sources);
    dependOnAddress(address, events.first);
    dependOnAddress(address, events.second);
    depend(sourcesOf(*o.operand, sources), events.second);
    if (combinesOld(o.op)) {
      out_[events.first].insert(events.second);
    }
    if (o.target) {
      sources[*o.target] = {events.first};
    }
  }

  void assign(const PassPlace&, const AssignOp& o, Sources& sources) {
    sources[o.target] = sourcesOf(*o.value, sources);
  }

 private:
  void passThread(ThreadId t) {
    thread_ = t;
    const Thread& thread = structure_.program().threads[t];
    ForwardPass(*this, thread, structure_.threads()[t]).run(Sources(thread.registers.size()));
  }

  EventStructure::NodeEvents eventsAt(const PassPlace& at) const {
    return structure_.eventsOf(thread_, at.id);
  }

  static std::set<EventId> sourcesOf(const Expr& expr, const Sources& sources) {
    std::set<RegisterId> registers;
    collectSources(expr, registers);
    std::set<EventId> reads;
    for (const RegisterId r : registers) {
      reads.insert(sources[r].begin(), sources[r].end());
    }
    return reads;
  }

  /// An access whose address is read.
  void dependOnAddress(const std::set<EventId>& reads, EventId access) {
    depend(reads, access);
    placing_.insert(reads.begin(), reads.end());
    if (addresses_ == Followed::Anywhere &&
        std::ranges::any_of(reads, [&](EventId read) { return mayReturnAddress(read); })) {
      anywhere_.insert(access);
    }
  }

  bool mayReturnAddress(EventId read) const {
    const auto& at = structure_.mayLocations()[read];
    return std::ranges::any_of(
        at, [&](LocationId l) { return std::ranges::any_of(structure_.domain(read, l), isAddress); });
  }

  void depend(const std::set<EventId>& reads, EventId access) {
    for (const EventId read : reads) {
      out_[read].insert(access);
    }
  }

  /// No address is made of what a read on a cycle, or behind one, returns: accesses are where they are known
  /// to be, and what is impossible because of that is impossible.
  bool placesAreKnown() const {
    if (!anywhere_.empty()) {
      return false;
    }
    CycleSearch ofLocations(structure_);
    const std::vector<bool> behind = ofLocations.reachedFrom(ofLocations.onCycles());
    return std::ranges::none_of(placing_, [&](EventId read) { return behind[read]; });
  }

  /// From writes to the reads that may read from them.
  void linkSources() {
    std::vector<std::vector<EventId>> reads(structure_.program().locations.size());
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (structure_.events()[e].kind == EventKind::Read) {
        for (const LocationId location : structure_.mayLocations()[e]) {
          reads[location].push_back(e);
        }
      }
    }
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (structure_.events()[e].kind == EventKind::Write) {
        for (const LocationId location : structure_.mayLocations()[e]) {
          std::ranges::copy_if(reads[location], std::inserter(out_[e], out_[e].end()),
                               [&](EventId read) { return !impossible_->contains(e, read); });
        }
      }
    }
  }

  void linkMemory() {
    std::vector<LocationId> all(structure_.program().locations.size());
    std::iota(all.begin(), all.end(), 0);
    for (EventId e = 0; e < structure_.size(); ++e) {
      const EventKind kind = structure_.events()[e].kind;
      for (const LocationId location : anywhere_.contains(e) ? all : structure_.mayLocations()[e]) {
        const std::size_t place = structure_.size() + location;
        if (kind == EventKind::Write) {
          out_[e].insert(static_cast<EventId>(place));
        } else if (kind == EventKind::Read) {
          out_[place].insert(e);
        }
      }
    }
  }

  void peel() {
    std::vector<std::vector<EventId>> in(out_.size());
    std::vector<std::size_t> entering(out_.size()), leaving(out_.size());
    for (EventId e = 0; e < out_.size(); ++e) {
      leaving[e] = out_[e].size();
      for (const EventId to : out_[e]) {
        in[to].push_back(e);
        ++entering[to];
      }
    }
    gone_.assign(out_.size(), false);
    std::deque<EventId> waiting;
    const auto look = [&](EventId e) {
      if (!gone_[e] && (entering[e] == 0 || leaving[e] == 0)) {
        gone_[e] = true;
        waiting.push_back(e);
      }
    };
    for (EventId e = 0; e < out_.size(); ++e) {
      look(e);
    }
    while (!waiting.empty()) {
      const EventId e = waiting.front();
      waiting.pop_front();
      for (const EventId to : out_[e]) {
        --entering[to];
        look(to);
      }
      for (const EventId from : in[e]) {
        --leaving[from];
        look(from);
      }
    }
  }

  const EventStructure& structure_;
  Followed addresses_;
  const Relation* impossible_;
  std::vector<std::set<EventId>> out_;  ///< events, then locations
  std::set<EventId> placing_;           ///< reads that addresses are made of
  std::set<EventId> anywhere_;          ///< accesses that an address out of thin air may lead anywhere
  std::vector<bool> gone_;
  ThreadId thread_ = 0;  ///< that is passed
};

}  // namespace

std::vector<InstructionRef> justificationCycles(const EventStructure& structure, const Relation* impossible) {
  const std::vector<bool> left = CycleSearch(structure, Followed::Anywhere, impossible).onCycles();
  std::set<InstructionRef> instructions;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (left[e] && structure.events()[e].kind != EventKind::InitialWrite) {
      instructions.insert(structure.instructionOf(e));
    }
  }
  return {instructions.begin(), instructions.end()};
}

bool followsUnknownAddresses(const EventStructure& structure) {
  return CycleSearch(structure, Followed::AsKnown).onCycles() != CycleSearch(structure).onCycles();
}

std::vector<bool> readsBehindCycles(const EventStructure& structure, const Relation* impossible) {
  CycleSearch search(structure, Followed::Anywhere, impossible);
  std::vector<bool> events = search.reachedFrom(search.onCycles());
  for (EventId e = 0; e < structure.size(); ++e) {
    events[e] = events[e] && structure.events()[e].kind == EventKind::Read;
  }
  return events;
}

}  // namespace hrfcheck::inline program
