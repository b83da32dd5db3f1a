#include "frontend/lowlevel/emit/thread_emitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/residual/dead_assigns.h"
#include "frontend/lowlevel/residual/equal_blocks.h"
#include "frontend/lowlevel/residual/words_of_memory.h"
#include "frontend/lowlevel/specialize/specialize.h"
#include "frontend/spirv/module/block_order.h"
#include "program/agents/lane_meetings.h"
#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"
#include "program/flow/divided_accesses.h"
#include "program/flow/elsewhere.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/ptx_marks.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::uint32_t kNoObject = ~std::uint32_t{0};
/// Numbers of barriers at which threads vote follow those of others: the two kinds never meet.
constexpr Value kFirstVote = 16;
// What a cell of a vote holds: nothing of a thread that does not vote.
constexpr Value kNo = 1;
constexpr Value kYes = 2;

/// A number that is an address, computed of integers: where it is reached, the answer is open.
ExprPtr notLookedAt() {
  return unary(UnaryOp::BitNot, constant(~kAddressBase), {64, false});
}

}  // namespace

void emitThread(const EmitContext& context, ResidualThread code, ThreadId number, Thread& thread) {
  ThreadEmitter(context, std::move(code), number, thread).run();
}

void ThreadEmitter::refuse(const std::string& message) const {
  throw Refusal{origin_, message};
}

void ThreadEmitter::emit(hrfcheck::Operation operation) {
  if (in_.largeWords) {
    convertLargeWords(operation);
  }
  code_.emit(std::move(operation), in_.module.originOf(origin_));
}

void ThreadEmitter::emitMarked(hrfcheck::Operation operation, const std::vector<std::string>& marks) {
  const std::size_t at = code_.size();
  emit(std::move(operation));
  if (code_.size() > at && !marks.empty()) {  // else nothing leads here, or nobody asks
    marks_[at] = marks;
  }
}

void ThreadEmitter::emitPart(hrfcheck::Operation operation) {
  std::vector<std::string> marks = marksOfAccess_;
  if (!markOfSize_.empty()) {
    marks.push_back(markOfSize_);
    if (isFurther_) {
      marks.emplace_back(kMarkOfPart);
    }
  }
  emitMarked(std::move(operation), marks);
  isFurther_ = true;
}

/// The models of accesses of several sizes know nothing of the async proxy.
void ThreadEmitter::requireOneSize(const Access& access) const {
  if (!in_.mixed.empty() && std::ranges::find(access.marks, kMarkAsync) != access.marks.end()) {
    refuse("bulk copies in a kernel that accesses some bytes in several sizes are not supported");
  }
}

RegisterId ThreadEmitter::temporary() {
  thread_.registers.push_back(fmt::format("#{}", thread_.registers.size()));
  return static_cast<RegisterId>(thread_.registers.size() - 1);
}

void ThreadEmitter::run() {
  dropDeadAssigns(thread_);
  mergeEqualBlocks(thread_);
  std::vector<std::vector<std::uint32_t>> successors;
  for (const ResidualBlock& block : thread_.blocks) {
    std::vector<std::uint32_t> next;
    for (const auto& to : {block.next, block.taken}) {
      if (to) {
        next.push_back(*to);
      }
    }
    successors.push_back(std::move(next));
    labels_.push_back(code_.newLabel());
  }
  const c::Label end = code_.newLabel();
  const std::vector<std::uint32_t> order = spirv::blockOrder(successors);
  for (const std::uint32_t number : order) {
    code_.bind(labels_[number], true);
    block(number);
    const ResidualBlock& block = thread_.blocks[number];
    origin_ = block.origin;
    const c::Origin origin = in_.module.originOf(origin_);
    if (block.condition != nullptr && block.taken) {
      const ExprPtr condition = in_.unknown ? known(askingUnknown(block.condition)) : block.condition;
      code_.branch(in_.largeWords ? convertingLargeWords(condition) : condition, labels_[*block.taken],
                   origin);
    }
    code_.jump(block.next ? labels_[*block.next] : end, origin);
  }
  code_.bind(end, true);
  for (const std::string& name : thread_.registers) {
    made_.registers.push_back(name);
    made_.initialRegisters.push_back(0);
  }
  made_.instructions = code_.finish();
  for (std::size_t i = 0; i < made_.instructions.size(); ++i) {
    hrfcheck::Instruction& instruction = made_.instructions[i];
    if (const auto marks = marks_.find(i); marks != marks_.end()) {
      instruction.marks.insert(instruction.marks.end(), marks->second.begin(), marks->second.end());
    }
    const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
    const bool fence = std::holds_alternative<FenceOp>(instruction.operation);
    if (in_.ofPtx && ((fence && !fencesOfSource_.contains(i)) || (rmw != nullptr && !rmw->target))) {
      instruction.marks.emplace_back(kMarkOfPtx);
    }
    if (exchanges_.contains(i)) {
      markExchange(instruction, in_.facts.places != nullptr);
    }
    const auto* barrier = std::get_if<BarrierOp>(&instruction.operation);
    if (barrier != nullptr && !barrier->order && meetings_.contains(i)) {
      hideMeeting(instruction);
    }
  }
}

void ThreadEmitter::block(std::uint32_t number) {
  const std::vector<ResidualStep> steps = thread_.blocks[number].steps;
  for (const ResidualStep& step : steps) {
    origin_ = step.origin;
    std::visit(
        Overloaded{[&](const Assign& o) {
                     emit(AssignOp{o.reg, in_.unknown ? askingUnknown(o.value) : o.value});
                   },
                   [&](const SharedAccess& o) { shared(o); },
                   [&](const Fence& o) {
                     if (isOfFunctionElsewhere(o.marks)) {
                       emitMarked(NopOp{}, o.marks);
                       return;
                     }
                     if (o.asWritten) {
                       fencesOfSource_.insert(code_.size());
                     }
                     FenceOp fence{o.orders ? std::optional(Atomicity{o.order, o.level}) : std::nullopt};
                     fence.spaces = o.spaces;
                     emitMarked(fence, o.marks);
                   },
                   [&](const KnownBarrier& o) { barrier(o); }, [&](const KnownVote& o) { vote(o); },
                   [&](const GiveToLanes& o) { give(o); }, [&](const TakeFromLane& o) { take(o); },
                   [](const auto&) { INVARIANT(false, "asynchronous operations are agents"); }},
        step.operation);
  }
}

void ThreadEmitter::shared(const SharedAccess& access) {
  const Access& a = *access.access;
  if (a.readOnly) {
    const auto written = [&](std::uint32_t object) {
      const ObjectLayout* layout = in_.layout.layout(object);
      return layout != nullptr && layout->written;
    };
    if (access.where.place ? written(access.where.place->object)
                           : std::ranges::any_of(access.where.objects, written)) {
      refuse("a read-only load (ld.global.nc) of an object that the launch writes to");
    }
  }
  const std::size_t elements = std::max(a.targets.size(), a.values.size());
  number_ = access.where.number;
  std::vector<std::vector<Piece>> pieces;
  if (number_ != nullptr) {
    if (elements > 1 || piecesOf(access, 0).size() > 1) {
      const RegisterId kept = temporary();  // the register of the address may be the one that is read to
      emit(AssignOp{kept, number_});
      number_ = registerRef(kept);
    }
  }
  for (std::size_t e = 0; e < elements; ++e) {
    pieces.push_back(piecesOf(access, e));
  }
  if (elements > 1 && a.atomicity && a.atomicity->order != Order::Relaxed) {
    refuse("an order of an access to several elements is not supported, for they are accessed in no order");
  }
  const auto isMixed = [&](std::uint32_t object) { return in_.mixed.contains(object); };
  const bool mixed = access.where.place ? isMixed(access.where.place->object)
                                        : std::ranges::any_of(access.where.objects, isMixed);
  requireOneSize(a);
  marksOfAccess_ = a.marks;
  markOfSize_ = mixed ? markOfBytes(a.bytes) : "";
  for (std::size_t e = 0; e < elements; ++e) {
    isFurther_ = false;
    if (!in_.ofPtx && a.atomicity && pieces[e].size() > 1) {
      refuse("others access some bytes of the atomic access alone, which is not supported");
    }
    if (a.update && pieces[e].size() > 1) {
      dividedUpdate(access, pieces[e]);
    } else if (a.update) {
      update(access, pieces[e].front());
    } else if (a.writes) {
      store(access, e, pieces[e]);
    } else {
      load(access, e, pieces[e]);
    }
  }
}

std::vector<ThreadEmitter::Piece> ThreadEmitter::piecesOf(const SharedAccess& access, std::size_t element) {
  const Access& a = *access.access;
  const auto ahead = static_cast<std::int64_t>(element * a.bytes);
  if (access.where.place) {
    return piecesAt(access, access.where.place->offset + ahead);
  }
  if (access.where.nowhere) {
    const auto number = static_cast<Value>(*access.where.nowhere);
    const bool looksLikeOurs = isAddress(number) || isUnknown(number);
    const Value address = looksLikeOurs ? in_.addressOf(kNoObject, group_) : number;
    return {{constant(address), 0, a.bytes, false}};
  }
  unsigned cell = 0;
  bool isSigned = false;
  for (const std::uint32_t object : access.where.objects) {
    const ObjectLayout* layout = in_.layout.layout(object);
    const unsigned bytes = layout == nullptr || layout->cells.empty() ? a.bytes : layout->cells.front().bytes;
    if (cell != 0 && (bytes != cell || isSigned != layout->isSigned)) {
      refuse("an address that may point to objects accessed in different sizes is not supported");
    }
    cell = bytes;
    isSigned = layout != nullptr && layout->isSigned;
  }
  std::vector<Piece> pieces;
  for (unsigned at = 0; at < a.bytes; at += cell) {
    const Value further = ahead + at;
    const ExprPtr number =
        further == 0 ? number_ : binary(BinaryOp::Add, number_, constant(further), {64, false});
    pieces.push_back({addressIn(access, number), at * kByteBits, std::min(cell, a.bytes), isSigned});
  }
  return pieces;
}

std::vector<ThreadEmitter::Piece> ThreadEmitter::piecesAt(const SharedAccess& access, std::int64_t offset) {
  const unsigned bytes = access.access->bytes;
  const std::uint32_t object = access.where.place->object;
  const std::uint32_t first = in_.facts.launches.firstOfCluster(group_);
  const auto rank = access.where.place->rank;
  const Value base = in_.addressOf(object, rank ? first + *rank : group_);
  const ObjectLayout* layout = in_.layout.layout(object);
  std::vector<Piece> pieces;
  std::int64_t at = offset;
  for (const Cell& cell : in_.layout.cellsOf(object, offset, bytes)) {
    pieces.push_back({constant(base + cell.offset), static_cast<unsigned>(cell.offset - offset) * kByteBits,
                      cell.bytes, layout->isSignedAt(cell.offset)});
    at = cell.offset + cell.bytes;
  }
  if (at < offset + bytes) {  // out of bounds
    pieces.push_back({constant(base + at), static_cast<unsigned>(at - offset) * kByteBits,
                      static_cast<unsigned>(offset + bytes - at), false});
  }
  return pieces;
}

/// The address in the program of a number that is computed: in the object that it lies in, among those that
/// it may be made from.
ExprPtr ThreadEmitter::addressIn(const SharedAccess& access, const ExprPtr& number) const {
  ExprPtr result;
  for (std::size_t i = access.where.objects.size(); i-- > 0;) {
    const std::uint32_t object = access.where.objects[i];
    const Space space = in_.module.objects[object].space;
    const std::uint64_t window = access.where.space == Space::Generic ? windowOf(space) : 0;
    const auto begin = static_cast<Value>(window + lowlevel::addressOf(space, object));
    const ObjectLayout* layout = in_.layout.layout(object);
    // Of one whose size nobody says, what lies behind is not looked at, but not out of bounds.
    constexpr Value kUnsaid = Value{1} << 40;
    const auto size = layout == nullptr     ? Value{0}
                      : layout->sizeIsFound ? kUnsaid
                                            : static_cast<Value>(layout->size);
    const ExprPtr inside = binary(BinaryOp::Sub, number, constant(begin), {64, true});
    ExprPtr address = binary(BinaryOp::Add, constant(in_.addressOf(object, group_)),
                             binary(BinaryOp::Index, inside, constant(size)));
    const auto looked = static_cast<Value>(layout == nullptr ? 0 : layout->looked);
    if (looked < size) {
      const ExprPtr behind = binary(BinaryOp::Sub, inside, constant(looked), {64, true});
      address =
          select(binary(BinaryOp::Lt, behind, constant(size - looked), {64, false}), notLookedAt(), address);
    }
    result = result == nullptr
                 ? address
                 : select(binary(BinaryOp::Lt, inside, constant(size), {64, false}), address, result);
  }
  return result;
}

std::optional<Atomicity> ThreadEmitter::atomicityOf(const SharedAccess& access) {
  const std::optional<Atomicity>& own = access.access->atomicity;
  return own && access.written ? Atomicity{access.written->order, own->level} : own;
}

void ThreadEmitter::load(const SharedAccess& access, std::size_t element, const std::vector<Piece>& pieces) {
  const Access& a = *access.access;
  const ReadWord& target = access.targets[element];
  const auto partAt = [&](const Piece& piece) {
    return std::ranges::find_if(target.parts, [&](const ReadWord::Part& part) {
      return part.begin == piece.shift && part.bits == piece.bytes * kByteBits;
    });
  };
  StoredWord read;
  for (const Piece& piece : pieces) {
    const auto part = partAt(piece);
    const RegisterId reg = part == target.parts.end() ? temporary() : part->reg;
    emitPart(LoadOp{reg, piece.address, atomicityOf(access)});
    read.push_back(
        {piece.shift, piece.bytes * kByteBits, asWord(registerRef(reg), piece.bytes, piece.isSigned)});
  }
  for (const ReadWord::Part& part : target.parts) {
    ExprPtr number = bitsOf(read, part.begin, part.bits);
    if (target.bits < part.bits) {
      number = unary(UnaryOp::Convert, number, {static_cast<std::uint8_t>(target.bits), false});
    } else if (target.bits > part.bits && a.isSigned) {
      number = unary(UnaryOp::Convert, unary(UnaryOp::Convert, number, kindOf(a.bytes, true)),
                     {static_cast<std::uint8_t>(target.bits), false});
    }
    const auto* same = std::get_if<RegisterExpr>(&number->node);
    if (same == nullptr || same->reg != part.reg) {
      emit(AssignOp{part.reg, number});
    }
  }
}

void ThreadEmitter::store(const SharedAccess& access, std::size_t element, const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    const ExprPtr value = bitsOf(access.values[element], piece.shift, piece.bytes * kByteBits);
    emitPart(StoreOp{piece.address, asHeld(value, piece.bytes, piece.isSigned), atomicityOf(access)});
  }
}

void ThreadEmitter::update(const SharedAccess& access, const Piece& piece) {
  const Access& a = *access.access;
  std::optional<RegisterId> target;
  if (!access.targets.empty() && !access.targets.front().parts.empty()) {
    target = access.targets.front().parts.front().reg;
  }
  const ExprPtr& value = access.values.front().front().value;
  const bool asks = a.update == RmwOp::CompareSwap && in_.unknown;
  target = asks && !target ? std::optional(temporary()) : target;
  RmwOperation operation{target,
                         *a.update,
                         piece.address,
                         asHeld(value, piece.bytes, piece.isSigned),
                         access.expected == nullptr ? nullptr
                         : asks ? known(asHeld(access.expected, piece.bytes, piece.isSigned))
                                : asHeld(access.expected, piece.bytes, piece.isSigned),
                         *atomicityOf(access)};
  operation.failureOrder = access.written ? access.written->failure : a.failure;
  operation.kind = kindOf(piece.bytes, piece.isSigned);
  operation.kind.strict = a.flushes;
  emitPart(std::move(operation));
  if (asks) {  // a content that nobody knows need not be what it is compared with: nobody knows how it goes
               // on
    emit(AssignOp{temporary(), known(registerRef(*target))});
  }
  if (target && piece.isSigned) {
    emit(AssignOp{*target, asWord(registerRef(*target), piece.bytes, true)});
  }
}

void ThreadEmitter::barrier(const KnownBarrier& barrier) {
  BarrierOp operation;
  operation.level = barrier.level;
  operation.id = barrier.number;
  if (barrier.count) {
    operation.count = BarrierNumber(*barrier.count);
  }
  operation.waits = barrier.waits;
  operation.amongNamed = barrier.amongNamed;
  operation.memoryLevel = barrier.memoryLevel;
  operation.fences = barrier.fences;
  operation.spaces = barrier.spaces;
  if (barrier.meetsAlone) {
    meetings_.insert(code_.size());
    operation.order.reset();
  } else if (barrier.unordered) {
    operation.order.reset();
  } else if (barrier.order) {
    operation.order = barrier.order;
  }
  if (barrier.exchange) {
    operation.amongNamed = true;
    operation.fences = false;
    emitExchange(operation);
  } else {
    emitMarked(operation, barrier.marks);
  }
}

void ThreadEmitter::emitExchange(hrfcheck::Operation operation) {
  exchanges_.insert(code_.size());
  emit(std::move(operation));
}

void ThreadEmitter::give(const GiveToLanes& give) {
  emitExchange(StoreOp{constant(in_.addressOfCell(give.cell)),
                       in_.unknown ? askingUnknown(give.value) : give.value, std::nullopt});
}

void ThreadEmitter::take(const TakeFromLane& take) {
  LaneCell first = take.cell;
  first.lane = take.lane == nullptr ? first.lane : 0;
  const ExprPtr address = constant(in_.addressOfCell(first));
  emitExchange(LoadOp{take.reg, take.lane == nullptr ? address : binary(BinaryOp::Add, address, take.lane),
                      std::nullopt});
}

/// As frontend/c does it (lower_votes.cpp): what a program can see of it are the barrier and the answer.
void ThreadEmitter::vote(const KnownVote& vote) {
  KnownBarrier meeting = vote.barrier;
  meeting.number += kFirstVote;
  const Value cells = in_.addressOf(*in_.votes, group_);
  const auto cell = [&](Value item) { return constant(cells + item); };
  emit(StoreOp{cell(item_), binary(BinaryOp::Add, vote.vote, constant(kNo)), std::nullopt});
  barrier(meeting);
  ExprPtr result;
  for (Value item = 0; item < in_.facts.launches.ofGroup(group_).grid.itemCount(); ++item) {
    const RegisterId reg = temporary();
    emit(LoadOp{reg, cell(item), std::nullopt});
    const bool all = vote.question == BlockVote::Question::All;
    const ExprPtr one = all ? binary(BinaryOp::Ne, registerRef(reg), constant(kNo))
                            : binary(BinaryOp::Eq, registerRef(reg), constant(kYes));
    const BinaryOp joint = all                                         ? BinaryOp::And
                           : vote.question == BlockVote::Question::Any ? BinaryOp::Or
                                                                       : BinaryOp::Add;
    result = result == nullptr ? one : binary(joint, result, one);
  }
  emit(AssignOp{vote.target, result});
  barrier(meeting);
  emit(StoreOp{cell(item_), constant(0), std::nullopt});
  barrier(meeting);
}

}  // namespace hrfcheck::frontend::lowlevel
