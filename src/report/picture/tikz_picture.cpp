#include "report/picture/tikz_picture.h"

#include <fmt/format.h>

#include <cctype>

#include "util/invariant.h"

namespace hrfcheck::inline report {
namespace {

std::string at(Point p) {
  return fmt::format("({:.1f},{:.1f})", p.x, p.y);
}

std::string pieces(const std::vector<Point>& points) {
  INVARIANT(points.size() % 3 == 1, "cubic pieces");
  std::string path = at(points.front());
  for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
    path += fmt::format(" .. controls {} and {} .. {}", at(points[i]), at(points[i + 1]), at(points[i + 2]));
  }
  return path;
}

}  // namespace

std::string TikzPicture::colour(const std::string& colour) {
  INVARIANT(colour.size() == 7 || colour.size() == 4, "a colour of six or three digits");
  std::string digits;
  for (const char c : colour.substr(1)) {
    digits += std::string(colour.size() == 4 ? 2 : 1,
                          static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
  }
  colours_.insert(digits);
  return "hrf" + digits;
}

std::string TikzPicture::fontOf(const Font& font) {
  return fmt::format("text={}, font={}\\fontsize{{{}}}{{{:.1f}}}\\selectfont{}", colour(font.colour),
                     font.typewriter ? "\\ttfamily" : "\\sffamily", font.size, font.size * 1.2,
                     font.bold ? "\\bfseries" : "");
}

std::string TikzPicture::strokeOf(const Stroke& stroke) {
  return fmt::format("draw={}, line width={}bp{}", colour(stroke.colour), stroke.width,
                     stroke.line == "solid" ? "" : ", " + stroke.line);
}

std::string TikzPicture::lookOf(const std::string& fill, const Stroke& stroke) {
  return fmt::format("{}{}", fill.empty() ? "" : fmt::format("fill={}, ", colour(fill)),
                     stroke.colour.empty() ? "draw=none" : strokeOf(stroke));
}

void TikzPicture::rectangle(const Box& box, const std::string& fill, const Stroke& stroke, double rounded) {
  body_ += fmt::format("  \\path[{}{}] {} rectangle {};\n",
                       rounded == 0 ? "" : fmt::format("rounded corners={}bp, ", rounded),
                       lookOf(fill, stroke), at({box.left, box.top}), at({box.right, box.bottom}));
}

void TikzPicture::circle(Point centre, double radius, const std::string& fill) {
  body_ += fmt::format("  \\path[fill={}] {} circle[radius={}bp];\n", colour(fill), at(centre), radius);
}

void TikzPicture::text(Point where, Anchor anchor, const std::string& tex, const Font& font) {
  body_ += fmt::format("  \\node[{}, inner sep=0bp, {}] at {} {{{}}};\n",
                       anchor == Anchor::West     ? "anchor=west"
                       : anchor == Anchor::Centre ? "anchor=center"
                                                  : "anchor=base",
                       fontOf(font), at(where), tex);
}

void TikzPicture::lines(Point centre, const std::vector<std::pair<std::string, Font>>& lines) {
  double height = 0;
  for (const auto& [tex, font] : lines) {
    height += font.size * 1.2;
  }
  double y = centre.y - height / 2;
  for (const auto& [tex, font] : lines) {
    text({centre.x, y + font.size * 0.6}, Anchor::Centre, tex, font);
    y += font.size * 1.2;
  }
}

void TikzPicture::label(Point centre, const std::string& tex, const Font& font) {
  body_ += fmt::format("  \\node[fill={}, inner sep=1bp, {}] at {} {{{}}};\n", colour("#ffffff"),
                       fontOf(font), at(centre), tex);
}

void TikzPicture::curve(const std::vector<Point>& points, const Stroke& stroke, bool arrow) {
  body_ += fmt::format("  \\path[{}{}] {};\n", arrow ? "-latex, " : "", lookOf("", stroke), pieces(points));
}

void TikzPicture::closedCurve(const std::vector<Point>& points, const std::string& fill,
                              const Stroke& stroke) {
  body_ += fmt::format("  \\path[{}] {} -- cycle;\n", lookOf(fill, stroke), pieces(points));
}

void TikzPicture::polygon(const std::vector<Point>& points, const std::string& fill, const Stroke& stroke) {
  std::string path;
  for (const Point& p : points) {
    path += at(p) + " -- ";
  }
  body_ += fmt::format("  \\path[{}] {}cycle;\n", lookOf(fill, stroke), path);
}

void TikzPicture::line(Point from, Point to, const Stroke& stroke, bool arrow) {
  body_ += fmt::format("  \\path[{}{}] {} -- {};\n", arrow ? "-latex, " : "", lookOf("", stroke), at(from),
                       at(to));
}

std::string TikzPicture::written(double width, double height, bool standalone) const {
  std::string picture = "% needs \\usepackage{tikz}\n\\begin{tikzpicture}[x=1bp, y=-1bp]\n";
  for (const std::string& digits : colours_) {
    picture += fmt::format("  \\definecolor{{hrf{0}}}{{HTML}}{{{0}}}\n", digits);
  }
  picture += fmt::format("  \\useasboundingbox (0,0) rectangle {};\n", at({width, height})) + body_ +
             "\\end{tikzpicture}\n";
  if (!standalone) {
    return picture;
  }
  return fmt::format(
             "\\documentclass{{article}}\n\\usepackage[paperwidth={:.0f}bp, paperheight={:.0f}bp, "
             "margin=0bp]{{geometry}}\n\\usepackage{{tikz}}\n\\pagestyle{{empty}}\n"
             "\\setlength{{\\parindent}}{{0bp}}\n\\setlength{{\\topskip}}{{0bp}}\n\\begin{{document}}%\n",
             width + 2, height + 4) +
         picture + "\\end{document}\n";
}

}  // namespace hrfcheck::inline report
