#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/races/race_groups.h"

namespace hrfcheck::inline report {

/// An edit with the name of what it changes: an instruction, or a line.
struct NamedEdit {
  std::string name;
  std::optional<std::uint32_t> level;  ///< nothing where the scope stays
  std::optional<Order> order;          ///< nothing where the order stays
};

/// The edits of single instructions, "P0:1".
std::vector<NamedEdit> namedEdits(const Program& program, const std::vector<AnnotationEdit>& edits);
/// The edits of whole lines, "line 6".
std::vector<NamedEdit> namedEdits(const Program& program, const std::vector<LineEdit>& edits);

/// What the edits of a race do: "would be ordered", or, of two atomics, which need no order, "would not
/// race".
std::string remedy(const Race& race);

/// What is to change, behind "if": "P0:1 and P1:0 were at cmp scope", "P0:1 were at cmp scope and P1:0 were
/// at sys scope", "P0:1 had order release".
/// @pre there is an edit
std::string fixText(const Program& program, const std::vector<NamedEdit>& edits);

}  // namespace hrfcheck::inline report
