#pragma once

#include <string_view>

/// Words on instructions (Instruction::marks) that models of PTX look at: docs/models/ptx.md, "Asynchronous
/// operations". An asynchronous operation is a thread of its own, an agent, in the block of the thread that
/// issues it.
namespace hrfcheck::inline program {

// Of accesses.
inline constexpr const char* kMarkAsync = "async";             ///< through the async proxy
inline constexpr const char* kMarkTensormap = "tensormap";     ///< through the tensormap proxy
inline constexpr const char* kMarkBarrierObject = "mbarrier";  ///< of the word of a barrier object
inline constexpr const char* kMarkInit = "mbarrier.init";  ///< a store that makes one; marked as above, too

/// Of the barriers at which an agent starts, the thread's and the agent's: what is before it in the thread is
/// before all that the agent does (PTX ISA, 8.9.1.1).
inline constexpr const char* kMarkIssue = "issue";
/// Of what an agent does to say that it has completed: it is behind what the agent did, and orders nothing
/// else. An implicit fence between the async proxy and the generic one.
inline constexpr const char* kMarkComplete = "complete";
/// Of the barrier at which a thread waits for that.
inline constexpr const char* kMarkAwait = "await";
/// Of the barriers by which threads meet at the barrier of a cluster.
inline constexpr const char* kMarkClusterBarrier = "barrier.cluster";
/// Of what makes a group of asynchronous operations, or waits for groups in which there are none: it does
/// nothing.
inline constexpr const char* kMarkGroup = "group";
/// Of the first instruction of a litmus test's agents, which no model looks at.
inline constexpr const char* kMarkOperation = "operation";
/// Of a barrier whose arrival orders nothing by itself: barrier.cluster.arrive.relaxed.
inline constexpr const char* kMarkUnordered = "unordered";

// Of fences.
inline constexpr const char* kMarkFenceAsync = "proxy.async";             ///< in both directions
inline constexpr const char* kMarkFenceToAsync = "proxy.async::generic";  ///< from generic to async
inline constexpr const char* kMarkFenceToTensormap = "proxy.tensormap::generic";

// What a fence is about (`concerns`), where that is not every access.
inline constexpr std::string_view kMarkAbout = "about.";  ///< all of these begin so
inline constexpr const char* kMarkAboutGlobal = "about.global";
inline constexpr const char* kMarkAboutCta = "about.shared::cta";          ///< its own block's shared memory
inline constexpr const char* kMarkAboutCluster = "about.shared::cluster";  ///< its own cluster's
inline constexpr const char* kMarkAboutReads = "about.read";
inline constexpr const char* kMarkAboutInit = "about.mbarrier_init";  ///< earlier ones of its thread
/// Followed by the name of a location.
inline constexpr std::string_view kMarkAboutLocation = "about.location:";

}  // namespace hrfcheck::inline program
