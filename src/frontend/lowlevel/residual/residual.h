#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/lowlevel/module/address_map.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/values/value.h"

/// The code of one thread of a launch, written out: what the thread knows beforehand (its ids, parameters,
/// what is computed of them) is computed, calls are inlined, memory of its own is in registers. What is left
/// are blocks of operations over the registers of the thread that is made.
namespace hrfcheck::frontend::lowlevel {

/// Where an access leads: to a place that is known, to one that is computed, in one of some objects, or to an
/// address that is known and that of no object, where the thread ends.
struct Reached {
  std::optional<ObjectPlace> place = std::nullopt;
  ExprPtr number = nullptr;  ///< the address
  std::vector<std::uint32_t> objects = {};
  Space space = Space::Generic;  ///< that the address is one of
  std::optional<std::uint64_t> nowhere = std::nullopt;
};

/// Some bits of an element that is stored, and what they become.
struct StoredPart {
  unsigned begin = 0;
  unsigned bits = 0;
  ExprPtr value;
};
using StoredWord = std::vector<StoredPart>;  ///< the lowest bits first

/// The registers that an element which is read goes to.
struct ReadWord {
  struct Part {
    unsigned begin = 0;
    unsigned bits = 0;
    RegisterId reg = 0;
  };
  std::vector<Part> parts = {};  ///< none: nobody wants it
  unsigned bits = 0;             ///< of the register, where there is one
};

/// An access to memory that threads share.
struct SharedAccess {
  const Access* access;
  Reached where;
  std::vector<ReadWord> targets = {};
  std::vector<StoredWord> values = {};
  ExprPtr expected = nullptr;
  std::optional<WrittenOrder> written = std::nullopt;
  bool apart =
      false;  ///< parts of what is stored are granules of their own: of some it is known what they are
};

/// reg := value
struct Assign {
  RegisterId reg = 0;
  ExprPtr value;
};

/// Where numbers of lanes are kept for others of their warp while they give each other numbers: by the
/// exchange, counted from the start, and the lane; behind the lanes, what they make together (lane_cells.h).
struct LaneCell {
  std::uint32_t warp = 0;
  std::uint32_t exchange = 0;
  std::uint32_t lane = 0;

  friend auto operator<=>(const LaneCell&, const LaneCell&) = default;
};
inline constexpr std::uint32_t kJointCell = 32;

/// A lane says a number.
struct GiveToLanes {
  LaneCell cell;
  ExprPtr value;
};
/// And a lane gets one, of the cell, or of that of the lane whose number is computed.
struct TakeFromLane {
  RegisterId reg = 0;
  LaneCell cell;
  ExprPtr lane = nullptr;
};

/// A barrier whose number, and how many threads it expects, are known.
struct KnownBarrier {
  std::uint32_t level = 0;
  Value number = 0;
  std::optional<Value> count = std::nullopt;
  bool waits = true;
  bool amongNamed = false;
  std::optional<std::uint32_t> memoryLevel = std::nullopt;  ///< that it orders memory at, where that differs
  bool fences = true;                                       ///< its halves are fences, too
  bool meetsAlone = false;                                  ///< it orders no memory (lane_meetings.h)
  std::optional<std::uint32_t> exchange = std::nullopt;     ///< cells are written before and read behind it
  /// Nothing: the arrival releases, and the departure acquires. Else only what the order says.
  std::optional<Order> order = std::nullopt;
  std::vector<std::string> marks = {};  ///< what models of PTX know it by (program/ir/ptx_marks.h)
  FenceSpaces spaces = {};
  bool unordered = false;  ///< it orders no memory, but as its marks say
};

/// An asynchronous operation begins.
struct StartAgent {
  std::uint32_t number = 0;
};
/// What comes behind waits for asynchronous operations.
struct JoinAgents {
  std::vector<std::uint32_t> numbers = {};
  bool sources = false;  ///< until they have read what they copy
};

/// A vote at a barrier: the cells of the block's votes are written and read around it.
struct KnownVote {
  KnownBarrier barrier;
  BlockVote::Question question = BlockVote::Question::All;
  RegisterId target = 0;
  ExprPtr vote;
};

using ResidualOperation = std::variant<Assign, SharedAccess, Fence, KnownBarrier, KnownVote, StartAgent,
                                       JoinAgents, GiveToLanes, TakeFromLane>;

struct ResidualStep {
  ResidualOperation operation;
  std::uint32_t origin = 0;
};

/// Steps one after the other, and where to go then: to `next`, or where the condition holds to `taken`; from
/// a block without either the thread ends.
struct ResidualBlock {
  std::vector<ResidualStep> steps = {};
  ExprPtr condition = nullptr;
  std::optional<std::uint32_t> taken = std::nullopt;
  std::optional<std::uint32_t> next = std::nullopt;
  std::uint32_t origin = 0;  ///< of what goes on
};

/// It begins with block 0.
struct ResidualThread {
  std::vector<ResidualBlock> blocks = {};
  std::vector<std::string> registers = {};
};

}  // namespace hrfcheck::frontend::lowlevel
