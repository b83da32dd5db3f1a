#include "report/scene/graph_scene.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "report/scene/graphviz.h"
#include "util/diagnostic.h"
#include "util/mapped.h"

// `dot -Tjson` lists what is to be drawn of each object, operation by operation ("xdot"): colours, styles and
// fonts, which count for what follows, and shapes and texts. Its y grows upwards.

namespace hrfcheck::inline report {
namespace {

using Drawn = nlohmann::json;

class GraphDrawer {
 public:
  explicit GraphDrawer(const Drawn& graph) : graph_(graph) {
    const auto bounds = graph.at("bb").get<std::string>();
    const std::size_t height = bounds.rfind(',');
    const std::size_t width = bounds.rfind(',', height - 1);
    scene_.width = std::stod(bounds.substr(width + 1));
    scene_.height = std::stod(bounds.substr(height + 1));
  }

  Scene drawn() {
    operations(graph_, "_ldraw_");
    for (const char* part : {"edges", "objects"}) {
      for (const Drawn& object : graph_.value(part, Drawn::array())) {
        for (const char* list : {"_draw_", "_hdraw_", "_tdraw_", "_ldraw_"}) {
          operations(object, list);
        }
      }
    }
    return std::move(scene_);
  }

 private:
  void operations(const Drawn& object, const char* list) {
    stroke_ = {"#000000"};
    font_.bold = false;
    for (const Drawn& operation : object.value(list, Drawn::array())) {
      perform(operation, operation.at("op").get<std::string>());
    }
  }

  void perform(const Drawn& operation, const std::string& op) {
    if (op == "c") {
      stroke_.colour = colourIn(operation);
    } else if (op == "C") {
      fill_ = colourIn(operation);
    } else if (op == "S") {
      style(operation.at("style").get<std::string>());
    } else if (op == "F") {
      font_.size = operation.at("size").get<double>();
    } else if (op == "t") {
      font_.bold = operation.at("fontchar").get<unsigned>() % 2 == 1;
    } else if (op == "T") {
      text(operation);
    } else if (op == "b" || op == "B" || op == "p" || op == "P" || op == "L") {
      scene_.all.emplace_back(Path{.points = points(operation),
                                   .stroke = stroke_,
                                   .curved = op == "b" || op == "B",
                                   .closed = op != "b" && op != "L",
                                   .fill = op == "B" || op == "P" ? fill_ : ""});
    }
  }

  /// "#rrggbb"; empty for one that cannot be seen.
  static std::string colourIn(const Drawn& operation) {
    const auto colour = operation.at("color").get<std::string>();
    const bool hidden = colour.size() == 9 && colour.ends_with("00");
    return hidden ? "" : colour.substr(0, 7);
  }

  void style(const std::string& style) {
    constexpr std::string_view kWidth = "setlinewidth(";
    if (style.starts_with(kWidth)) {
      stroke_.width = std::stod(style.substr(kWidth.size()));
    } else if (style == "solid" || style == "dashed" || style == "dotted") {
      stroke_.line = style;
    }
  }

  Point point(const Drawn& pair) const {
    return {pair.at(0).get<double>(), scene_.height - pair.at(1).get<double>()};
  }

  std::vector<Point> points(const Drawn& operation) const {
    return mapped<Point>(operation.at("points"), [&](const Drawn& pair) { return point(pair); });
  }

  /// About its middle: TeX's letters are narrower than those that dot has measured.
  void text(const Drawn& operation) {
    Point at = point(operation.at("pt"));
    const double width = operation.at("width").get<double>();
    const auto align = operation.at("align").get<std::string>();
    at.x += align == "l" ? width / 2 : align == "r" ? -width / 2 : 0;
    font_.colour = stroke_.colour.empty() ? "#000000" : stroke_.colour;
    scene_.all.emplace_back(Words{
        .at = at, .text = operation.at("text").get<std::string>(), .font = font_, .anchor = Anchor::Middle});
  }

  const Drawn& graph_;
  Scene scene_;
  Stroke stroke_;
  Font font_;
  std::string fill_;
};

}  // namespace

Scene sceneOfGraph(const std::string& dot) {
  const std::string drawn = drawFile(dot, "json");
  try {
    const Drawn graph = Drawn::parse(drawn);
    return GraphDrawer(graph).drawn();
  } catch (const std::exception& error) {
    throw UserError(fmt::format("what dot printed is not understood: {}", error.what()),
                    "write a .dot file, and draw it with dot");
  }
}

}  // namespace hrfcheck::inline report
