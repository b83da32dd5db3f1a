#include "check/races/race_groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "check/races/annotation_edit.h"

namespace hrfcheck::inline check {
namespace {

/// Line and code; an instruction that is written nowhere is a line of its own.
using Site = std::tuple<std::uint32_t, std::string, InstructionRef>;

Site siteOf(const Program& program, InstructionRef where) {
  const Instruction& instruction = instructionAt(program, where);
  return instruction.place.known() ? Site{instruction.place.position().line, instruction.text, {}}
                                   : Site{0, "", where};
}

std::pair<Site, Site> sitesOf(const Program& program, const Race& race) {
  const Site first = siteOf(program, race.first);
  const Site second = siteOf(program, race.second);
  return first < second ? std::pair(first, second) : std::pair(second, first);
}

/// What all races of a group but the first have as their fix, if that is the first one's on whole lines: it
/// was adopted because it orders them all.
void addFix(const Verdict& verdict, RaceGroup& group) {
  if (group.races.size() < 2) {
    return;
  }
  const Race& first = verdict.races[group.races.front()];
  const std::vector<AnnotationEdit> wide = onWholeLines(*verdict.program, first.fix);
  const bool adopted =
      !first.fix.empty() && std::all_of(group.races.begin() + 1, group.races.end(),
                                        [&](std::size_t race) { return verdict.races[race].fix == wide; });
  if (adopted) {
    group.fix = wide;
    group.fixUpToBound =
        std::ranges::any_of(group.races, [&](std::size_t race) { return verdict.races[race].fixUpToBound; });
  }
}

}  // namespace

std::optional<AnnotationEdit> editedThere(const Program& program, const AnnotationEdit& edit,
                                          InstructionRef where) {
  const Atomicity* atomicity = atomicityOf(instructionAt(program, where));
  if (atomicity == nullptr) {
    return std::nullopt;
  }
  const std::vector<Order> orders =
      edit.order ? strongerOrders(program, where, edit.level) : std::vector<Order>{};
  const bool stronger = edit.order && std::ranges::find(orders, *edit.order) != orders.end();
  return stronger || atomicity->level != edit.level
             ? std::optional(AnnotationEdit{where, edit.level, stronger ? edit.order : std::nullopt})
             : std::nullopt;
}

std::vector<InstructionRef> sameLine(const Program& program, InstructionRef where) {
  const Site site = siteOf(program, where);
  std::vector<InstructionRef> result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      if (siteOf(program, {t, i}) == site) {
        result.push_back({t, i});
      }
    }
  }
  return result;
}

std::vector<AnnotationEdit> onWholeLines(const Program& program, const std::vector<AnnotationEdit>& edits) {
  std::set<AnnotationEdit> wide(edits.begin(), edits.end());
  for (const AnnotationEdit& edit : edits) {
    for (const InstructionRef where : sameLine(program, edit.where)) {
      if (const auto there = editedThere(program, edit, where)) {
        wide.insert(*there);
      }
    }
  }
  return {wide.begin(), wide.end()};
}

bool sameLines(const Program& program, const Race& one, const Race& other) {
  return sitesOf(program, one) == sitesOf(program, other);
}

std::vector<RaceGroup> raceGroups(const Verdict& verdict) {
  std::vector<RaceGroup> groups;
  std::map<std::pair<Site, Site>, std::size_t> known;
  for (std::size_t i = 0; i < verdict.races.size(); ++i) {
    const auto [it, fresh] = known.try_emplace(sitesOf(*verdict.program, verdict.races[i]), groups.size());
    if (fresh) {
      groups.emplace_back();
    }
    groups[it->second].races.push_back(i);
  }
  for (RaceGroup& group : groups) {
    addFix(verdict, group);
  }
  return groups;
}

std::vector<LineEdit> lineEditsOf(const Program& program, const std::vector<AnnotationEdit>& edits) {
  std::set<LineEdit> lines;
  for (const AnnotationEdit& edit : edits) {
    if (const Place& place = instructionAt(program, edit.where).place; place.known()) {
      lines.insert({place.position().line,
                    changesScope(program, edit) ? std::optional(edit.level) : std::nullopt, edit.order});
    }
  }
  return {lines.begin(), lines.end()};
}

std::vector<std::uint32_t> linesOf(const Program& program, const std::vector<InstructionRef>& where) {
  std::set<std::uint32_t> lines;
  for (const InstructionRef at : where) {
    if (const Place& place = instructionAt(program, at).place; place.known()) {
      lines.insert(place.position().line);
    }
  }
  return {lines.begin(), lines.end()};
}

}  // namespace hrfcheck::inline check
