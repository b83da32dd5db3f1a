#pragma once

#include "program/ir/condition.h"

namespace hrfcheck::inline program {

/// As tests and reports write it: "exists", "~exists", "forall".
constexpr const char* nameOf(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "exists";
    case Quantifier::NotExists:
      return "~exists";
    case Quantifier::Forall:
      return "forall";
  }
  return "";
}

}  // namespace hrfcheck::inline program
