#include "report/picture/arrow_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hrfcheck::inline report {
namespace {

struct ArrowStyle {
  ArrowKind kind;
  const char* colour;
  const char* line;
  double width;
  const char* meaning;
};
constexpr std::array kStyles{
    ArrowStyle{ArrowKind::ProgramOrder, "#24292f", "solid", 1, "program order"},
    ArrowStyle{ArrowKind::ReadsFrom, "#116329", "solid", 1.4, "rf: the value read"},
    ArrowStyle{ArrowKind::Coherence, "#8a4600", "dashed", 1.4, "co: coherence, the next write"},
    ArrowStyle{ArrowKind::FromRead, "#0550ae", "dashed", 1.4, "fr: read before this write"},
    ArrowStyle{ArrowKind::Dependency, "#57606a", "solid", 0.7, ""},
    ArrowStyle{ArrowKind::Shown, "", "solid", 1.4, ""},
    ArrowStyle{ArrowKind::Barrier, "#6639ba", "dotted", 1.4, "met at the barrier"},
    ArrowStyle{ArrowKind::Race, "#c4161c", "dashed", 2.4, "race: not ordered"},
    ArrowStyle{ArrowKind::Step, "#b3007d", "solid", 3, ""},
};
constexpr bool inOrder() {
  for (std::size_t i = 0; i < kStyles.size(); ++i) {
    if (kStyles[i].kind != static_cast<ArrowKind>(i)) {
      return false;
    }
  }
  return kStyles.size() == static_cast<std::size_t>(ArrowKind::Step) + 1;
}
static_assert(inOrder(), "one style for each kind of arrow, in order");

/// Of relations that were asked for, in turn.
constexpr std::array kShownColours{"#00656e", "#5a5c00", "#7a2f9e", "#9c3412", "#31506f"};

const ArrowStyle& styleOf(ArrowKind kind) {
  return kStyles[static_cast<std::size_t>(kind)];
}

bool has(const ExecutionGraph& graph, ArrowKind kind) {
  return std::ranges::any_of(graph.arrows, [&](const GraphArrow& arrow) { return arrow.kind == kind; });
}

/// "so: implied pairs are omitted".
LegendEntry entryOf(const GraphRelation& relation, std::size_t index) {
  LegendEntry entry{lookOf(ArrowKind::Shown, index, relation.directed), relation.name, relation.ownArrows};
  std::string note = relation.note;
  if (!relation.ownArrows && note.empty()) {
    note = "shown as labels on other arrows";
  }
  entry.text += note.empty() ? "" : ": " + note;
  return entry;
}

}  // namespace

ArrowLook lookOf(const ArrowKind& kind, std::size_t relation, bool directed) {
  const ArrowStyle& style = styleOf(kind);
  const char* colour =
      kind == ArrowKind::Shown ? kShownColours[relation % kShownColours.size()] : style.colour;
  return {{colour, style.line, style.width}, directed};
}

ArrowLook lookOf(const GraphArrow& arrow) {
  ArrowLook look = lookOf(arrow.kind, arrow.relation, arrow.directed);
  if (arrow.marked) {
    look.stroke.colour = styleOf(ArrowKind::Step).colour;
    look.stroke.width = styleOf(ArrowKind::Step).width;
  }
  return look;
}

std::vector<LegendEntry> legendOf(const ExecutionGraph& graph, const std::string& marked) {
  std::vector<LegendEntry> entries;
  for (const ArrowStyle& style : kStyles) {
    const bool directed = style.kind != ArrowKind::Barrier && style.kind != ArrowKind::Race;
    if (*style.meaning != '\0' && has(graph, style.kind)) {
      entries.push_back({lookOf(style.kind, 0, directed), style.meaning, true});
    }
    if (style.kind == ArrowKind::Dependency && !graph.dependencies.empty()) {
      const bool ctrl = graph.dependencies.back() == "ctrl";
      entries.push_back({lookOf(style.kind),
                         fmt::format("{}: dependencies{}", fmt::join(graph.dependencies, ", "),
                                     ctrl ? "; ctrl also reaches all later events" : ""),
                         has(graph, style.kind)});
    }
    for (std::size_t r = 0; style.kind == ArrowKind::Shown && r < graph.relations.size(); ++r) {
      entries.push_back(entryOf(graph.relations[r], r));
    }
  }
  if (std::ranges::any_of(graph.arrows, &GraphArrow::marked)) {
    entries.push_back({lookOf(ArrowKind::Step), marked, true});
  }
  return entries;
}

}  // namespace hrfcheck::inline report
