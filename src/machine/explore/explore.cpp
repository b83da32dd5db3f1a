// Every state that a machine reaches with a test, each once: breadth first, so that the way back through the
// parents is a shortest one, or depth first. The reductions are those of transitions.cpp.
//
// A final state is one in which all threads have ended and, if final memory is looked at, every line is
// clean; it is left at that. A state without a step that is none of these, and where no thread runs for ever
// by itself, is a deadlock.

#include <algorithm>
#include <map>

#include "machine/explore/final_states.h"
#include "machine/explore/trace.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kStatesBetweenLooks = 1024;
constexpr std::uint32_t kNoState = ~std::uint32_t{0};

}  // namespace

class Simulator::Impl {
 public:
  Impl(std::shared_ptr<const Program> program, const SimulationOptions& options)
      : program_(std::move(program)),
        options_(options),
        transitions_(transitionsOf(*program_, options)),
        store_(transitions_.layout().size, options.traces),
        final_(transitions_, options) {}

  Simulation explore();
  MachineTrace traceOf(std::size_t end) const {
    INVARIANT(options_.traces && end < store_.size(), "a state of this exploration, made with `traces`");
    return traceTo(transitions_, store_, static_cast<std::uint32_t>(end), options_.reduce);
  }

 private:
  std::string walk();
  std::string limitReached() const;
  void visit(std::uint32_t id);
  std::uint32_t takeNext();

  std::shared_ptr<const Program> program_;
  SimulationOptions options_;
  mutable Transitions transitions_;
  StateStore store_;
  FinalStates final_;
  std::vector<std::uint32_t> open_;  ///< depth first: states to be visited
  std::size_t head_ = 0;             ///< breadth first: the next one
  std::map<std::vector<Value>, std::uint32_t> outcomes_;
  Simulation result_;
  std::unique_ptr<Successors> successors_;
  std::vector<std::uint8_t> current_;
};

Simulation Simulator::Impl::explore() {
  INVARIANT(store_.size() == 0, "a simulator explores once");
  successors_ = std::make_unique<Successors>(transitions_.layout().size);
  try {
    result_.incomplete = walk();
  } catch (const TableFull& full) {
    result_.incomplete = full.what();
  }
  for (const auto& [values, id] : outcomes_) {
    result_.outcomes.push_back({values, id});
  }
  result_.states = store_.size();
  return result_;
}

std::string Simulator::Impl::walk() {
  current_ = transitions_.initial();
  open_.push_back(store_.add(current_.data(), kNoState).id);
  for (std::size_t visited = 0;; ++visited) {
    const std::uint32_t id = takeNext();
    if (id == kNoState) {
      return {};
    }
    if (const std::string limit = visited % kStatesBetweenLooks == 0 ? limitReached() : ""; !limit.empty()) {
      return limit;
    }
    if (store_.size() > options_.mostStates) {
      return "state limit";
    }
    visit(id);
  }
}

std::uint32_t Simulator::Impl::takeNext() {
  if (options_.shortest) {
    return head_ < store_.size() ? static_cast<std::uint32_t>(head_++) : kNoState;
  }
  if (open_.empty()) {
    return kNoState;
  }
  const std::uint32_t id = open_.back();
  open_.pop_back();
  return id;
}

std::string Simulator::Impl::limitReached() const {
  if (options_.activity != nullptr) {
    options_.activity->begin("", "states");
    options_.activity->count = store_.size();
  }
  if (options_.deadline.expired()) {
    return "time limit";
  }
  return store_.bytes() / (std::size_t{1024} * 1024) >= options_.mostMemory ? "memory limit" : "";
}

void Simulator::Impl::visit(std::uint32_t id) {
  std::copy(store_[id], store_[id] + current_.size(), current_.begin());
  const MachineState s(transitions_.layout(), current_.data());
  if (final_.is(s)) {
    if (auto values = final_.outcome(s)) {
      outcomes_.try_emplace(std::move(*values), id);
    }
    return;
  }
  transitions_.of(current_.data(), options_.reduce, *successors_);
  if (successors_->size() == 0 && !result_.deadlock && !transitions_.diverges(s)) {
    result_.deadlock = id;
  }
  result_.transitions += successors_->size();
  for (std::size_t i = 0; i < successors_->size(); ++i) {
    const StateStore::Added added = store_.add(successors_->state(i), id);
    if (added.fresh && !options_.shortest) {
      open_.push_back(added.id);
    }
  }
}

Simulator::Simulator(std::shared_ptr<const Program> program, const SimulationOptions& options)
    : impl_(std::make_unique<Impl>(std::move(program), options)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

Simulation Simulator::explore() {
  return impl_->explore();
}

MachineTrace Simulator::traceOf(std::size_t end) const {
  return impl_->traceOf(end);
}

}  // namespace hrfcheck::inline machine
