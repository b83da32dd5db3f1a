#pragma once

namespace hrfcheck::inline report {

/// What a picture has beside what it shows, and what surrounds it.
struct PictureParts {
  bool caption = true;      ///< the title, and the final state
  bool legend = true;       ///< what colours and lines mean
  bool standalone = false;  ///< TikZ: a whole document, rather than the picture alone
};

}  // namespace hrfcheck::inline report
