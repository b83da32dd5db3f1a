#pragma once

#include <string_view>
#include <vector>

namespace hrfcheck::inline serve {

/// A file of the page, compiled in.
struct PageAsset {
  const char* path;  ///< "/serve.css"
  const char* type;
  std::string_view content;
};

/// All of them, beside each other whichever folder of src/serve/page they are from; the page itself is "/".
const std::vector<PageAsset>& pageAssets();

}  // namespace hrfcheck::inline serve
