// Enumeration inside of the search. A blocking loop asks for a model, excludes it by a clause and asks again:
// each round goes down to the root of the search and up again, and has a model built. Here a user propagator
// watches the literals of interest. When the search has found a model, the propagator takes it down and
// reports a conflict among the key literals that are true in it, so that the search steps back just as far as
// it must and goes on. One check yields everything and ends unsatisfiable.
//
// What Z3 4.8.12 asks for: the C API (the C++ class never initialises the propagator, Z3Prover/z3#5507); the
// simple solver with relevancy switched off, so that every literal gets a value; registration of all
// literals before the first check. A model in which some literal has no value ends the search (gap), and the
// caller starts over by blocking.
//
// The solver may forget the clause that it learned from a conflict and come back to a key; it is then refused
// again, but not found twice.

#include "engine/smt/z3/key_enumerator.h"

#include <algorithm>
#include <cstdlib>

#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {

std::size_t KeyEnumerator::KeyHash::operator()(const std::vector<unsigned>& v) const {
  std::uint64_t h = v.size();
  for (unsigned x : v) {
    h = (h ^ x) * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 29U;
  }
  return static_cast<std::size_t>(h);
}

KeyEnumerator::KeyEnumerator(const SolverContext::State& context, Z3_solver solver,
                             const std::vector<Lit>& key, const std::vector<Lit>& wanted)
    : context_(context) {
  const Z3Propagator& propagator = *context.api.propagator;
  propagator.init(
      context.context, solver, this, [](void* user) { static_cast<KeyEnumerator*>(user)->push(); },
      [](void* user, unsigned scopes) { static_cast<KeyEnumerator*>(user)->pop(scopes); },
      [](void*, Z3_context) -> void* { return nullptr; });
  propagator.fixed(context.context, solver, [](void* user, void*, unsigned id, Z3_ast value) {
    static_cast<KeyEnumerator*>(user)->fixed(id, value);
  });
  propagator.final(context.context, solver,
                   [](void* user, void* callback) { static_cast<KeyEnumerator*>(user)->final(callback); });
  for (Lit l : key) {
    watch(solver, l);
    key_.push_back({slotOf_.at(std::abs(l)), l > 0});
  }
  for (Lit l : wanted) {
    watch(solver, l);
  }
  values_.assign(ids_.size(), -1);
}

void KeyEnumerator::watch(Z3_solver solver, Lit literal) {
  const Lit variable = std::abs(literal);
  if (variable == kTrue || slotOf_.contains(variable)) {
    return;
  }
  const unsigned id = context_.api.propagator->add(context_.context, solver, context_.term(variable));
  context_.throwOnError();
  const auto slot = static_cast<unsigned>(ids_.size());
  slotOf_.emplace(variable, slot);
  ids_.push_back(id);
  slotOfId_.resize(std::max<std::size_t>(slotOfId_.size(), id + 1));
  slotOfId_[id] = slot;
}

void KeyEnumerator::pop(unsigned scopes) {
  const std::size_t target = scopes_[scopes_.size() - scopes];
  scopes_.resize(scopes_.size() - scopes);
  for (; trail_.size() > target; trail_.pop_back()) {
    values_[trail_.back()] = -1;
  }
}

void KeyEnumerator::fixed(unsigned id, Z3_ast value) {
  const unsigned slot = slotOfId_[id];
  values_[slot] = value == context_.term(kTrue) ? 1 : 0;
  trail_.push_back(slot);
}

void KeyEnumerator::final(void* callback) {
  for (signed char v : values_) {
    if (v < 0) {
      gap_ = true;
      return;
    }
  }
  std::vector<unsigned> ids;
  std::vector<unsigned> seen;
  for (const KeyLiteral& l : key_) {
    if ((values_[l.slot] == 1) == l.positive) {
      ids.push_back(ids_[l.slot]);
      seen.push_back(2 * l.slot + (l.positive ? 1 : 0));
    }
  }
  context_.api.propagator->consequence(context_.context, callback, static_cast<unsigned>(ids.size()),
                                       ids.data(), 0, nullptr, nullptr,
                                       context_.api.mk_false(context_.context));
  if (seen_.insert(std::move(seen)).second) {
    for (signed char v : values_) {
      models_.push_back(v == 1);
    }
    ++found_;
  }
}

bool KeyEnumerator::value(std::size_t model, Lit literal) const {
  const Lit variable = std::abs(literal);
  if (variable == kTrue) {
    return literal > 0;
  }
  const auto slot = slotOf_.find(variable);
  INVARIANT(slot != slotOf_.end(), "values are asked only of watched literals");
  return models_[model * ids_.size() + slot->second] == (literal > 0);
}

}  // namespace hrfcheck::inline engine::smt
