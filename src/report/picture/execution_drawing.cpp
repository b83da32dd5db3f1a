#include "report/picture/execution_drawing.h"

#include <algorithm>
#include <array>

namespace hrfcheck::inline report {
namespace {

constexpr std::array kStretches{1.0, 1.3, 1.7, 2.2, 2.8};

/// Those who meet at a barrier, each with the next one to the right.
void addMeetings(ExecutionGraph& graph, const std::vector<std::size_t>& place) {
  for (std::vector<std::size_t> nodes : graph.meetings) {
    std::ranges::sort(nodes, {}, [&](std::size_t node) { return place[graph.nodes[node].thread]; });
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      graph.arrows.push_back({ArrowKind::Barrier, nodes[i - 1], nodes[i], "barrier", 0, false, false});
    }
  }
  std::sort(graph.arrows.begin(), graph.arrows.end());
}

}  // namespace

ExecutionDrawing drawingOf(const Execution& execution, const PictureOptions& options) {
  const Program& program = execution.structure->program();
  ExecutionDrawing best;
  best.graph = graphOf(execution, options);
  addMeetings(best.graph, layoutOf(program, best.graph).place);
  std::size_t fewest = 0;
  for (const double stretch : kStretches) {
    ExecutionLayout layout = layoutOf(program, best.graph, stretch);
    std::vector<ArrowRoute> routes = routesOf(best.graph, layout);
    const std::size_t hidden = hiddenLabels(best.graph, layout, routes);
    if (best.routes.empty() || hidden < fewest) {
      fewest = hidden;
      best.layout = std::move(layout);
      best.routes = std::move(routes);
    }
    if (fewest == 0) {
      break;
    }
  }
  return best;
}

}  // namespace hrfcheck::inline report
