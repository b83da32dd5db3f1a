#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/c/lower/code_builder.h"
#include "frontend/lowlevel/emit/memory_layout.h"
#include "frontend/lowlevel/residual/residual.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// Where objects lie in the program that is made: the address of an object for the threads of a group.
using Placement = std::function<Value(std::uint32_t object, std::uint32_t group)>;

/// What all threads of a launch have in common.
struct EmitContext {
  const Module& module;
  const LaunchFacts& facts;
  const MemoryLayout& layout;
  Placement addressOf;
  std::optional<std::uint32_t> votes = std::nullopt;  ///< the object of cells that threads of a block vote in
  std::function<bool(std::uint32_t object)> isUnknown = {};
  std::function<Value(const LaneCell& cell)> addressOfCell = {};
  bool unknown = false;  ///< there is memory of which nothing says what it holds initially
  std::set<std::uint32_t> mixed =
      {};                   ///< objects whose accesses say how many bytes they take (mixed_sizes.h)
  bool ofPtx = true;        ///< fences and reductions are those of PTX (program/ir/ptx_marks.h)
  bool largeWords = false;  ///< there are words that look like addresses (words_of_memory.h)
};

/// Makes the instructions of a thread. Registers are entered into it.
/// @throws Refusal
void emitThread(const EmitContext& context, ResidualThread code, ThreadId number, Thread& thread);

class ThreadEmitter {
 public:
  ThreadEmitter(const EmitContext& context, ResidualThread code, ThreadId number, Thread& thread)
      : in_(context),
        thread_(std::move(code)),
        group_(context.facts.launches.groupOf(number)),
        item_(context.facts.launches.itemOf(number)),
        made_(thread) {}

  void run();

 private:
  /// A part of an access: the granule at an address, and where its bits are in the number.
  struct Piece {
    ExprPtr address;
    unsigned shift = 0;
    unsigned bytes = 0;
    bool isSigned = false;
  };

  void block(std::uint32_t number);
  void shared(const SharedAccess& access);
  std::vector<Piece> piecesOf(const SharedAccess& access, std::size_t element);
  std::vector<Piece> piecesAt(const SharedAccess& access, std::int64_t offset);
  ExprPtr addressIn(const SharedAccess& access, const ExprPtr& number) const;
  static std::optional<Atomicity> atomicityOf(const SharedAccess& access);
  void load(const SharedAccess& access, std::size_t element, const std::vector<Piece>& pieces);
  void store(const SharedAccess& access, std::size_t element, const std::vector<Piece>& pieces);
  void update(const SharedAccess& access, const Piece& piece);
  /// An update of several granules (divided_update.cpp).
  void dividedUpdate(const SharedAccess& access, const std::vector<Piece>& pieces);
  ExprPtr updated(const SharedAccess& access, const ExprPtr& old) const;
  void barrier(const KnownBarrier& barrier);
  void vote(const KnownVote& vote);
  void give(const GiveToLanes& give);
  void take(const TakeFromLane& take);
  RegisterId temporary();
  void emit(hrfcheck::Operation operation);
  void emitExchange(hrfcheck::Operation operation);
  void emitMarked(hrfcheck::Operation operation, const std::vector<std::string>& marks);
  /// What accesses memory.
  void emitPart(hrfcheck::Operation operation);
  void requireOneSize(const Access& access) const;
  [[noreturn]] void refuse(const std::string& message) const;

  const EmitContext& in_;
  ResidualThread thread_;
  std::uint32_t group_;
  std::uint32_t item_;
  Thread& made_;
  c::CodeBuilder code_{true};
  std::vector<c::Label> labels_;
  std::set<std::size_t> fencesOfSource_;  ///< whose orders are those of the source, by their places
  std::set<std::size_t> meetings_;        ///< of lanes that order no memory
  std::set<std::size_t> exchanges_;       ///< what hands over numbers of lanes
  std::map<std::size_t, std::vector<std::string>> marks_;  ///< by the places of instructions
  std::vector<std::string> marksOfAccess_;
  std::string markOfSize_;  ///< where others access some of the bytes in another size
  bool isFurther_ = false;  ///< a part of this access is made already
  std::uint32_t origin_ = 0;
  ExprPtr number_;  ///< of the access that is made, where it is computed
};

}  // namespace hrfcheck::frontend::lowlevel
