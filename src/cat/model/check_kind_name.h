#pragma once

#include "cat/model/model.h"

namespace hrfcheck {

/// The word of a model file.
inline const char* nameOf(CheckKind kind) {
  switch (kind) {
    case CheckKind::Acyclic:
      return "acyclic";
    case CheckKind::Irreflexive:
      return "irreflexive";
    case CheckKind::Empty:
      return "empty";
  }
  return "";
}

}  // namespace hrfcheck
