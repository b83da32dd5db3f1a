#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/edit/text_change.h"
#include "program/ir/annotation.h"
#include "program/ir/program.h"

namespace hrfcheck {

// How the annotations of a program are written in its text. What a dialect can write, and how, comes from its
// tables: for columns through the printer (print/column_code.h), for C from its language (c/language.h).

/// What an instruction would say with this order and scope in place of its own, or of none: of a
/// compare-exchange that names an order for failure once with that one, as far as the order for success
/// admits it, and once with the strongest that it admits. Empty where its dialect cannot write that, nobody
/// wrote the instruction, or the dialect has fixed what it says.
std::vector<Annotation> writable(const Program& program, ThreadId thread, std::uint32_t instruction,
                                 const Atomicity& wanted);

/// The operation of an instruction with another annotation, and the words of its dialect that go with it
/// (Instruction::marks).
void annotate(Program& program, ThreadId thread, std::uint32_t instruction, const Annotation& annotation);

/// What to write so that the instruction has this annotation; nothing where that is not known.
/// @pre the program is as its source says
std::optional<std::vector<TextChange>> respelled(const Program& program, ThreadId thread,
                                                 std::uint32_t instruction, const Annotation& annotation);

/// What to write so that a barrier orders these address spaces; nothing where its dialect does not name them.
/// @pre the program is as its source says
std::optional<std::vector<TextChange>> respelledBarrier(const Program& program, ThreadId thread,
                                                        std::uint32_t instruction, const FenceSpaces& spaces);

/// What to write so that a fence comes right before an instruction, of an order and a scope that can be
/// written instead; nothing where it has no place of its own there.
/// @pre the program is as its source says
std::optional<TextChange> fenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction);

/// What to write so that a fence between the generic and the async proxy comes right before an instruction;
/// nothing where its dialect has none.
/// @param space the memory that it is about, in words of PTX: "global", "shared::cta"; empty: all
/// @pre the program is as its source says
std::optional<TextChange> proxyFenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction,
                                           std::string_view space);

/// What to write so that the agents of a work-group wait for each other right before the statement of an
/// instruction, or before a statement around that one, the innermost first: each time a barrier that orders
/// all address spaces. Empty where the dialect has none, or the statement no place of its own.
/// @pre the program is as its source says
std::vector<BarrierPlace> barriersBefore(const Program& program, ThreadId thread, std::uint32_t instruction);

}  // namespace hrfcheck
