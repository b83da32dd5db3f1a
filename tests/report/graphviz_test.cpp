#include "report/scene/graphviz.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "util/diagnostic.h"

using namespace hrfcheck;

namespace {

/// Says so and returns true when there is nothing to test with.
bool withoutGraphviz() {
  if (!haveGraphviz()) {
    MESSAGE("skipped: Graphviz is not installed");
    return true;
  }
  return false;
}

std::string numbered(std::size_t number) {
  return "digraph g { n" + std::to_string(number) + " -> other }";
}

/// Another PATH while it lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) : before_(std::getenv("PATH")) {
    setenv("PATH", path.c_str(), 1);
  }
  ~SearchPath() { setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

/// A folder with a program `dot` of this text.
class FakeDot {
 public:
  explicit FakeDot(const std::string& script)
      : folder_(std::filesystem::temp_directory_path() / ("hrfcheck-dot-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "dot") << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(folder_ / "dot", std::filesystem::perms::owner_all);
  }
  ~FakeDot() { std::filesystem::remove_all(folder_); }
  FakeDot(const FakeDot&) = delete;
  FakeDot& operator=(const FakeDot&) = delete;

  std::string path() const { return folder_.string() + ":" + std::getenv("PATH"); }

 private:
  std::filesystem::path folder_;
};

std::string errorOf(const std::vector<std::string>& graphs) {
  try {
    drawSvg(graphs);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("one SVG element for each graph, in order") {
  if (withoutGraphviz()) {
    return;
  }
  const std::vector<std::string> pictures = drawSvg({numbered(0), numbered(1), numbered(2)});
  REQUIRE(pictures.size() == 3);
  std::set<std::string> identifiers;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const std::string& svg = pictures[i];
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>"));
    CHECK(svg.find(">n" + std::to_string(i) + "</text>") != std::string::npos);
    CHECK(svg.find("viewBox=") != std::string::npos);
    CHECK(svg.substr(0, svg.find('>')).find("height=\"") == std::string::npos);
    CHECK(svg.find("<!") == std::string::npos);
    CHECK(svg.find("<?") == std::string::npos);
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find(" id=\"", at)) != std::string::npos; ++at, ++found) {
      CHECK(identifiers.insert(svg.substr(at + 5, svg.find('"', at + 5) - at - 5)).second);
    }
    CHECK(found == 4);  // the graph, two nodes, an edge
  }
  CHECK(drawSvg({}).empty());
}

TEST_CASE("a graph looks the same alone and among others") {
  if (withoutGraphviz()) {
    return;
  }
  std::string among = drawSvg({numbered(7), numbered(1)})[1];
  for (std::size_t at; (at = among.find("picture1-")) != std::string::npos;) {
    among.replace(at, 9, "picture0-");
  }
  CHECK(among == drawSvg({numbered(1)})[0]);
}

TEST_CASE("more than pipes hold, both ways") {
  if (withoutGraphviz()) {
    return;
  }
  std::vector<std::string> graphs;
  for (std::size_t i = 0; i < 300; ++i) {
    graphs.push_back("graph { layout=nop2; a [pos=\"0,0\" label=\"" + std::string(3000, 'x') +
                     std::to_string(i) + "\"] }");
  }
  const std::vector<std::string> pictures = drawSvg(graphs);
  REQUIRE(pictures.size() == 300);
  CHECK(pictures[299].find("x299<") != std::string::npos);
}

TEST_CASE("what dot says when it fails") {
  if (withoutGraphviz()) {
    return;
  }
  CHECK(errorOf({"digraph { a -> "}).find("syntax error") != std::string::npos);
  CHECK(errorOf({"digraph { a }", "this is none"}).find("dot") != std::string::npos);
}

TEST_CASE("no dot, a dot that reads nothing, draws nothing, is killed") {
  {
    const SearchPath path("/nowhere");
    CHECK_FALSE(haveGraphviz());
    CHECK(errorOf({numbered(0)}).find("cannot run dot") != std::string::npos);
  }
  const std::vector<std::string> large{std::string(1'000'000, ' ') + numbered(0)};
  {
    const FakeDot dot("exit 3");
    const SearchPath path(dot.path());
    CHECK(haveGraphviz());
    CHECK(errorOf(large).find("dot failed") != std::string::npos);
  }
  {
    const FakeDot dot("cat > /dev/null");
    const SearchPath path(dot.path());
    CHECK(errorOf(large).find("produced 0 of 1") != std::string::npos);
  }
  {
    const FakeDot dot("kill -9 $$");
    const SearchPath path(dot.path());
    CHECK(errorOf(large).find("signal 9") != std::string::npos);
  }
  {
    const FakeDot dot("echo out of order >&2; exit 1");
    const SearchPath path(dot.path());
    CHECK(errorOf({numbered(0)}).find("dot failed: out of order") != std::string::npos);
  }
}

TEST_CASE("a whole file of one graph, binary ones as they are") {
  if (withoutGraphviz()) {
    return;
  }
  const std::string svg = drawFile(numbered(7), "svg");
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.find(">n7</text>") != std::string::npos);
  CHECK(svg.find("<!--") == std::string::npos);
  const std::string png = drawFile(numbered(7), "png");
  CHECK(png.starts_with("\x89PNG\r\n\x1a\n"));
  CHECK(png.find("IEND") == png.size() - 8);
  CHECK_THROWS_AS(drawFile("no graph", "svg"), UserError);
}
