#pragma once

#include <string>
#include <vector>

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// Places the threads by few levels: those that a header must name so that it is read as the same scope tree.
class PlacementText {
 public:
  /// Both must outlive this.
  PlacementText(const Program& program, const Dialect& dialect);

  /// `P0@wg 0,cmp 1`.
  std::string header(ThreadId thread) const;

 private:
  std::uint32_t id(ThreadId thread, std::uint32_t level) const;
  bool suffices(const std::vector<std::uint32_t>& levels) const;

  const Program& program_;
  const Dialect& dialect_;
  std::vector<std::uint32_t> named_;
};

}  // namespace hrfcheck::frontend
