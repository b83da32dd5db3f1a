#include <fmt/format.h>

#include <cctype>
#include <set>

#include "report/scene/scene.h"
#include "report/scene/text.h"
#include "util/invariant.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

std::string at(Point p) {
  return fmt::format("({:.1f},{:.1f})", p.x, p.y);
}

std::string wayOf(const Path& path) {
  std::string way = at(path.points.front());
  if (path.curved) {
    INVARIANT(path.points.size() % 3 == 1, "cubic pieces");
    for (std::size_t i = 1; i + 2 < path.points.size(); i += 3) {
      way += fmt::format(" .. controls {} and {} .. {}", at(path.points[i]), at(path.points[i + 1]),
                         at(path.points[i + 2]));
    }
  } else {
    for (std::size_t i = 1; i < path.points.size(); ++i) {
      way += " -- " + at(path.points[i]);
    }
  }
  return way + (path.closed ? " -- cycle" : "");
}

class TikzWriter {
 public:
  explicit TikzWriter(const Scene& scene) : scene_(scene) {}

  std::string write() {
    for (const auto& part : scene_.all) {
      std::visit(*this, part);
    }
    std::string picture = "% needs \\usepackage{tikz}\n\\begin{tikzpicture}[x=1bp, y=-1bp]\n";
    for (const std::string& digits : colours_) {
      picture += fmt::format("  \\definecolor{{hrf{0}}}{{HTML}}{{{0}}}\n", digits);
    }
    return picture +
           fmt::format("  \\useasboundingbox (0,0) rectangle {};\n", at({scene_.width, scene_.height})) +
           body_ + "\\end{tikzpicture}\n";
  }

  void operator()(const Shape& shape) {
    body_ += fmt::format("  \\path[{}{}] {} rectangle {};\n",
                         shape.rounded == 0 ? "" : fmt::format("rounded corners={}bp, ", shape.rounded),
                         lookOf(shape.fill, shape.stroke), at({shape.box.left, shape.box.top}),
                         at({shape.box.right, shape.box.bottom}));
    const std::vector<Point> bases = shape.bases();
    for (std::size_t i = 0; i < shape.lines.size(); ++i) {
      line(bases[i], Anchor::Middle, shape.lines[i], "");
    }
  }

  void operator()(const Words& words) {
    line(words.at, words.anchor, {words.text, words.font},
         words.onPaper ? fmt::format("fill={}, ", colour("#ffffff")) : "");
  }

  void operator()(const Path& path) {
    body_ += fmt::format("  \\path[{}{}] {};\n", path.arrow ? "-latex, " : "", lookOf(path.fill, path.stroke),
                         wayOf(path));
  }

  void operator()(const Dot& dot) {
    body_ += fmt::format("  \\path[{}] {} circle[radius={}bp];\n", lookOf(dot.fill, dot.stroke),
                         at(dot.centre), dot.radius);
  }

 private:
  std::string colour(const std::string& colour) {
    INVARIANT(colour.size() == 7 || colour.size() == 4, "a colour of six or three digits");
    std::string digits = concatenated(colour.substr(1), [&](const char c) {
      return std::string(colour.size() == 4 ? 2 : 1,
                         static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
    });
    colours_.insert(digits);
    return "hrf" + digits;
  }

  /// How a shape is filled and framed.
  std::string lookOf(const std::string& fill, const Stroke& stroke) {
    const std::string filled = fill.empty() ? "" : fmt::format("fill={}, ", colour(fill));
    if (stroke.colour.empty()) {
      return filled + "draw=none";
    }
    return filled + fmt::format("draw={}, line width={}bp{}", colour(stroke.colour), stroke.width,
                                stroke.line == "solid" ? "" : ", " + stroke.line);
  }

  void line(Point where, Anchor anchor, const Line& line, const std::string& fill) {
    const std::string strong = line.strong.empty() ? "" : "\\textbf{" + tikzText(line.strong) + "}";
    body_ += fmt::format(
        "  \\node[anchor={}, {}inner sep={}bp, text={}, font={}\\fontsize{{{}}}{{{:.1f}}}\\selectfont{}] at {} {{{}}};\n",
        anchor == Anchor::Left     ? "base west"
        : anchor == Anchor::Middle ? "base"
                                   : "base east",
        fill, fill.empty() ? 0 : 1, colour(line.font.colour), scene_.typewriter ? "\\ttfamily" : "\\sffamily",
        line.font.size, line.font.size * 1.2, line.font.bold ? "\\bfseries" : "", at(where),
        strong + tikzText(line.text));
  }

  const Scene& scene_;
  std::set<std::string> colours_;  ///< RRGGBB
  std::string body_;
};

}  // namespace

std::string tikzOf(const Scene& scene, bool standalone) {
  const std::string picture = TikzWriter(scene).write();
  if (!standalone) {
    return picture;
  }
  return fmt::format(
             "\\documentclass{{article}}\n\\usepackage[paperwidth={:.0f}bp, paperheight={:.0f}bp, "
             "margin=0bp]{{geometry}}\n\\usepackage{{tikz}}\n\\pagestyle{{empty}}\n"
             "\\setlength{{\\parindent}}{{0bp}}\n\\setlength{{\\topskip}}{{0bp}}\n\\begin{{document}}%\n",
             scene.width + 2, scene.height + 4) +
         picture + "\\end{document}\n";
}

}  // namespace hrfcheck::inline report
