#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// What a name that is there without being defined stands for.
enum class BuiltinKind {
  Relation,     ///< a base relation; `detail` is the name of a static one
  Tag,          ///< a set of events by tag; `detail` is the tag where it is not the name
  AllEvents,    ///< `_`
  AllPairs,     ///< `unv`
  Identity,     ///< `id`
  Function,     ///< known to the elaborator
  Prelude,      ///< defined in the prelude, in cat
  Chosen,       ///< an order that an execution chooses, where a model asks for it
  Unsupported,  ///< a name of herd's or Dartagnan's that cannot be given yet
};

/// A row of the table of names that are there without being defined.
struct Builtin {
  std::string_view name;
  BuiltinKind kind;
  BaseRelation relation = BaseRelation::Static;
  std::string_view detail;
  std::string_view doc;
};

namespace builtin_table {

constexpr Builtin relation(std::string_view name, BaseRelation r, std::string_view doc) {
  return {name, BuiltinKind::Relation, r, {}, doc};
}
constexpr Builtin relation(std::string_view name, std::string_view staticName, std::string_view doc) {
  return {name, BuiltinKind::Relation, BaseRelation::Static, staticName, doc};
}
constexpr Builtin tag(std::string_view name, std::string_view doc) {
  return {name, BuiltinKind::Tag, BaseRelation::Static, name, doc};
}
constexpr Builtin other(std::string_view name, BuiltinKind kind, std::string_view doc) {
  return {name, kind, BaseRelation::Static, {}, doc};
}

using enum BaseRelation;
using enum BuiltinKind;
using namespace static_relation;

/// Every name a model may use without defining it. Parser, elaborator and docs/cat.md follow this table.
inline constexpr std::array kAll = {
    // Given by the test or chosen by the execution
    relation("po", Po, "program order"),
    relation("rf", Rf, "reads-from: write to read"),
    relation("co", Co, "coherence: a strict total order of the writes of each location, initial write first"),
    relation("addr", Addr, "address dependency, from a read"),
    relation("data", Data, "data dependency, from a read"),
    relation("ctrl", Ctrl, "control dependency, from a read"),
    relation("rmw", Rmw, "read half to write half of a read-modify-write that succeeded"),
    relation("amo", Rmw, "the same as rmw (Dartagnan: of one atomic instruction)"),
    relation("loc", Loc, "same location; reflexive over memory accesses"),
    relation("int", Int, "same agent; reflexive; an initial write is related to itself only"),
    relation("same-instance", SameInstruction, "the same instruction: id | rmw | rmw^-1"),
    relation("si", SameInstruction, "the same as same-instance (herd, Dartagnan)"),
    relation("covers", Covers, "the scope instance that the first names contains the second's agent"),
    relation("narrower", Narrower, "both name scope instances, the first's inside the second's or the same"),
    relation("same-scope", SameScope, "both name the same scope instance"),
    relation("same-reference", SameReference, "the same name for the location (aliases are other names)"),
    relation("same-access", "same-access",
             "parts of one access to bytes that others access alone; reflexive over such parts (PTX)"),
    relation(
        "concerns", "concerns",
        "from a fence to the accesses that it is about, where the test has fences of asynchronous operations (PTX)"),
    relation("ssw", SystemSynchronizes,
             "system-synchronizes-with: from the first thread of a declared pair to the second (Vulkan)"),
    relation("casdep", "casdep", "from the load of what a compare-and-swap expects to its read (Dartagnan)"),
    relation("syncbar", SyncBarrier, "arrival to departure of the same barrier and occurrence"),
    relation("unawaited", Unawaited,
             "to departures from barriers that do not wait for the first event's thread once it has ended"),
    // Same instance of a level, whatever scope the events name
    relation("same-wi", "same-wi", "agents in the same work-item (HSA, OpenCL)"),
    relation("same-wv", "same-wv", "agents in the same wavefront (HSA)"),
    relation("same-wf", "same-wv", "the same as same-wv"),
    relation("same-wg", "same-wg", "agents in the same work-group (HSA, OpenCL, Vulkan)"),
    relation("same-cmp", "same-cmp", "agents in the same component, that is HSA agent (HSA, AMDGPU)"),
    relation("same-agent", "same-cmp", "the same as same-cmp"),
    relation("same-sys", "same-sys", "agents in the same system (HSA, PTX)"),
    relation("same-sg", "same-sg", "agents in the same sub-group (OpenCL, Vulkan)"),
    relation("same-dev", "same-dev", "agents in the same device (OpenCL)"),
    relation("same-dv", "same-dv", "agents in the same device (Vulkan)"),
    relation("same-all", "same-all", "agents of all devices (OpenCL)"),
    relation("same-thread", "same-thread", "the same thread (PTX)"),
    relation("same-cta", "same-cta", "agents in the same thread block (PTX)"),
    relation("same-cluster", "same-cluster",
             "agents in the same cluster of thread blocks, or of work-groups (PTX, AMDGPU)"),
    relation("same-gpu", "same-gpu", "agents in the same GPU (PTX)"),
    relation("same-inv", "same-inv", "the same invocation (Vulkan)"),
    relation("same-qf", "same-qf", "agents in the same queue family (Vulkan)"),
    relation("same-singlethread", "same-singlethread", "the same thread (AMDGPU)"),
    relation("same-wavefront", "same-wavefront", "agents in the same wavefront (AMDGPU)"),
    relation("same-workgroup", "same-workgroup", "agents in the same work-group (AMDGPU)"),
    relation("same-system", "same-system", "agents in the same system (AMDGPU)"),
    // Constants
    other("_", AllEvents, "all events"),
    other("unv", AllPairs, "all pairs of events"),
    other("id", Identity, "every event with itself"),
    // Kinds of events
    tag("R", "reads"),
    tag("W", "writes, initial ones too"),
    tag("M", "reads and writes"),
    tag("F", "fences"),
    tag("B", "both halves of barriers"),
    tag("CBAR", "the same as B (Vulkan)"),
    tag("ARRIVE", "arrivals at barriers"),
    tag("DEPART", "departures from barriers"),
    tag("EF", "entry fences of barriers; the same as ARRIVE (OpenCL, Dartagnan)"),
    tag("XF", "exit fences of barriers; the same as DEPART (OpenCL, Dartagnan)"),
    tag("IW", "initial writes, one for each location that some access may touch"),
    tag("A", "atomic accesses"),
    tag("RED", "reads and writes of updates that give no value back, exchanges apart (PTX: red)"),
    tag("RM", "remote operations (remote-scope promotion)"),
    // Orders, disjoint
    tag("RLX", "order: relaxed"),
    tag("CON", "order: consume; in PTX the constant proxy"),
    tag("ACQ", "order: acquire"),
    tag("REL", "order: release"),
    tag("AR", "order: acquire and release; the same as ACQ_REL"),
    tag("ACQ_REL", "order: acquire and release; the same as AR"),
    tag("SC", "order: sequentially consistent"),
    tag("WEAK", "order: weak (PTX)"),
    tag("NA", "order: not atomic (C)"),
    // Scopes named by an operation
    tag("WI", "scope: work-item"),
    tag("WV", "scope: wavefront"),
    Builtin{"WF", Tag, Static, "WV", "scope: wavefront; the same as WV"},
    tag("WG", "scope: work-group"),
    tag("CMP", "scope: component (HSA agent)"),
    Builtin{"AGENT", Tag, Static, "CMP", "scope: HSA agent; the same as CMP"},
    tag("SYS", "scope: system"),
    tag("SG", "scope: sub-group"),
    tag("DEV", "scope: device (OpenCL); models write DV"),
    tag("DV", "scope: device (OpenCL, Vulkan)"),
    tag("ALL", "scope: all devices (OpenCL)"),
    tag("THREAD", "scope: thread (PTX)"),
    tag("CTA", "scope: thread block (PTX)"),
    tag("CLUSTER", "scope: cluster of thread blocks, or of work-groups (PTX, AMDGPU)"),
    tag("GPU", "scope: GPU (PTX)"),
    tag("INV", "scope: invocation (Vulkan)"),
    tag("QF", "scope: queue family (Vulkan)"),
    tag("SINGLETHREAD", "scope: the thread (AMDGPU)"),
    tag("WAVEFRONT", "scope: wavefront (AMDGPU)"),
    tag("WORKGROUP", "scope: work-group (AMDGPU)"),
    tag("SYSTEM", "scope: system (AMDGPU)"),
    // Address spaces and kinds of locations
    tag("GLOBAL", "address space: global (OpenCL); of a fence, that it orders this one"),
    tag("LOCAL", "address space: local (OpenCL, AMDGPU); of a fence, that it orders this one"),
    tag("GENERIC", "address space: not named (OpenCL)"),
    tag("NAL", "location that is not atomic (OpenCL)"),
    // Vulkan
    tag("ATOM", "atomic accesses (Vulkan, AMDGPU)"),
    tag("NONPRIV", "non-private accesses (Vulkan)"),
    tag("AV", "availability operation on the access (Vulkan, AMDGPU)"),
    tag("VIS", "visibility operation on the access (Vulkan, AMDGPU)"),
    tag("AVDEVICE", "availability to the device (Vulkan)"),
    tag("VISDEVICE", "visibility to the device (Vulkan)"),
    tag("SEMAV", "availability semantics (Vulkan)"),
    tag("SEMVIS", "visibility semantics (Vulkan)"),
    tag("SC0", "access to storage class 0 (Vulkan)"),
    tag("SC1", "access to storage class 1 (Vulkan)"),
    tag("SC2", "access to storage class 2 (Vulkan)"),
    tag("SC3", "access to storage class 3 (Vulkan)"),
    tag("SEMSC0", "storage class 0 in the semantics (Vulkan)"),
    tag("SEMSC1", "storage class 1 in the semantics (Vulkan)"),
    tag("SEMSC2", "storage class 2 in the semantics (Vulkan)"),
    tag("SEMSC3", "storage class 3 in the semantics (Vulkan)"),
    // AMDGPU
    tag("ONEAS", "orders its own address space only: one-as scopes (AMDGPU)"),
    tag("AVNONE", "makes nothing available or visible: amdgcn-av none (AMDGPU)"),
    tag("MAKEAV", "makes what comes before it available, and orders nothing (AMDGPU)"),
    tag("MAKEVIS", "makes what is available visible after it, and orders nothing (AMDGPU)"),
    // PTX proxies
    tag("GEN", "proxy: generic (PTX)"),
    tag("SUR", "proxy: surface (PTX)"),
    tag("TEX", "proxy: texture (PTX)"),
    tag("ALIAS", "proxy fence between aliases (PTX)"),
    tag("ASYNC", "proxy: async (PTX)"),
    tag("TENSORMAP", "proxy: tensormap (PTX)"),
    tag("TOASYNC", "proxy fence from the generic to the async proxy only (PTX)"),
    tag("TOTENSORMAP", "proxy fence from the generic to the tensormap proxy (PTX)"),
    tag("ABOUT", "fences that are about some accesses only (PTX)"),
    tag("ABOUTREADS", "fences that are about reads only (PTX)"),
    // PTX: asynchronous operations
    tag("MBAR", "accesses to barrier objects (PTX: mbarrier)"),
    tag("ISSUE", "barriers at which an asynchronous operation starts (PTX)"),
    tag("COMPLETE", "how an asynchronous operation reports that it has completed (PTX)"),
    tag("AWAIT", "barriers at which a thread waits for that (PTX)"),
    tag("UNORDERED", "barriers whose arrivals order nothing by themselves (PTX)"),
    // PTX: of accesses in several sizes
    tag("BYTES1", "accesses to 1 byte, where some are in other sizes (PTX)"),
    tag("BYTES2", "accesses to 2 bytes, where some are in other sizes (PTX)"),
    tag("BYTES4", "accesses to 4 bytes, where some are in other sizes (PTX)"),
    tag("BYTES8", "accesses to 8 bytes, where some are in other sizes (PTX)"),
    // Events that no test has
    tag("UL", "unlocks (C); no test has any"),
    tag("LS", "successful locks (C); no test has any"),
    tag("LK", "locks (C); no test has any"),
    tag("UB", "undefined behaviour (Dartagnan); no test has any"),
    tag("ALLOC", "allocations (Dartagnan); no test has any"),
    tag("FREE", "deallocations (Dartagnan); no test has any"),
    tag("MFENCE", "fences of x86 (herd); no test has any"),
    tag("mfence", "fences of x86 (Dartagnan); no test has any"),
    // Chosen
    other("sync_fence", Chosen, "an order of the SC fences that are in each other's scope (PTX)"),
    // Functions
    other("domain", Function, "domain(r): the events at which r begins"),
    other("range", Function, "range(r): the events at which r ends"),
    other(
        "equivalence", Function,
        "equivalence(r): the least equivalence that contains r, of all events; its classes are what r connects"),
    other("classes", Function, "classes(e): the classes of a static equivalence, for union and forall"),
    other("union", Function, "union(f, classes(e)): f applied to each class, united"),
    other("linearisations", Function,
          "with t from linearisations(S, r[, e]): a total order of S that contains r"),
    other("generate_cos", Function, "with co from generate_cos(co0): gives co (herd)"),
    other("generate_orders", Function,
          "with t from generate_orders(S, r): a total order of S per location (herd)"),
    other("tag2scope", Function, "tag2scope('t): agents in the same instance of a scope (LISA)"),
    other("tag2level", Function, "tag2level('t): agents in the same instance of a memory level (LISA)"),
    other("tag2events", Function, "tag2events('t): events with an annotation or in a region (LISA)"),
    other("tag2instrs", Function, "the same as tag2events (herd)"),
    other("tag2set", Function, "the same as tag2events (herd)"),
    // Defined in the prelude
    other("fr", Prelude, "from-reads: rf^-1;co"),
    other("ext", Prelude, "different agents: unv \\ int"),
    other("ended", Prelude,
          "of a thread that has ended, to departures from barriers that did not wait for it: "
          "unawaited \\ (int ; syncbar)"),
    other("rfe", Prelude, "rf & ext"),
    other("rfi", Prelude, "rf & int"),
    other("coe", Prelude, "co & ext"),
    other("coi", Prelude, "co & int"),
    other("fre", Prelude, "fr & ext"),
    other("fri", Prelude, "fr & int"),
    other("ca", Prelude, "coherence-after: fr | co (herd)"),
    other("co0", Prelude, "what every co contains: initial writes first, final writes last (herd)"),
    other("po-loc", Prelude, "po & loc"),
    other("RMW", Prelude, "both halves of the read-modify-writes that succeeded"),
    other("FW", Prelude, "final writes: those that co puts last"),
    other("I", Prelude, "initial writes (herd); the same as IW"),
    other("emptyset", Prelude, "the empty set, or the empty relation"),
    other("toid", Prelude, "toid(S): the same as [S]"),
    other("fencerel", Prelude, "fencerel(S): pairs in po with an event of S in between"),
    other("ctrlcfence", Prelude, "ctrlcfence(S): a control dependency, then an event of S (herd)"),
    other("imply", Prelude, "imply(A, B): ~A | B (herd)"),
    other("nodetour", Prelude, "nodetour(r, s, t): r \\ (s;t) (herd)"),
    other("singlestep", Prelude, "singlestep(r): the pairs of r that r;r does not have (herd)"),
    other("subseteq", Prelude, "call subseteq(a, b): a check that a is contained in b (herd)"),
    other("inclusion", Prelude, "call inclusion(a, b): a check that a is contained in b (herd)"),
    other("total", Prelude, "call total(r, S): a check that r relates all pairs of S (herd)"),
    other("sr", Prelude, "each names a scope instance that contains the other's agent (Dartagnan)"),
    other("vloc", Prelude, "same location by the same reference: loc & same-reference (Dartagnan)"),
    other("scta", Prelude, "agents in the same thread block (Dartagnan)"),
    other("scluster", Prelude, "agents in the same cluster of thread blocks (PTX)"),
    other("ssg", Prelude, "agents in the same sub-group (Dartagnan)"),
    other("swg", Prelude, "agents in the same work-group (Dartagnan)"),
    other("sqf", Prelude, "agents in the same queue family (Dartagnan)"),
    other("sdv", Prelude, "agents in the same device (Dartagnan)"),
    other("lxsx", Prelude, "load-linked to store-conditional (Dartagnan); empty, no test has any"),
    other("sm", Prelude, "same access to memory: [M], as no access is split (herd)"),
    other("allocptr", Prelude, "allocation to deallocation (Dartagnan); empty, no test allocates"),
    other("allocmem", Prelude, "allocation to access (Dartagnan); empty, no test allocates"),
    // Not yet
    other("classes-loc", Unsupported, "partition of a set by location (herd)"),
    other("partition", Unsupported, "partition of a set by location (herd)"),
};

constexpr bool namesAreUnique() {
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    for (std::size_t j = i + 1; j < kAll.size(); ++j) {
      if (kAll[i].name == kAll[j].name) return false;
    }
  }
  return true;
}
constexpr bool everyRelationIsNamed() {
  for (int r = 0; r <= static_cast<int>(SyncBarrier); ++r) {
    bool found = false;
    for (const Builtin& b : kAll) {
      found = found || (b.kind == Relation && static_cast<int>(b.relation) == r);
    }
    if (!found) return false;
  }
  return true;
}
constexpr bool everyNameIsExplained() {
  for (const Builtin& b : kAll) {
    if (b.doc.empty()) return false;
  }
  return true;
}
static_assert(namesAreUnique(), "a name means one thing");
static_assert(everyRelationIsNamed(), "every base relation of cat/model/model.h has a name in cat");
static_assert(everyNameIsExplained(), "every builtin has a line of explanation");

}  // namespace builtin_table

inline constexpr const auto& kBuiltins = builtin_table::kAll;

/// The first name of a base relation in the table.
constexpr std::string_view nameOf(BaseRelation relation, std::string_view staticName) {
  for (const Builtin& b : kBuiltins) {
    if (b.kind == BuiltinKind::Relation && b.relation == relation && b.detail == staticName) return b.name;
  }
  return staticName;
}

/// Nothing if the name is not a builtin.
constexpr const Builtin* findBuiltin(std::string_view name) {
  for (const Builtin& b : kBuiltins) {
    if (b.name == name) return &b;
  }
  return nullptr;
}

}  // namespace hrfcheck::cat
