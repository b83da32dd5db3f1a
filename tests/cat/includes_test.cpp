// What a model may include, and what an error of it may show.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "cat/support.h"
#include "support/temp_folder.h"

using namespace hrfcheck;
using test::TempFolder;

namespace {

std::string errorOf(const std::string& path, const ModelLimits& limits = {},
                    const std::vector<std::filesystem::path>& folders = {}) {
  try {
    ModelLibrary(folders, limits).load(path);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kSecret = "secret:0123:/root\nanother line of it\n";

}  // namespace

TEST_CASE("includes stay in the folder of the model and below it") {
  const TempFolder folder;
  folder.write("outside.cat", "let p = rf");
  folder.write("in/part.cat", "include \"sub/deep.cat\"");
  folder.write("in/sub/deep.cat", "include \"deeper.cat\"");
  folder.write("in/sub/deeper.cat", "let p = po");
  CHECK(errorOf(folder.write("in/good.cat", "include \"part.cat\"\nacyclic p")).empty());
  const std::string up = folder.write("in/up.cat", "include \"../outside.cat\"\nacyclic p");
  CHECK(mentions(errorOf(up),
                 "up.cat:1:9: error: an included file must be named relative to the folder of the model"));
  CHECK(errorOf(up, {.trustIncludes = true}).empty());
  const std::string absolute =
      folder.write("in/absolute.cat", "include \"" + folder / "outside.cat" + "\"\nacyclic p");
  CHECK(mentions(errorOf(absolute), "absolute.cat:1:9: error: an included file must be named"));
  CHECK(errorOf(absolute, {.trustIncludes = true}).empty());
  const std::string back = folder.write("in/back.cat", "include \"sub/../part.cat\"\nacyclic p");
  CHECK(mentions(errorOf(back), "error: an included file must be named"));
}

TEST_CASE("links do not lead out either") {
  const TempFolder folder;
  folder.write("outside.cat", "let p = rf");
  folder.write("library/part.cat", "let p = po");
  const std::string model = folder.write("in/m.cat", "include \"link.cat\"\nacyclic p");
  std::filesystem::create_symlink(folder / "outside.cat", folder / "in/link.cat");
  CHECK(mentions(errorOf(model), "m.cat:1:9: error: 'link.cat' is outside the folder of the model"));
  CHECK(errorOf(model, {.trustIncludes = true}).empty());
  // Inside of the folder, or into a folder of models, they may.
  std::filesystem::remove(folder / "in/link.cat");
  std::filesystem::create_symlink(folder / "library/part.cat", folder / "in/link.cat");
  CHECK(errorOf(model, {}, {folder / "library"}).empty());
  // And the folder of a model may be reached by one.
  std::filesystem::create_directory_symlink(folder / "library", folder / "way");
  folder.write("library/n.cat", "include \"part.cat\"\nacyclic p");
  CHECK(errorOf(folder / "way/n.cat").empty());
}

TEST_CASE("a file that is no model is not quoted") {
  const TempFolder folder;
  folder.write("in/data", kSecret);
  const std::string inside = errorOf(folder.write("in/m.cat", "include \"data\"\nacyclic po"));
  CHECK(mentions(inside, "m.cat:1:9: error: '" + folder / "in/data" + "' is not a model"));
  CHECK_FALSE(mentions(inside, "0123"));
  folder.write("in/binary.cat", std::string("let x = \0 0123", 14));
  CHECK_FALSE(mentions(errorOf(folder.write("in/n.cat", "include \"binary.cat\"")), "0123"));
  // The mistakes of a model are shown where they are.
  folder.write("in/wrong.cat", "let p = po |");
  CHECK(mentions(errorOf(folder.write("in/o.cat", "include \"wrong.cat\"")),
                 "wrong.cat:1:13: error: expected"));
}

TEST_CASE("pipes, folders, devices and huge files are refused, as models and as includes") {
  const TempFolder folder;
  REQUIRE(::mkfifo((folder / "pipe.cat").c_str(), 0600) == 0);
  std::filesystem::create_directory(folder / "folder.cat");
  folder.write("huge.cat", "acyclic po");
  std::filesystem::resize_file(folder / "huge.cat", std::uintmax_t{1} << 30U);
  const auto refused = [&](const std::string& name, const std::string& why) {
    CAPTURE(name);
    const std::string direct = errorOf(folder / name);
    CHECK(mentions(direct, why));
    const std::string included = errorOf(folder.write("m.cat", "include \"" + name + "\"\nacyclic po"));
    CHECK(mentions(included, "m.cat:1:9: error: cannot read '" + folder / name + "'"));
    CHECK(mentions(included, why));
  };
  refused("pipe.cat", "it is a pipe, and only files are read here");
  refused("folder.cat", "it is a directory");
  refused("huge.cat", "it is larger than 4 MiB");
  CHECK(mentions(errorOf("/dev/zero"), "it is neither a file nor a pipe"));
  CHECK(ModelLibrary({folder.path()}).names() == std::vector<std::string>{"huge", "m"});
}
