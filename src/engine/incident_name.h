#pragma once

#include "engine/engine.h"

namespace hrfcheck::inline engine {

/// The word for a kind of incident in reports and logs.
inline const char* nameOf(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::BoundReached:
      return "bound-reached";
    case IncidentKind::BarrierDivergence:
      return "barrier-divergence";
    case IncidentKind::Fault:
      return "fault";
  }
  return "";
}

}  // namespace hrfcheck::inline engine
