#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/c/lower/code_builder.h"
#include "frontend/lowlevel/values/number.h"
#include "program/ir/instruction.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::lowlevel {

/// The scope levels of compiled kernels: those of CUDA (docs/cuda.md, "Levels").

inline constexpr std::uint32_t kClusterLevel = 3;
inline constexpr std::uint32_t kGpuLevel = 4;
inline constexpr std::uint32_t kAllLevel = 5;

/// Where an address leads, or an object lies.
enum class Space { Generic, Global, Constant, Shared, Local, Parameter };

/// Whether an object in it belongs to one thread.
constexpr bool isOwn(Space space) {
  return space == Space::Local || space == Space::Parameter;
}

/// An address that stands in an object from the beginning.
struct AddressInside {
  std::uint64_t offset = 0;
  std::uint32_t object = 0;
  std::uint64_t addend = 0;
  unsigned bytes = 8;
  bool generic = false;
};

/// Numbers that stand in an object from the beginning.
struct WordInside {
  std::uint64_t offset = 0;
  std::uint64_t bits = 0;
  unsigned bytes = 4;
};

/// An object of bytes.
struct ObjectDeclaration {
  std::string name;
  Space space = Space::Global;
  std::optional<std::uint64_t> size = std::nullopt;  ///< nothing: the launch says it
  std::vector<std::uint8_t> initial = {};            ///< what is behind them is 0 in Global and Constant
  std::vector<AddressInside> addresses = {};
  std::uint32_t function = 0;  ///< of Local and Parameter: the function that has it
  Place place = {};
  bool ofDevice = false;  ///< a variable that each device has for itself
  bool apart = false;     ///< the launch gives it memory of its own, though it says its size (Shared)
  /// What it holds is what the launch says, though its size is known, but for `addresses` and `words`.
  bool ofHost = false;
  std::vector<WordInside> words = {};
};

/// Numbers that a thread is told.
enum class BuiltIn {
  ItemX,
  ItemY,
  ItemZ,
  ItemsX,
  ItemsY,
  ItemsZ,
  GroupX,
  GroupY,
  GroupZ,
  GroupsX,
  GroupsY,
  GroupsZ,
  Lane,
  Warp,
  Warps,
  LanesOfWarp,  ///< how many lanes warps have, also those that are not full
  LanesHere,    ///< a mask of the lanes that the warp has
  Dimensions,   ///< of the launch
  LanesEqual,
  LanesBelow,
  LanesUpTo,
  LanesAbove,
  LanesFrom,
  LanesActive,  ///< that execute this together
  Clock,        ///< of some kind: nothing is known of it
  ClusterRank,
  ClusterSize,
  Clusters,
  ClusterX,
  DynamicSharedSize,
  WorkspaceHigh,  ///< of the address of a cooperative grid's workspace; 0 where the launch is not cooperative
  WorkspaceLow
};

// Instructions.

/// reg := value, where the guard holds.
struct Compute {
  std::uint32_t reg = 0;
  NumberPtr value;
  NumberPtr guard = nullptr;
};

/// A load, a store or an update of one or several elements that are stored one after the other.
struct Access {
  Space space = Space::Generic;
  NumberPtr address;
  unsigned bytes = 4;  ///< of an element
  bool reads = false;
  bool writes = false;
  std::vector<std::optional<std::uint32_t>> targets = {};  ///< by element: the register that it is read to
  std::vector<NumberPtr> values = {};  ///< by element: what is stored; an update's operand
  bool isSigned = false;               ///< what is read is sign-extended
  std::optional<Atomicity> atomicity = std::nullopt;
  std::optional<RmwOp> update = std::nullopt;
  NumberPtr expected = nullptr;
  std::optional<Order> failure = std::nullopt;  ///< of a compare-and-swap that fails, where that is said
  bool signedUpdate = false;
  bool flushes = false;     ///< an update of floats takes subnormal numbers for 0
  bool isFloat = false;     ///< what is read or stored is said to be a float
  bool readOnly = false;    ///< a promise that nobody writes there
  bool isVolatile = false;  ///< and atomic for no other reason
  bool ofBarrier = false;  ///< what lies there is the word of a barrier object (program/expr/phase_barrier.h)
  bool ofOwnBlock = false;  ///< it is undefined in the shared memory of another block of the cluster
  std::vector<std::string> marks = {};  ///< what models of PTX know it by (program/ir/ptx_marks.h)
};

/// reg := the address that a variable in shared memory has in the block of that rank in the cluster.
struct MapAddress {
  std::uint32_t reg = 0;
  NumberPtr address;
  NumberPtr rank;
};

/// What is asked of a barrier object: an incident where the condition does not hold.
struct Require {
  NumberPtr condition;
};

/// What a reduction makes of each element of its destination.
struct AsyncUpdate {
  RmwOp op = RmwOp::Add;
  unsigned bytes = 4;  ///< of an element
  bool isSigned = false;
};

/// A copy between global and shared memory, or a reduction, which is done at some later time
/// (async_agents.h).
struct AsyncCopy {
  NumberPtr to;
  NumberPtr from;
  NumberPtr bytes;
  NumberPtr given = nullptr;  ///< so many bytes are copied, zeros after them; nothing: all
  Space toSpace = Space::Shared;
  Space fromSpace = Space::Global;
  bool bulk = false;     ///< in the async proxy, and in groups of their own
  bool toOther = false;  ///< it is undefined in the own block's shared memory
  unsigned element = 0;  ///< in bytes; 0: as other code accesses the memory
  std::optional<AsyncUpdate> update = std::nullopt;
  std::optional<Atomicity> atomicity = std::nullopt;  ///< of its writes
  std::optional<Access> completion = std::nullopt;    ///< of a barrier object that counts its bytes
};
/// A store, or a reduction, that is done at some later time. `made` says where, and what counts it.
struct AsyncStore {
  AsyncCopy made;
  unsigned bytes = 4;  ///< of an element
  std::vector<NumberPtr> values = {};
};
/// A group of the copies that are in none yet: of the bulk copies, or of the others.
struct CommitCopies {
  bool bulk = false;
};
/// Waits for all groups but so many of the last ones.
struct AwaitCopies {
  NumberPtr pending;
  bool bulk = false;
  bool sources = false;  ///< only until what they copy is read
};
/// An arrival at a barrier object when the copies before are done.
struct ArriveBehindCopies {
  Access arrival;
};

struct Fence {
  Order order = Order::AcquireRelease;
  std::uint32_t level = 0;
  bool asWritten = false;  ///< the order is that of the source (WrittenOrder)
  /// What models of PTX know it by: between which proxies it is, what accesses it is about
  /// (program/ir/ptx_marks.h).
  std::vector<std::string> marks = {};
  bool orders = true;  ///< else it has no order: it does what its marks say, and nothing else
  FenceSpaces spaces = {};
};

/// What the next atomic access or fence is in the source, where the instructions for it say otherwise: a
/// sequentially consistent access is a fence and a weaker access, a compare-exchange has one order only.
struct WrittenOrder {
  Order order = Order::SeqCst;
  std::optional<Order> failure = std::nullopt;

  friend auto operator<=>(const WrittenOrder&, const WrittenOrder&) = default;
};

/// The two halves of a barrier of a cluster.
struct ClusterArrive {
  bool releases = true;
};
struct ClusterWait {};

/// Barriers of a thread block, by number; of those with a count, so many threads meet.
struct BlockBarrier {
  NumberPtr number;
  NumberPtr count = nullptr;
  bool waits = true;
};
/// A barrier as languages have it, of the threads of an instance of a scope, which orders memory at a scope
/// of its own, or none (SPIR-V, `OpControlBarrier`). Threads of a warp or of fewer may meet by themselves.
struct ScopeBarrier {
  std::uint32_t level = kGroupLevel;                        ///< whose threads meet
  std::optional<std::uint32_t> memoryLevel = std::nullopt;  ///< that it orders memory at, where that differs
  FenceSpaces spaces = {};
  std::optional<Order> order = Order::AcquireRelease;  ///< nothing: it orders no memory
  /// Those meet that come to one of this number; nothing: to the same place of the code, calls included.
  std::optional<std::uint32_t> number = std::nullopt;
  bool fences = true;  ///< its halves are fences, too
  std::vector<std::string> marks = {};
};
/// A barrier of a block at which its threads vote.
struct BlockVote {
  enum class Question { All, Any, HowMany };
  BlockBarrier barrier;
  Question question = Question::All;
  std::uint32_t reg = 0;
  NumberPtr vote;
};
/// A barrier of the lanes of a warp that the mask names.
struct WarpBarrier {
  NumberPtr mask;
  bool orders = true;  ///< memory, too
};

/// Lanes of a warp give each other numbers.
struct LaneExchange {
  enum class Kind {
    Up,
    Down,
    Butterfly,
    Index,
    VoteAll,
    VoteAny,
    VoteUniform,
    Ballot,
    Match,
    MatchAll,
    Sum,
    Least,  ///< of numbers without a sign
    Most,
    LeastSigned,
    MostSigned,
    And,
    Or,
    Xor
  };
  Kind kind = Kind::Index;
  std::optional<std::uint32_t> target = std::nullopt;
  std::optional<std::uint32_t> inRange = std::nullopt;  ///< whether the source lane was
  NumberPtr value;
  NumberPtr lane = nullptr;
  NumberPtr clamp = nullptr;
  NumberPtr mask;
};

struct Jump {
  std::uint32_t target = 0;
};
struct Branch {
  NumberPtr condition;
  std::uint32_t target = 0;
  bool skips = false;  ///< only what a guard stands before
};
/// Objects of the caller are copied to the parameters of what is called, and its results to objects.
struct Call {
  std::uint32_t function = 0;
  NumberPtr address = nullptr;  ///< of the function, where it is not said
  std::vector<std::uint32_t> arguments = {};
  std::vector<std::uint32_t> results = {};
};
struct Return {};
struct Exit {};
/// What stops a kernel: a trap, an assertion that fails.
struct Fault {};
/// Objects of the thread that are there no longer.
struct Forget {
  std::vector<std::uint32_t> objects;
};
/// What is not supported; `message` says of what.
struct Refused {
  std::string message;
};
struct Nothing {};

using Operation = std::variant<Nothing, Compute, Access, MapAddress, Require, AsyncCopy, AsyncStore,
                               CommitCopies, AwaitCopies, ArriveBehindCopies, Fence, WrittenOrder,
                               BlockBarrier, ScopeBarrier, BlockVote, WarpBarrier, ClusterArrive, ClusterWait,
                               LaneExchange, Jump, Branch, Call, Return, Exit, Fault, Forget, Refused>;

struct Instruction {
  Operation operation;
  std::uint32_t origin = 0;
};

struct RegisterDeclaration {
  std::string name;
  unsigned bits = 32;
};

struct Function {
  std::string name;
  std::vector<std::uint32_t> parameters = {};  ///< objects
  std::vector<std::uint32_t> results = {};
  std::vector<RegisterDeclaration> registers = {};
  std::vector<Instruction> code = {};
  bool body = false;
  bool readsClocks = false;  ///< and something depends on what they say
};

/// Typed, byte-addressed code as compilers make it: functions over registers that are words of bits, and the
/// objects that they access.
struct Module {
  unsigned addressBits = 64;
  bool unaligned = false;  ///< accesses need not be at multiples of their size
  std::vector<ObjectDeclaration> objects = {};
  std::vector<Function> functions = {};
  std::function<c::Origin(std::uint32_t)> originOf = {};
  std::function<Place(std::uint32_t)> placeOf = {};
  /// What an instruction is called: "ld.global.u32".
  std::function<std::string(std::uint32_t)> nameOf = {};
};

}  // namespace hrfcheck::frontend::lowlevel
