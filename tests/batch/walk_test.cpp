#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch/corpus_walk.h"
#include "support/temp_folder.h"

namespace walk_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

/// Paths without the folder that holds them all.
Names below(const TempFolder& folder, Names paths) {
  for (std::string& path : paths) {
    CAPTURE(path);
    REQUIRE(path.starts_with(folder.path()));
    path.erase(0, folder.path().size());
  }
  return paths;
}

Names testsIn(const TempFolder& folder, const Names& arguments) {
  Names paths;
  for (const std::string& argument : arguments) {
    paths.push_back(argument.starts_with('@') ? "@" + folder / argument.substr(1) : folder / argument);
  }
  return below(folder, walkCorpus(paths).tests);
}

Names messagesOf(const Corpus& corpus) {
  Names messages;
  for (const Diagnostic& warning : corpus.warnings) {
    CHECK(warning.severity == Severity::Warning);
    messages.push_back(warning.message);
  }
  return messages;
}

}  // namespace

TEST_CASE("folders are walked by name, byte by byte, files and folders together") {
  const TempFolder folder;
  for (const char* name : {"b/2.litmus", "b/10.litmus", "a.litmus", "a/x.litmus", "B.litmus",
                           "größe ä.litmus", "z/deep/er/t.litmus", "b/expected/2.log", "b/expected/no.litmus",
                           "b/.hidden.litmus", ".git/x.litmus", "readme.md", "b/2.litmus.orig"}) {
    folder.write(name, "");
  }
  const Corpus corpus = walkCorpus({folder.path()});
  CHECK(below(folder, corpus.tests) == Names{"/B.litmus", "/a/x.litmus", "/a.litmus", "/b/10.litmus",
                                             "/b/2.litmus", "/größe ä.litmus", "/z/deep/er/t.litmus"});
  CHECK(below(folder, corpus.folders) == Names{"", "/a", "/b", "/z", "/z/deep", "/z/deep/er"});
  CHECK(corpus.warnings.empty());
}

TEST_CASE("the order of the command line, each test once however it is spelt") {
  const TempFolder folder;
  folder.write("a/1.litmus", "");
  folder.write("a/2.litmus", "");
  folder.write("b/3.txt", "");
  CHECK(testsIn(folder, {"b/3.txt", "a/2.litmus", "a/", "b/../a//1.litmus", "gone.litmus", "a"}) ==
        Names{"/b/3.txt", "/a/2.litmus", "/a/1.litmus", "/gone.litmus"});
  const Corpus corpus = walkCorpus({folder / "a/", folder / "a", folder / "b/../a"});
  CHECK(below(folder, corpus.folders) == Names{"/a"});
  CHECK(corpus.warnings.empty());
}

TEST_CASE("paths stay as they were given: relative ones relative") {
  const TempFolder folder;
  folder.write("a/1.litmus", "");
  const fs::path before = fs::current_path();
  fs::current_path(folder / "a");
  const Corpus here = walkCorpus({"."});
  const Corpus above = walkCorpus({".."});
  fs::current_path(before);
  CHECK(here.tests == Names{"1.litmus"});
  CHECK(here.folders == Names{"."});
  CHECK(above.tests == Names{"../a/1.litmus"});
  CHECK(above.folders == Names{"..", "../a"});
}

TEST_CASE("lists: paths relative to the list, lists in lists, comments, folders") {
  const TempFolder folder;
  folder.write("t/1.litmus", "");
  folder.write("t/sub/2.litmus", "");
  folder.write("t/with space.litmus", "");
  folder.write("lists/all", "# a comment\n\n  ../t/with space.litmus \r\n@more\n");
  folder.write("lists/more", "../t/sub\n../t/1.litmus");
  CHECK(testsIn(folder, {"@lists/all"}) == Names{"/t/with space.litmus", "/t/sub/2.litmus", "/t/1.litmus"});
  CHECK(below(folder, walkCorpus({"@" + folder / "lists/all"}).folders) == Names{"/t/sub"});
}

TEST_CASE("a list that contains itself, or is not there, is a mistake with a place") {
  const TempFolder folder;
  folder.write("a", "x.litmus\n@b");
  folder.write("b", "@./a\n");
  try {
    walkCorpus({"@" + folder / "a"});
    FAIL("no mistake");
  } catch (const UserError& error) {
    const Diagnostic& mistake = error.diagnostics().at(0);
    CHECK(mistake.message == "the list " + folder / "a" + " contains itself");
    CHECK(mistake.place.source->name() == folder / "b");
    CHECK(mistake.place.position() == LineColumn{1, 1});
  }
  CHECK_THROWS_AS(walkCorpus({"@" + folder / "none"}), UserError);
  // Twice is not inside of itself.
  CHECK(walkCorpus({"@" + folder.write("c", "y.litmus"), "@" + folder / "c"}).tests.size() == 1);
}

TEST_CASE("folders and lists without a test are warned of") {
  const TempFolder folder;
  folder.write("empty/readme.md", "");
  folder.write("list", "# nothing\n");
  CHECK(messagesOf(walkCorpus({folder / "empty", "@" + folder / "list"})) ==
        Names{"no test (*.litmus) in " + folder / "empty", "no test in the list " + folder / "list"});
}

TEST_CASE("a loop of folders ends, with a warning") {
  const TempFolder folder;
  folder.write("a/b/1.litmus", "");
  fs::create_directory_symlink("..", folder / "a/b/up");
  fs::create_directory_symlink(".", folder / "a/self");
  const Corpus corpus = walkCorpus({folder / "a"});
  CHECK(below(folder, corpus.tests) == Names{"/a/b/1.litmus"});
  CHECK(messagesOf(corpus) == Names{"the folder " + folder / "a/b/up" + " contains itself; skipped",
                                    "the folder " + folder / "a/self" + " contains itself; skipped"});
}

TEST_CASE("links: to folders followed, to files taken, to nothing taken too") {
  const TempFolder folder;
  folder.write("far/1.litmus", "");
  folder.write("a/2.litmus", "");
  fs::create_directory_symlink("../far", folder / "a/link");
  fs::create_symlink("../far/1.litmus", folder / "a/file.litmus");
  fs::create_symlink("nowhere", folder / "a/dangling.litmus");
  CHECK(testsIn(folder, {"a"}) ==
        Names{"/a/2.litmus", "/a/dangling.litmus", "/a/file.litmus", "/a/link/1.litmus"});
}

TEST_CASE("what cannot be read is named") {
  const TempFolder folder;
  folder.write("a/1.litmus", "");
  REQUIRE(::mkfifo((folder / "a/pipe.litmus").c_str(), 0600) == 0);
  CHECK(messagesOf(walkCorpus({folder / "a"})) ==
        Names{folder / "a/pipe.litmus" + " is not a file; skipped"});
  folder.write("a/closed/2.litmus", "");
  fs::permissions(folder / "a/closed", fs::perms::none);
  const Corpus corpus = walkCorpus({folder / "a"});
  fs::permissions(folder / "a/closed", fs::perms::owner_all);
  CHECK(below(folder, corpus.tests).front() == "/a/1.litmus");
  // Root reads everything.
  if (::geteuid() != 0) {
    REQUIRE(corpus.unreadable.size() == 1);
    CHECK(corpus.unreadable[0].path == folder / "a/closed");
    CHECK(corpus.unreadable[0].reason == "cannot read the folder: Permission denied");
  }
  fs::create_directory_symlink("round", folder / "a/round");
  const Corpus round = walkCorpus({folder / "a"});
  REQUIRE(round.unreadable.size() == 1);
  CHECK(round.unreadable[0].path == folder / "a/round");
  CHECK(round.unreadable[0].reason.starts_with("cannot read "));
}

TEST_CASE("ten thousand files") {
  const TempFolder folder;
  for (int i = 0; i < 10000; ++i) {
    folder.write(std::to_string(i / 100) + "/" + std::to_string(i) + ".litmus", "");
  }
  const Corpus corpus = walkCorpus({folder.path()});
  CHECK(corpus.tests.size() == 10000);
  CHECK(corpus.folders.size() == 101);
}

}  // namespace walk_test
