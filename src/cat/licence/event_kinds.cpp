#include "cat/licence/event_kinds.h"

#include <algorithm>
#include <string_view>

namespace hrfcheck::cat {
namespace {

using enum Membership;

/// Tags that say which kind an event is: by InitialWrite, Read, Write, Fence, BarrierHalf. In OpenCL the
/// halves of barriers are fences.
struct KindTag {
  std::string_view tag;
  ByKind<Membership> members;
};
constexpr std::array kKindTags{
    KindTag{"R", {None, All, None, None, None}},       KindTag{"W", {All, None, All, None, None}},
    KindTag{"M", {All, All, All, None, None}},         KindTag{"IW", {All, None, None, None, None}},
    KindTag{"F", {None, None, None, All, Some}},       KindTag{"B", {None, None, None, None, All}},
    KindTag{"CBAR", {None, None, None, None, All}},    KindTag{"ARRIVE", {None, None, None, None, Some}},
    KindTag{"DEPART", {None, None, None, None, Some}}, KindTag{"EF", {None, None, None, None, Some}},
    KindTag{"XF", {None, None, None, None, Some}},     KindTag{"AV", {None, None, Some, None, None}},
    KindTag{"VIS", {None, Some, None, None, None}},    KindTag{"WEAK", {None, Some, Some, None, None}},
    KindTag{"RED", {None, Some, Some, None, None}},
};

/// The kinds of one end of a relation.
using Ends = ByKind<bool>;
constexpr Ends kAll{true, true, true, true, true};
constexpr Ends kOfThreads{false, true, true, true, true};
constexpr Ends kAccesses{true, true, true, false, false};
constexpr Ends kReads{false, true, false, false, false};
constexpr Ends kWrites{true, false, true, false, false};
constexpr Ends kWritesOfThreads{false, false, true, false, false};
constexpr Ends kBarrierHalves{false, false, false, false, true};

BaseFacts relating(const Ends& first, const Ends& second, bool transitive = false) {
  BaseFacts facts;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      facts.relates[a][b] = first[a] && second[b];
    }
  }
  facts.transitive = transitive;
  return facts;
}

BaseFacts sameInstruction() {
  BaseFacts facts;
  for (std::size_t k = 0; k < kKinds; ++k) {
    facts.relates[k][k] = true;
  }
  constexpr std::size_t read = indexOf(KindOfEvent::Read);
  constexpr std::size_t write = indexOf(KindOfEvent::Write);
  facts.relates[read][write] = facts.relates[write][read] = true;
  facts.transitive = facts.inOneInstruction = true;
  return facts;
}

BaseFacts sameAgent() {
  BaseFacts facts = relating(kOfThreads, kOfThreads, true);
  constexpr std::size_t initial = indexOf(KindOfEvent::InitialWrite);
  facts.relates[initial][initial] = true;  // with itself
  return facts;
}

BaseFacts halvesOfUpdates() {
  BaseFacts facts = relating(kReads, kWritesOfThreads, true);
  facts.inOneInstruction = true;
  return facts;
}

BaseFacts factsOfStatic(std::string_view name) {
  using namespace static_relation;
  if (name == Rmw) {
    return halvesOfUpdates();
  }
  if (name == SameInstruction) {
    return sameInstruction();
  }
  if (name == Int) {
    return sameAgent();
  }
  if (name == SameReference) {
    return relating(kAll, kAll, true);
  }
  if (name == "casdep") {
    return relating(kReads, kReads);
  }
  // Of others, levels of a dialect are equivalences. What a test does not have is empty.
  const bool transitive = name == Po || name == Narrower || name == SameScope || name.starts_with("same-") ||
                          name.starts_with("level-");
  return relating(kOfThreads, kOfThreads, transitive);
}

}  // namespace

ByKind<Membership> membersOf(const TagNode& tag) {
  const auto row = std::ranges::find(kKindTags, tag.tag, &KindTag::tag);
  return row != kKindTags.end() ? row->members : ByKind<Membership>{Some, Some, Some, Some, Some};
}

BaseFacts factsOf(const BaseNode& base) {
  switch (base.relation) {
    case BaseRelation::Static:
      return factsOfStatic(base.name);
    case BaseRelation::Rf:
      return relating(kWrites, kReads);
    case BaseRelation::Co:
      return relating(kWrites, kWritesOfThreads, true);
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
      return relating(kReads, kOfThreads);
    case BaseRelation::Loc:
      return relating(kAccesses, kAccesses, true);
    case BaseRelation::SyncBarrier:
      return relating(kBarrierHalves, kBarrierHalves);
  }
  return relating(kAll, kAll);
}

}  // namespace hrfcheck::cat
