#include "report/scene/scene.h"

#include "report/scene/text.h"

namespace hrfcheck::inline report {

std::vector<Point> Shape::bases() const {
  constexpr double kLineHeight = 1.3;
  double y = box.centre().y;
  for (const Line& line : lines) {
    y -= line.font.size * kLineHeight / 2;
  }
  std::vector<Point> points;
  for (const Line& line : lines) {
    const double height = line.font.size * kLineHeight;
    points.push_back({box.centre().x, y + height / 2 + baseBelow(line.font.size)});
    y += height;
  }
  return points;
}

double Words::leftOf(double width) const {
  switch (anchor) {
    case Anchor::Left:
      return at.x;
    case Anchor::Middle:
      return at.x - width / 2;
    case Anchor::Right:
      break;
  }
  return at.x - width;
}

}  // namespace hrfcheck::inline report
