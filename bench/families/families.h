#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::families {

/// Litmus tests of any size, for measuring: a shape and how often it is repeated. The text of a test depends
/// on nothing but its family and its sizes.

using Sizes = std::vector<unsigned>;

/// One number that a family grows by.
struct Parameter {
  std::string_view name;     ///< "threads"
  unsigned smallest;         ///< smaller tests make no sense
  unsigned unlessGiven = 0;  ///< of every parameter but the first
};

struct Family {
  std::string_view name;     ///< "sb"
  std::string_view summary;  ///< one line
  std::vector<Parameter> parameters;
  std::string (*hsa)(const Sizes&);
  std::string (*c)(
      const Sizes&);  ///< the same with seq_cst in C11, as herd reads it; null where there is none
};

/// All families, in a fixed order.
const std::vector<Family>& all();

/// @throws UserError for an unknown name, with the names there are
const Family& named(std::string_view name);

/// The sizes with the missing ones filled in.
/// @throws UserError when there are too many, or one is too small or larger than 1000
Sizes completed(const Family& family, const Sizes& sizes);

enum class Dialect { Hsa, C };

/// The text of a test.
/// @throws UserError as completed() does, and when the family has no C text
std::string text(const Family& family, const Sizes& sizes, Dialect dialect = Dialect::Hsa);

/// "sb 3", "writers-readers 3 1".
std::string label(const Family& family, const Sizes& sizes);

}  // namespace hrfcheck::families
