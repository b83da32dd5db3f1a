#include "report/picture/execution_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/explain/event_order.h"
#include "check/races/annotation_edit.h"
#include "report/picture/arrow_look.h"
#include "report/picture/execution_drawing.h"
#include "report/text/text_layout.h"
#include "util/mapped.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

constexpr std::size_t kBetween = 3;  ///< columns

const char* orderNote(EventOrder::Respects respects) {
  switch (respects) {
    case EventOrder::Respects::Interleaving:
      return "in an order in which each read returns the latest write";
    case EventOrder::Respects::ReadsFrom:
      return "in an order in which each read comes after its write; in no order does each read return the latest write";
    case EventOrder::Respects::ProgramOrder:
      return "in program order; in no order of all events does each read come after its write";
  }
  return "";
}

class TextWriter {
 public:
  TextWriter(const Execution& execution, const PictureOptions& options)
      : program_(execution.structure->program()),
        execution_(execution),
        options_(options),
        graph_(drawingOf(execution, options).graph),
        order_(simplestOrder(execution)) {}

  std::string write() {
    head();
    events();
    remarks();
    arrows();
    return std::move(out_);
  }

 private:
  void head() {
    if (!options_.title.empty()) {
      out_ += cleaned(options_.title, Controls::None) + "\n";
    }
    if (const std::string end = finalState(execution_); !end.empty()) {
      out_ += end + "\n";
    }
    out_ += fmt::format("shown {}\n\n", orderNote(order_.respects));
  }

  std::vector<std::size_t> told() const {
    std::vector<std::size_t> nodes;
    std::vector<bool> seen(graph_.nodes.size(), false);
    const auto add = [&](std::size_t node) {
      if (node != kNoNode && !seen[node] && graph_.nodes[node].kind != GraphNode::Kind::Initial) {
        seen[node] = true;
        nodes.push_back(node);
      }
    };
    for (const EventId e : order_.events) {
      add(graph_.nodeOf[e]);
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      add(n);
    }
    return nodes;
  }

  std::string cellOf(std::size_t node) const {
    const GraphNode& it = graph_.nodes[node];
    return it.kind == GraphNode::Kind::End ? "(" + it.head + ")" : it.name + " " + it.head;
  }

  /// "P0 (cmp 0, wg 1)".
  /// Of a launched thread its place in the launch, which says the same: "P3 (group 1, item 1)".
  std::string columnName(ThreadId thread) const {
    if (program_.launched()) {
      return program_.threadTitle(thread);
    }
    auto scopes = mapped<std::string>(shownLevels(program_), [&](const std::uint32_t level) {
      return scopeText(program_.scopes, program_.scopes.instanceOf(thread, level));
    });
    const std::string& name = program_.threads[thread].name;
    return scopes.empty() ? name : fmt::format("{} ({})", name, fmt::join(scopes, ", "));
  }

  void events() {
    const std::vector<std::size_t> nodes = told();
    std::vector<std::size_t> width;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      width.push_back(characters(columnName(t)));
    }
    for (const std::size_t node : nodes) {
      std::size_t& mine = width[graph_.nodes[node].thread];
      mine = std::max(mine, characters(cellOf(node)));
    }
    std::vector<std::size_t> start;
    std::size_t x = 2;
    for (const std::size_t wide : width) {
      start.push_back(x);
      x += wide + kBetween;
    }
    if (x - kBetween > kLineWidth) {
      list(nodes);
      return;
    }
    std::string names;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      names = padded(names, start[t]) + columnName(t);
    }
    out_ += names + "\n";
    for (const std::size_t node : nodes) {
      out_ += padded("", start[graph_.nodes[node].thread]) + cellOf(node) + "\n";
    }
  }

  void list(const std::vector<std::size_t>& nodes) {
    std::vector<std::string> names;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      names.push_back(columnName(t) + (t + 1 < program_.threads.size() ? "," : ""));
    }
    out_ += wrapped(names, "  ");
    for (const std::size_t node : nodes) {
      const GraphNode& it = graph_.nodes[node];
      const bool end = it.kind == GraphNode::Kind::End;
      out_ += fmt::format("  {}{}\n", end ? program_.threads[it.thread].name + " " : "", cellOf(node));
    }
  }

  void remarks() {
    std::string text;
    for (const GraphNode& node : graph_.nodes) {
      for (const std::string& remark : {node.remark, node.promotion}) {
        text += remark.empty() ? "" : fmt::format("  {}: {}\n", node.name, remark);
      }
    }
    out_ += text.empty() ? "" : "\n" + text;
  }

  std::string arrowText(const GraphArrow& arrow) const {
    return fmt::format("{} {} {}", graph_.nodes[arrow.from].name, arrow.directed ? "→" : "–",
                       graph_.nodes[arrow.to].name);
  }

  /// The arrows of each relation, in the order of the legend. What lies along program order is seen above.
  void arrows() {
    std::vector<std::string> order{"rf", "co", "fr", "addr", "data", "ctrl"};
    for (const GraphRelation& relation : graph_.relations) {
      order.push_back(relation.name);
    }
    std::map<std::string, std::vector<std::string>> arrows;
    const auto add = [&](const std::string& relation, const std::string& arrow) {
      if (std::ranges::find(order, relation) == order.end()) {
        order.push_back(relation);
      }
      arrows[relation].push_back(arrow);
    };
    for (const GraphArrow& arrow : graph_.arrows) {
      if (arrow.marked) {
        continue;
      }
      labelsOf(arrow, add);
    }
    std::map<std::string, std::string> notes;
    for (const GraphRelation& relation : graph_.relations) {
      notes[relation.name] = relation.note;
    }
    for (const GraphArrow& arrow : graph_.arrows) {
      if (arrow.marked) {
        add(options_.stepsMeaning, fmt::format("{} ({})", arrowText(arrow), arrow.label));
      }
    }
    std::erase_if(order,
                  [&](const std::string& name) { return !arrows.contains(name) && !notes.contains(name); });
    writeArrows(order, arrows, notes);
  }

  template <typename F>
  void labelsOf(const GraphArrow& arrow, const F& add) const {
    for (std::size_t from = 0; from < arrow.label.size();) {
      const std::size_t end = std::min(arrow.label.find(',', from), arrow.label.size());
      add(arrow.label.substr(from, end - from), arrowText(arrow));
      from = end + 1;
    }
  }

  void writeArrows(const std::vector<std::string>& order,
                   std::map<std::string, std::vector<std::string>>& arrows,
                   std::map<std::string, std::string>& notes) {
    std::size_t width = 0;
    for (const std::string& name : order) {
      width = std::max(width, characters(name));
    }
    out_ += order.empty() ? "" : "\n";
    for (const std::string& name : order) {
      std::vector<std::string> items = arrows[name];
      for (std::size_t i = 0; i + 1 < items.size(); ++i) {
        items[i] += ",";
      }
      if (const std::string& note = notes[name]; !note.empty()) {
        items.push_back("(" + note + ")");
      }
      const std::string indent(width + 4, ' ');
      std::string line = "  " + padded(name, width) + "  ";
      bool fresh = true;
      for (const std::string& item : items) {
        if (!fresh && characters(line) + characters(item) > kLineWidth) {
          out_ += trimmed(line) + "\n";
          line = indent;
        }
        line += item + " ";
        fresh = false;
      }
      out_ += trimmed(line) + "\n";
    }
  }

  const Program& program_;
  const Execution& execution_;
  const PictureOptions& options_;
  const ExecutionGraph graph_;
  const EventOrder order_;
  std::string out_;
};

}  // namespace

std::string executionText(const Execution& execution, const PictureOptions& options) {
  return TextWriter(execution, options).write();
}

}  // namespace hrfcheck::inline report
