#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline termination {

/// A state in words, piece by piece, for texts and pictures.
struct StateText {
  struct Lane {
    std::string thread;     ///< "P0"
    std::string place;      ///< "@2": its next instruction; or "done"
    std::string registers;  ///< those that are live there, "r0=0 r1=1"
    bool masked = false;    ///< other lanes of its wavefront execute, and it waits for them
    bool ended = false;
  };
  struct Agent {
    std::vector<Lane> lanes;
    std::string remark;  ///< "waits" at a barrier or a vote, "for ever" where it goes round without an action
  };

  std::string memory;  ///< locations, and who has taken which lock bit: "m=1 l:P0"
  std::vector<Agent> agents;

  /// "m=1; P0 @2 r0=0; (P1 @1) waits": lanes that are masked off in parentheses.
  std::string line() const;
};

}  // namespace hrfcheck::inline termination
