#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace hrfcheck::inline report {

/// What a node holds, a line for each kind of thing, the values first: "x=1* L=0" (* is dirty), "FIFO: x,
/// marker of P1", "stalled by P1", "x locked by P1". The values are "empty" where there are none.
std::vector<std::string> nodeText(const Program& program, const NodeView& node);

/// The nodes that differ, by index.
std::vector<std::size_t> changedNodes(const std::vector<NodeView>& before,
                                      const std::vector<NodeView>& after);

/// "P1:0", or empty for what caches do on their own.
std::string stepInstruction(const Program& program, const MicroStep& step);

}  // namespace hrfcheck::inline report
