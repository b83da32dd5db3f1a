// Who may include what, where the link lines cannot tell: solvers have one folder each, and the verifier
// shares nothing with what it verifies.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kSources = fs::path(HRFCHECK_SOURCE_DIR) / "src";

/// Calls `visit` with the path (from src/) and each line that includes something.
template <typename Visit>
void eachInclude(const fs::path& folder, Visit&& visit) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".h" && ending != ".cpp") {
      continue;
    }
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("#include")) {
        visit(fs::relative(entry.path(), kSources).generic_string(), line);
      }
    }
  }
}

TEST_CASE("the verifier includes only itself and util") {
  std::size_t seen = 0;
  eachInclude(kSources / "verify", [&](const std::string& file, const std::string& line) {
    CAPTURE(file);
    CAPTURE(line);
    const bool own = line.starts_with("#include \"");
    CHECK((!own || line.starts_with("#include \"verify/") || line.starts_with("#include \"util/")));
    seen += own ? 1 : 0;
  });
  CHECK(seen > 10);
}

TEST_CASE("each solver is included in one folder") {
  std::size_t seen = 0;
  eachInclude(kSources, [&](const std::string& file, const std::string& line) {
    CAPTURE(file);
    const bool cadical = line.find("cadical.hpp") != std::string::npos;
    const bool z3 = line.find("<z3") != std::string::npos;
    CHECK((!cadical || file.starts_with("engine/smt/cadical/")));
    CHECK((!z3 || file.starts_with("engine/smt/z3/")));
    seen += cadical || z3 ? 1 : 0;
  });
  CHECK(seen > 1);
}

}  // namespace
