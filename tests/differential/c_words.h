#pragma once

#include <string>
#include <vector>

#include "differential/profile.h"
#include "util/random.h"

namespace hrfcheck {

/// A memory cell of a random C test, as it may be written.
struct Cell {
  std::string lvalue;   ///< `*x`, `a[r0 & 1]`, `s->d`
  std::string address;  ///< `x`, `&a[r0 & 1]`, `&s->d`
};

/// A parameter that every thread of a random C test has: the address of a variable, an array of two or a
/// struct.
struct CObject {
  enum class Kind { Scalar, Array, Struct };
  Kind kind = Kind::Scalar;
  std::string name;
  bool atomic = false;
  std::string space;  ///< "global ", "local " or nothing
};

/// `global atomic_int* x`
std::string parameterText(const CObject& object);

/// The words of C and OpenCL C for accesses, with random orders and scopes as the profile has them.
class CWords {
 public:
  CWords(Random& random, Profile profile);

  std::string load(const Cell& cell);
  std::string store(const Cell& cell, const std::string& value);
  std::string exchange(const Cell& cell, const std::string& value);
  std::string fetch(const Cell& cell, const std::string& value);
  /// `atomic_fetch_add(x, 1)`
  std::string add(const Cell& cell);
  /// @param expected a value, or an address
  std::string compareExchange(const Cell& cell, const std::string& expected, const std::string& desired);
  std::string fence();
  std::string barrier();

 private:
  enum class Orders { Loads, Stores, Both };
  std::string order(Orders orders);
  std::string scope();
  bool remote();
  std::string call(const std::string& function, const std::string& arguments, Orders orders);
  std::string flags();

  Random& random_;
  Profile profile_;
  std::string level_;  ///< the only scope, where there is only one
};

}  // namespace hrfcheck
