// What sources and pages refer to is there: pages of docs/, headings in them, and rows of the architecture
// page.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HRFCHECK_SOURCE_DIR;

std::string contentsOf(const fs::path& file) {
  std::ifstream in(file);
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Line comments run on: a reference may be broken between two lines.
std::string joined(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(\n\s*(///?|#)? ?)"), " ");
}

std::set<std::string> headingsOf(const fs::path& page) {
  std::set<std::string> headings;
  std::istringstream lines(contentsOf(page));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t text = line.find_first_not_of('#');
    if (text > 0 && text != std::string::npos && line[text] == ' ') {
      headings.insert(line.substr(text + 1));
    }
  }
  return headings;
}

bool hasHeading(const fs::path& page, const std::string& begin) {
  const std::set<std::string> headings = headingsOf(page);
  return std::ranges::any_of(headings, [&](const std::string& h) { return h.starts_with(begin); });
}

/// "src/x.h: cat.md, Events" for each reference that leads nowhere.
std::vector<std::string> danglingIn(const fs::path& file) {
  static const std::regex kReference(
      R"re((docs/)?((?:models/)?[a-z][a-z0-9-]*\.md)(?:,? "([^"]+)"|,? ([A-Z]\.\d))?)re");
  static const std::set<std::string> kNoPages{"readme.md"};
  std::vector<std::string> dangling;
  const std::string written = contentsOf(file);
  if (written.find(".md") == std::string::npos) {
    return dangling;
  }
  const std::string text = joined(written);
  for (std::sregex_iterator it(text.begin(), text.end(), kReference), end; it != end; ++it) {
    const std::string page = (*it)[2];
    const fs::path path = kRoot / "docs" / page;
    const std::string heading = (*it)[3].matched ? (*it)[3].str() : (*it)[4].str();
    if (kNoPages.contains(page)) {
      continue;
    }
    if (!fs::exists(path) || (!heading.empty() && !hasHeading(path, heading))) {
      dangling.push_back(fs::relative(file, kRoot).string() + ": " + page + ", " + heading);
    }
  }
  return dangling;
}

std::vector<fs::path> filesIn(const fs::path& folder, const std::set<std::string>& extensions) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && extensions.contains(entry.path().extension().string())) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// What a Markdown heading is called in links.
std::string anchorOf(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0 || c == '-' || c == '_' || u >= 0x80) {
      anchor += static_cast<char>(std::tolower(u));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

/// "docs/x.md: y.md#z" for each link to a file that is not there, or a heading that its page has not got.
std::vector<std::string> danglingLinksIn(const fs::path& page) {
  static const std::regex kLink(R"(\]\(([^)\s:]*)\))");
  std::vector<std::string> dangling;
  const std::string text = contentsOf(page);
  for (std::sregex_iterator it(text.begin(), text.end(), kLink), end; it != end; ++it) {
    const std::string target = (*it)[1];
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    const fs::path path = file.empty() ? page : page.parent_path() / file;
    bool leads = fs::exists(path);
    if (leads && hash != std::string::npos) {
      const std::string wanted = target.substr(hash + 1);
      const std::set<std::string> headings = headingsOf(path);
      leads = std::ranges::any_of(headings, [&](const std::string& h) { return anchorOf(h) == wanted; });
    }
    if (!leads) {
      dangling.push_back(fs::relative(page, kRoot).string() + ": " + target);
    }
  }
  return dangling;
}

}  // namespace

TEST_CASE("comments refer to pages and headings that are there") {
  std::vector<std::string> dangling;
  for (const char* folder : {"src", "tests", "bench", "fuzz", "include", "models"}) {
    for (const fs::path& file : filesIn(kRoot / folder, {".h", ".cpp", ".cat"})) {
      if (file.filename() != "references_test.cpp") {
        const std::vector<std::string> found = danglingIn(file);
        dangling.insert(dangling.end(), found.begin(), found.end());
      }
    }
  }
  for (const std::string& reference : dangling) {
    FAIL_CHECK(reference);
  }
}

TEST_CASE("links between pages lead somewhere") {
  std::vector<fs::path> pages = filesIn(kRoot / "docs", {".md"});
  pages.push_back(kRoot / "README.md");
  pages.push_back(kRoot / "CONTRIBUTING.md");
  for (const fs::path& page : pages) {
    for (const std::string& link : danglingLinksIn(page)) {
      FAIL_CHECK(link);
    }
  }
}

TEST_CASE("the index of the pages has all of them") {
  const fs::path docs = kRoot / "docs";
  const std::string index = contentsOf(docs / "README.md");
  for (const fs::path& page : filesIn(docs, {".md"})) {
    const std::string name = fs::relative(page, docs).generic_string();
    const bool listedElsewhere = name == "README.md" || name.starts_with("models/");
    CHECK_MESSAGE((listedElsewhere || index.find("](" + name) != std::string::npos),
                  name << " is not in docs/README.md");
  }
}

TEST_CASE("the architecture page has a row for every folder, and no other") {
  const std::string page = contentsOf(kRoot / "docs" / "architecture.md");
  static const std::regex kRow(R"(\n\| `([a-z/_]+)` \|)");
  std::set<std::string> rows;
  for (std::sregex_iterator it(page.begin(), page.end(), kRow), end; it != end; ++it) {
    rows.insert((*it)[1]);
    CHECK_MESSAGE(fs::is_directory(kRoot / "src" / (*it)[1].str()), (*it)[1].str()
                                                                        << " is no folder of src/");
  }
  for (const auto& entry : fs::directory_iterator(kRoot / "src")) {
    if (entry.is_directory()) {
      const std::string folder = entry.path().filename().string();
      CHECK_MESSAGE(rows.contains(folder), folder << " has no row in docs/architecture.md");
    }
  }
}
