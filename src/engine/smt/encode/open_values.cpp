// Threads whose reads are free (free_reads.h): where open values lead, and what makes up a path.

#include <algorithm>

#include "engine/smt/encode/thread_encoder.h"

namespace hrfcheck::inline engine::smt {

/// Notes what makes up the thread's path, where somebody asks for it.
void ThreadEncoder::decide(Lit guard, Lit holds) {
  if (free_ != nullptr && holds != kTrue && holds != kFalse) {
    result_.decisions.push_back({guard, holds});
  }
}

void ThreadEncoder::noteInexact(const Step& step, Lit inexact) {
  if (const Lit here = formula_.andOf(step.state.guard, inexact); here != kFalse) {
    code_.inexact.push_back(here);
  }
}

/// The locations that an open value is the address of; `nowhere` gets where it is none.
std::vector<GuardedValues::Entry> ThreadEncoder::openLocations(const OpenValue& open,
                                                               std::vector<Lit>& nowhere) {
  std::vector<GuardedValues::Entry> result;
  std::vector<Lit> none{open.when};
  for (LocationId l = 0; open.mayBeAddress && l < program_.locations.size(); ++l) {
    formula_.spend(open.bits.size());
    const Lit here = equalBits(formula_, open.bits, constantBits(program_.locations[l].address));
    result.emplace_back(static_cast<Value>(l), formula_.andOf(open.when, here));
    none.push_back(-here);
  }
  nowhere.push_back(formula_.andOf(std::move(none)));
  return result;
}

/// An access is somewhere that the structure has no event for: the thread ends, and that is noted. Which of
/// the others it is at makes up the thread's path.
void ThreadEncoder::leaveWhereUnknown(Step& step, const std::vector<GuardedValues::Entry>& locations) {
  const EventId event = structure_.eventsOf(thread_, step.node).first;
  std::vector<Lit> unknown;
  for (const auto& [l, literal] : locations) {
    const auto location = static_cast<LocationId>(l);
    if (!std::ranges::binary_search(structure_.mayLocations()[event], location)) {
      unknown.push_back(literal);
    } else {
      decide(step.state.guard, literal);
    }
  }
  const Lit leaves = formula_.orOf(std::move(unknown));
  if (const Lit escapes = formula_.andOf(step.state.guard, leaves); escapes != kFalse) {
    code_.escapes.push_back(escapes);
    step.state.guard = formula_.andOf(step.state.guard, -leaves);
  }
}

/// No free read returns an address of nothing: where one is stored, that is noted.
void ThreadEncoder::checkStored(Step& step, const GuardedValues& values) {
  const OpenValue* open = values.open();
  if (open != nullptr && open->mayBeAddress) {
    std::vector<Lit> nowhere;
    openLocations(*open, nowhere);
    const Lit lost = formula_.andOf(
        {step.state.guard, formula_.orOf(std::move(nowhere)), looksLikeAddress(formula_, open->bits)});
    if (lost != kFalse) {
      code_.escapes.push_back(lost);
    }
  }
}

}  // namespace hrfcheck::inline engine::smt
