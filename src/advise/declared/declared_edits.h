#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "advise/edits/edited_test.h"
#include "frontend/edit/text_change.h"

namespace hrfcheck::inline advise {

/// An edit of what a text declares: a scope or an order in a type, a template argument, a default or a macro,
/// or the type of an object that becomes atomic.
struct DeclaredEdit {
  Place place;       ///< of the word
  std::string from;  ///< "thread_scope_block"
  std::string to;    ///< "thread_scope_device"
  std::string line;  ///< the line of the text that it is in, without the blanks around it
  std::vector<TextChange> changes;
  Cost cost = 0;
};

/// By place, what can be written there instead of a word for an order or a scope, and changes an order or a
/// scope of an operation of the test: each is compiled to see that it does. Places in the order of the text;
/// the alternatives of one place by cost.
/// @throws OutOfTime
std::vector<std::vector<DeclaredEdit>> wordEdits(const std::shared_ptr<const Program>& written,
                                                 const TestReader& read, const EditKinds& kinds,
                                                 const Costs& costs, const Deadline& deadline);

/// Stores alone, where every other access of an object is atomic; or the types of objects.
enum class ObjectEdits { Stores, Types };

/// The same of objects that several threads access, some without atomics.
/// @param racing the instructions that race, if all are known: other objects are left out, since their
/// accesses are
///   ordered already in the way in which atomics would order them
/// @param below only what costs less is of interest
std::vector<std::vector<DeclaredEdit>> objectEdits(const std::shared_ptr<const Program>& written,
                                                   const TestReader& read, const EditKinds& kinds,
                                                   const Costs& costs,
                                                   const std::optional<std::set<InstructionRef>>& racing,
                                                   std::optional<Cost> below, const Deadline& deadline,
                                                   ObjectEdits which);

/// One choice of declared edits, at most one for each place.
using DeclaredChoice = std::vector<DeclaredEdit>;

/// All choices but the empty one, the cheapest first; of equal ones the one of fewer edits first.
std::vector<DeclaredChoice> declaredChoices(const std::vector<std::vector<DeclaredEdit>>& edits,
                                            std::size_t most);

Cost costOf(const DeclaredChoice& choice);

/// The text of a program's file with these edits.
std::string textWith(const Program& written, const DeclaredChoice& choice);

/// The program that this text is.
/// @throws UserError where it is none, OutOfTime
std::shared_ptr<const Program> programWith(const Program& written, const TestReader& read,
                                           const DeclaredChoice& choice);

}  // namespace hrfcheck::inline advise
