#include "batch/compare/strength_diagram.h"

#include <fmt/format.h>

#include "batch/compare/model_classes.h"
#include "report/scene/text.h"

namespace hrfcheck::inline batch {
namespace {

constexpr const char* kHead =
    "digraph strength {\n"
    "  rankdir=TB; ranksep=0.45; nodesep=0.3; labelloc=b; labeljust=c;\n"
    "  fontname=\"Helvetica\"; fontsize=11; fontcolor=\"#555555\"; bgcolor=white; pad=0.2;\n"
    "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f6fa\", color=\"#4a5a78\", "
    "fontname=\"Helvetica\", fontsize=12, margin=\"0.16,0.09\"];\n"
    "  edge [dir=none, color=\"#4a5a78\", penwidth=1.2];\n";

std::string legend(const Comparison& comparison) {
  const bool promises = comparison.basis() == Basis::Promises;
  const char* first = promises
                          ? "Lower models allow less. A line leads up to a model that allows more on some "
                          : "Lower models have fewer outcomes. A line leads up to one that has more on some ";
  const char* second = promises ? "test and never less;" : "test and never fewer;";
  return fmt::format(
      "{}{}<br/>models in one box are equal in this respect. Without a path up or down, two are not ordered."
      "<br/>{} test{}.",
      first, second, comparison.tests(), comparison.tests() == 1 ? "" : "s");
}

}  // namespace

std::string strengthDiagram(const Comparison& comparison) {
  const ModelClasses classes(comparison);
  std::string dot = kHead + fmt::format("  label=<<br/>{}>;\n", legend(comparison));
  for (std::size_t i = 0; i < classes.all().size(); ++i) {
    std::string names;
    for (const std::string& model : classes.all()[i]) {
      names += (names.empty() ? "" : "<br/>") + dotHtml(model);
    }
    dot += fmt::format("  m{} [label=<{}>];\n", i, names);
  }
  for (const ClassStep& step : classes.steps()) {
    dot += fmt::format("  m{} -> m{};\n", step.more, step.less);
  }
  return dot + "}\n";
}

}  // namespace hrfcheck::inline batch
