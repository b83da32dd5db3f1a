#include "advise/edits/edited_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "advise/edits/proxy_fences.h"
#include "advise/edits/scope_choices.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::inline advise {
namespace {

std::string fileText(const Source& source) {
  return source.text().substr(0, source.fileEnd());
}

/// Whether two programs have the same instructions except for their annotations and the fences of the second.
bool sameBut(const Thread& thread, const Thread& with, const std::vector<bool>& isInserted) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < with.instructions.size(); ++i) {
    if (isInserted[i]) {
      continue;
    }
    if (at >= thread.instructions.size() ||
        thread.instructions[at].operation.index() != with.instructions[i].operation.index()) {
      return false;
    }
    ++at;
  }
  return at == thread.instructions.size();
}

bool isInserted(SiteKind kind) {
  return kind == SiteKind::Fence || kind == SiteKind::NewBarrier || kind == SiteKind::ProxyFence;
}

/// Whether two instructions are the same operation, whatever they access.
bool alike(const Operation& a, const Operation& b) {
  const auto* swap = std::get_if<RmwOperation>(&a);
  return a.index() == b.index() && annotationOf(a) == annotationOf(b) &&
         (swap == nullptr || swap->op == std::get<RmwOperation>(b).op);
}

bool mayEdit(const Annotation& from, const Annotation& to, const EditKinds& kinds) {
  const Atomicity& a = *from.atomicity;
  const Atomicity& b = *to.atomicity;
  return (kinds.scope || a.level == b.level) &&
         (kinds.order || (a.order == b.order && from.failureOrder == to.failureOrder)) &&
         (kinds.remote || a.remote == b.remote);
}

constexpr std::array kOrdersTried = {Order::Relaxed, Order::Acquire,        Order::Release,
                                     Order::Consume, Order::AcquireRelease, Order::SeqCst};

/// @throws UserError if the site has as many variants as fit: leaving one out could cost the cheapest edits
void requireRoom(const EditVariable& site) {
  if (site.variants.size() == kMostVariants) {
    throw UserError(site.place, fmt::format("there are more than {} ways to write this", kMostVariants),
                    "allow fewer kinds of edits, for instance --edits scope,order");
  }
}

/// Whether a test has local memory, or other: what no declaration names is taken for global.
bool hasMemoryIn(const Program& program, bool local) {
  return std::ranges::any_of(program.locations, [local](const MemoryLocation& location) {
    return (location.space == AddressSpace::Local) == local;
  });
}

}  // namespace

Cost costOf(const std::vector<EditVariable>& sites, const Assignment& assignment) {
  Cost cost = 0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    cost += sites[i].variants[assignment[i]].cost;
  }
  return cost;
}

EditedTest::EditedTest(std::shared_ptr<const Program> written, TestReader read, const EditKinds& kinds,
                       const Costs& costs, Purpose purpose, const Deadline& deadline)
    : written_(std::move(written)),
      read_(std::move(read)),
      full_(written_),
      levels_(scopeChoices(*written_)) {
  if (purpose == Purpose::Repair) {
    insertAll(kinds);
  }
  findSites(kinds, costs, purpose, deadline);
}

/// Where the text with all of them is not the same program with fences and barriers, there are only fences,
/// or none.
void EditedTest::insertAll(const EditKinds& kinds) {
  EditKinds withoutBarriers = kinds;
  withoutBarriers.barrier = false;
  // A further scope in a fence makes agents meet at further levels (lowlevel/async_agents.h).
  const bool any = inserted(kinds, true) || inserted(withoutBarriers, true) || inserted(kinds, false) ||
                   inserted(withoutBarriers, false);
  if (!any) {
    full_ = written_;
    insertions_.clear();
  }
}

/// @returns whether that makes the same program with more
bool EditedTest::inserted(const EditKinds& kinds, bool scopedFences) {
  full_ = written_;
  insertions_ = insertionsInto(*written_, kinds, scopedFences);
  try {
    for (std::size_t before = 0; insertions_.size() != before;) {
      before = insertions_.size();
      std::vector<TextChange> changes;
      std::ranges::transform(insertions_, std::back_inserter(changes), &Insertion::change);
      full_ = readAgain(changedText(fileText(*written_->source), changes));
      insertions_ = useful(std::move(insertions_), *full_);
    }
  } catch (const UserError&) {
    return false;
  }
  if (insertions_.empty()) {
    full_ = written_;
  }
  bool same = full_->threads.size() == written_->threads.size();
  for (ThreadId t = 0; same && t < full_->threads.size(); ++t) {
    same = sameBut(written_->threads[t], full_->threads[t], insertedInto(t));
  }
  return same;
}

/// By instruction of the program with everything, whether it was inserted.
std::vector<bool> EditedTest::insertedInto(ThreadId thread) const {
  std::vector<bool> result;
  for (const Instruction& instruction : full_->threads[thread].instructions) {
    result.push_back(std::ranges::any_of(
        insertions_, [&](const Insertion& insertion) { return isMadeBy(insertion, instruction); }));
  }
  return result;
}

std::shared_ptr<const Program> EditedTest::readAgain(const std::string& text) const {
  const Source& source = *written_->source;
  return read_(std::make_shared<const Source>(source.name(), text, source.text().substr(source.fileEnd())));
}

void EditedTest::findSites(const EditKinds& kinds, const Costs& costs, Purpose purpose,
                           const Deadline& deadline) {
  std::map<std::tuple<SiteKind, std::uint32_t, std::uint32_t>, std::pair<EditVariable, std::size_t>> found;
  for (ThreadId t = 0; t < full_->threads.size(); ++t) {
    const Thread& thread = full_->threads[t];
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      deadline.check();
      const Instruction& instruction = thread.instructions[i];
      const auto insertion = std::ranges::find_if(
          insertions_, [&](const Insertion& made) { return isMadeBy(made, instruction); });
      const bool added = insertion != insertions_.end();
      const auto annotation = annotationOf(instruction.operation);
      const bool bare =
          annotation && !annotation->atomicity && accessKindOf(instruction.operation) == AccessKind::None;
      const bool barrier = std::holds_alternative<BarrierOp>(instruction.operation);
      if (looksFirst(thread, i)) {
        at += added ? 0 : 1;
        continue;
      }
      if (barrier || (annotation && !bare) || (added && insertion->kind == SiteKind::ProxyFence)) {
        const SiteKind kind = added                   ? insertion->kind
                              : barrier               ? SiteKind::Barrier
                              : annotation->atomicity ? SiteKind::Operation
                                                      : SiteKind::Access;
        const Span span = spanOf(instruction);
        auto& [site, number] = found[{kind, span.begin, span.end}];
        site.kind = kind;
        number = static_cast<std::size_t>(insertion - insertions_.begin());
        site.here.push_back({t, i});
        site.written.push_back({t, at});
      }
      at += added ? 0 : 1;
    }
  }
  for (auto& [key, entry] : found) {
    deadline.check();
    const std::size_t before = sites_.size();
    if (entry.first.kind == SiteKind::NewBarrier) {
      entry.first.place = {written_->source, insertions_[entry.second].change.span};
    }
    addSite(entry.first, kinds, costs, purpose);
    if (sites_.size() > before) {
      insertionOf_.push_back(entry.second);
    } else if (isInserted(entry.first.kind)) {
      takeOut(entry.first.here);
    }
  }
}

/// What was inserted into the program with everything, and nobody can edit.
void EditedTest::takeOut(const std::vector<InstructionRef>& instructions) {
  auto without = std::make_shared<Program>(*full_);
  for (const InstructionRef& at : instructions) {
    without->threads[at.thread].instructions[at.instruction].operation = NopOp{};
  }
  full_ = std::move(without);
}

void EditedTest::addSite(EditVariable site, const EditKinds& kinds, const Costs& costs, Purpose purpose) {
  // What is inserted may come last in a thread, and before an access in another one.
  const auto written = std::ranges::find_if(site.written, [this](const InstructionRef& at) {
    return at.instruction < written_->threads[at.thread].instructions.size();
  });
  if (written == site.written.end()) {
    return;
  }
  // One call may be several operations: those that a compiler makes of it, or instances of a template.
  const auto operationAt = [this](const InstructionRef& at) -> const Operation& {
    return full_->threads[at.thread].instructions[at.instruction].operation;
  };
  if (!std::ranges::all_of(site.here, [&](const InstructionRef& at) {
        return alike(operationAt(site.here.front()), operationAt(at));
      })) {
    return;
  }
  const Instruction& instruction = written_->threads[written->thread].instructions[written->instruction];
  // A barrier may come before a statement around the access, on another line.
  const bool elsewhere = site.place.known() && instruction.place.known() &&
                         site.place.position().line < instruction.place.position().line;
  if (elsewhere) {
    site.text = stripped(site.place.source->line(site.place.position().line));
  } else {
    site.place = instruction.place;
    site.text = instruction.text;
  }
  const bool repairing = purpose == Purpose::Repair;
  if ((site.kind == SiteKind::Access && !(kinds.atomic && repairing)) ||
      (site.kind == SiteKind::Barrier && !(kinds.barrier && repairing)) ||
      instruction.place.known() == false || written_->source->isAppended(spanOf(instruction).begin)) {
    return;
  }
  if (site.kind == SiteKind::Barrier) {
    addBarrierVariants(site, costs);
  } else if (site.kind == SiteKind::NewBarrier) {
    addNewBarrierVariants(site, costs);
  } else if (site.kind == SiteKind::ProxyFence) {
    addProxyFenceVariants(site, costs);
  } else {
    addVariants(site, kinds, costs, purpose);
  }
  if (site.variants.size() > 1) {
    sites_.push_back(std::move(site));
  }
}

void EditedTest::addVariants(EditVariable& site, const EditKinds& kinds, const Costs& costs,
                             Purpose purpose) const {
  const bool fence = site.kind == SiteKind::Fence;
  const Program& program = fence ? *full_ : *written_;
  const InstructionRef at = fence ? site.here.front() : site.written.front();
  const Annotation now = *annotationOf(program.threads[at.thread].instructions[at.instruction].operation);
  const bool operation = site.kind == SiteKind::Operation;
  const auto* rmw =
      std::get_if<RmwOperation>(&program.threads[at.thread].instructions[at.instruction].operation);
  const bool swaps = rmw != nullptr && rmw->op == RmwOp::CompareSwap;
  site.variants.push_back({fence ? std::nullopt : std::optional(now),
                           purpose == Purpose::Narrow && operation ? costs.of(now, swaps) : 0});
  for (const Order order : kOrdersTried) {
    for (const std::uint32_t level : levels_) {
      for (const bool remote : {false, true}) {
        const bool possible = (!remote || kinds.remote || (operation && now.atomicity->remote)) &&
                              (order != Order::Consume || (operation && now.atomicity->order == order));
        const auto all = possible ? writable(program, at.thread, at.instruction, {order, level, remote})
                                  : std::vector<Annotation>{};
        for (const Annotation& said : all) {
          if (operation && (said == now || !mayEdit(now, said, kinds))) {
            continue;
          }
          const Cost cost = fence                        ? costs.fence + costs.of(said)
                            : purpose == Purpose::Narrow ? costs.of(said, swaps)
                                                         : costs.ofChange(now, said, swaps);
          const Cost change = purpose == Purpose::Narrow ? costs.ofChange(now, said, swaps) : 1;
          const Variant variant{said, cost, change};
          if (canBeWritten(site, variant)) {
            requireRoom(site);
            site.variants.push_back(variant);
          }
        }
      }
    }
  }
  std::stable_sort(site.variants.begin() + 1, site.variants.end(),
                   [](const Variant& a, const Variant& b) { return a.cost < b.cost; });
}

/// Other address spaces, but none that the test has no memory in.
void EditedTest::addBarrierVariants(EditVariable& site, const Costs& costs) const {
  const InstructionRef at = site.written.front();
  const auto& operation = written_->threads[at.thread].instructions[at.instruction].operation;
  const FenceSpaces now = std::get<BarrierOp>(operation).spaces;
  site.variants.push_back({Annotation{}, 0, 0, now});
  for (const FenceSpaces spaces : {FenceSpaces{true, false}, FenceSpaces{false, true}, FenceSpaces{}}) {
    const bool same = spaces.global == now.global && spaces.local == now.local;
    const bool idle = (spaces.global && !now.global && !hasMemoryIn(*written_, false)) ||
                      (spaces.local && !now.local && !hasMemoryIn(*written_, true));
    if (!same && !idle && respelledBarrier(*written_, at.thread, at.instruction, spaces)) {
      site.variants.push_back({Annotation{}, costs.ofSpaces(now, spaces), 1, spaces});
    }
  }
  std::stable_sort(site.variants.begin() + 1, site.variants.end(),
                   [](const Variant& a, const Variant& b) { return a.cost < b.cost; });
}

/// Not there, or there and ordering some of the address spaces that the test has memory in. Where the
/// dialect's barrier names none, it orders all.
void EditedTest::addNewBarrierVariants(EditVariable& site, const Costs& costs) const {
  const InstructionRef at = site.here.front();
  const FenceSpaces all =
      std::get<BarrierOp>(full_->threads[at.thread].instructions[at.instruction].operation).spaces;
  site.variants.push_back({std::nullopt, 0});
  if (!respelledBarrier(*full_, at.thread, at.instruction, all)) {
    site.variants.push_back({Annotation{}, costs.newBarrier + costs.ofSpaces({false, false}, all), 1, all});
    return;
  }
  const bool global = hasMemoryIn(*written_, false);
  const bool local = hasMemoryIn(*written_, true);
  for (const FenceSpaces spaces :
       {FenceSpaces{true, false}, FenceSpaces{false, true}, FenceSpaces{true, true}}) {
    if ((global || !spaces.global) && (local || !spaces.local)) {
      site.variants.push_back(
          {Annotation{}, costs.newBarrier + costs.ofSpaces({false, false}, spaces), 1, spaces});
    }
  }
}

/// Not there, or there. A fence of threads that hand over what they have done costs as much as one of a
/// thread that goes on from there and issues an operation, which is the second choice.
void EditedTest::addProxyFenceVariants(EditVariable& site, const Costs& costs) const {
  const bool issues = std::ranges::any_of(site.here, [this](const InstructionRef& at) {
    const std::vector<Instruction>& code = full_->threads[at.thread].instructions;
    return std::any_of(code.begin() + at.instruction, code.end(), isIssue);
  });
  site.variants.push_back({std::nullopt, 0});
  site.variants.push_back({Annotation{}, costs.fence, issues ? Cost{2} : Cost{1}});
}

EditedTest EditedTest::onlyThreads(const std::vector<ThreadId>& threads,
                                   const std::vector<std::size_t>& sites, const ConditionPtr& filter) const {
  const auto rest = [&](const std::shared_ptr<const Program>& of) {
    auto program = std::make_shared<Program>(*of);
    for (ThreadId t = 0; t < program->threads.size(); ++t) {
      if (!std::ranges::binary_search(threads, t)) {
        program->threads[t].instructions.clear();
      }
    }
    program->filter = filter;
    program->condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
    return program;
  };
  EditedTest result = *this;
  result.written_ = rest(written_);
  result.full_ = full_ == written_ ? result.written_ : rest(full_);
  result.sites_.clear();
  result.insertionOf_.clear();
  for (const std::size_t i : sites) {
    result.sites_.push_back(sites_[i]);
    result.insertionOf_.push_back(insertionOf_[i]);
  }
  return result;
}

bool EditedTest::canBeWritten(const EditVariable& site, const Variant& variant) const {
  const InstructionRef at = site.written.front();
  return site.kind == SiteKind::Fence ||
         respelled(*written_, at.thread, at.instruction, *variant.annotation).has_value();
}

std::shared_ptr<const Program> EditedTest::withEveryFence(const Assignment& assignment) const {
  auto program = std::make_shared<Program>(*full_);
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const Variant& variant = sites_[i].variants[assignment[i]];
    for (const InstructionRef at : sites_[i].here) {
      if (variant.spaces) {
        std::get<BarrierOp>(program->threads[at.thread].instructions[at.instruction].operation).spaces =
            *variant.spaces;
      } else if (variant.annotation && assignment[i] != 0) {
        annotate(*program, at.thread, at.instruction, *variant.annotation);
      }
    }
  }
  return program;
}

std::shared_ptr<const Program> EditedTest::programOf(const Assignment& assignment) const {
  auto program = std::make_shared<Program>(*withEveryFence(assignment));
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    for (const InstructionRef at : sites_[i].here) {
      if (!sites_[i].variants[assignment[i]].annotation) {
        program->threads[at.thread].instructions[at.instruction].operation = NopOp{};
      }
    }
  }
  return program;
}

std::optional<std::vector<TextChange>> EditedTest::changesOf(std::size_t site, std::uint32_t variant) const {
  const EditVariable& here = sites_[site];
  const Variant& wanted = here.variants[variant];
  const bool inserted = isInserted(here.kind);
  const InstructionRef at = inserted ? here.here.front() : here.written.front();
  const Program& program = inserted ? *full_ : *written_;
  auto changes = wanted.spaces ? respelledBarrier(program, at.thread, at.instruction, *wanted.spaces)
                               : respelled(program, at.thread, at.instruction, *wanted.annotation);
  if (!inserted) {
    return changes;
  }
  const Insertion& insertion = insertions_[insertionOf_[site]];
  if (!changes && here.kind == SiteKind::Fence) {
    return std::nullopt;
  }
  std::vector<TextChange> inside = std::move(changes).value_or(std::vector<TextChange>{});
  for (TextChange& change : inside) {
    change.span.begin -= insertion.inFull.begin;
    change.span.end -= insertion.inFull.begin;
  }
  return std::vector<TextChange>{{insertion.change.span, changedText(insertion.change.text, inside)}};
}

std::optional<std::string> EditedTest::textOf(const Assignment& assignment) const {
  std::vector<TextChange> changes;
  // From behind: of two accesses that end at the same place, the inner one begins later.
  for (std::size_t i = sites_.size(); i-- > 0;) {
    if (assignment[i] == 0) {
      continue;
    }
    const auto some = changesOf(i, assignment[i]);
    if (!some) {
      return std::nullopt;
    }
    changes.insert(changes.end(), some->begin(), some->end());
  }
  return changedText(fileText(*written_->source), changes);
}

}  // namespace hrfcheck::inline advise
