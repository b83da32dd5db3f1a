// What kernels may include: files beside a file that the user names, and below folders that he names.

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/include/included_text.h"
#include "frontend/test_file.h"
#include "util/diagnostic.h"

namespace {

using namespace hrfcheck;
namespace fs = std::filesystem;

/// A folder with files, removed in the end.
class Files {
 public:
  Files() : root_(fs::temp_directory_path() / fmt::format("hrfcheck-include-{}", ::getpid())) {
    fs::create_directories(root_ / "kernels/sub");
    fs::create_directories(root_ / "library");
  }
  ~Files() { fs::remove_all(root_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }
  fs::path root() const { return root_; }

 private:
  fs::path root_;
};

const std::string kIncluding = "kernel void k(global int* x) { *x = N; }\n//# launch 1x1\n//# exists (x=3)\n";

/// The value that the kernel stores, or what is wrong.
std::string read(const std::string& file, const LaunchOptions& options) {
  try {
    const auto program = readTestFile(file, options);
    return program->threads[0].instructions[0].text + " at line " +
           std::to_string(program->threads[0].instructions[0].place.position().line);
  } catch (const UserError& error) {
    const Diagnostic& first = error.diagnostics().front();
    return fmt::format("{}: {}", first.place.known() ? first.place.position().line : 0, first.message);
  }
}

LaunchOptions named() {
  LaunchOptions options;
  options.includeBeside = true;
  return options;
}

constexpr const char* kNot = "no file is read for '#include'";

}  // namespace

TEST_CASE("included: a file beside the one that is named, and what it includes below its folder") {
  const Files files;
  files.write("kernels/n.h", "#include \"sub/more.h\"\n#define N (M + 1)\n");
  files.write("kernels/sub/more.h", "#pragma once\n#include \"../n.h\"\n#define M 2\n");
  const std::string kernel = files.write("kernels/k.cl", "// a kernel\n#include \"n.h\"\n" + kIncluding);
  // `n.h` guards nothing, but `more.h`, through which it comes back, does.
  CHECK(read(kernel, named()).find("at line 3") != std::string::npos);
  CHECK(read(kernel, {}) == fmt::format("2: {}", kNot));
}

TEST_CASE("included: below folders of -I, in their order, also in angle brackets") {
  const Files files;
  files.write("library/n.h", "#ifndef N_H\n#define N_H\n#include \"n.h\"\n#define N 3\n#endif\n");
  const std::string kernel = files.write("kernels/k.cl", "#include <n.h>\n#include \"n.h\"\n" + kIncluding);
  LaunchOptions options = named();
  CHECK(read(kernel, options) == fmt::format("2: {}", kNot));
  options.includeFolders = {files.path("kernels/sub"), files.path("library")};
  CHECK(read(kernel, options).find("at line 3") != std::string::npos);
  options.includeFolders = {files.path("nowhere")};
  CHECK(read(kernel, options).find("there is no such folder") != std::string::npos);
}

TEST_CASE("included: names that lead out of the folder, to below one of -I") {
  const Files files;
  files.write("library/n.h", "#define N 4\n");
  files.write("kernels/n.h", "#define N 3\n");
  const std::string kernel = files.write("kernels/sub/k.cl", "#include \"../n.h\"\n" + kIncluding);
  LaunchOptions options = named();
  CHECK(read(kernel, options) == fmt::format("1: {}", kNot));
  options.includeFolders = {files.path("library")};
  CHECK(read(kernel, options).find("at line 2") == std::string::npos);
  options.includeFolders = {files.path("library"), files.path("kernels")};
  CHECK(read(kernel, options).find("at line 2") != std::string::npos);
}

TEST_CASE("included: code has the place of the line that includes it") {
  const Files files;
  files.write("kernels/lib.h", "void store(global int* p) {\n  *p = 3;\n}\n");
  const std::string kernel = files.write(
      "kernels/k.cl",
      "#include \"lib.h\"\nkernel void k(global int* x) { store(x); }\n//# launch 1x1\n//# exists (x=3)\n");
  CHECK(read(kernel, named()).find("at line 1") != std::string::npos);
  files.write("kernels/lib.h", "void store(global int* p) {\n  *p = unknown;\n}\n");
  CHECK(read(kernel, named()) == "1: unknown name 'unknown'");
}

TEST_CASE("included: nothing else is opened, or told from what is not there") {
  const Files files;
  files.write("secret.h", "#define N 3\n");
  fs::create_symlink(files.path("secret.h"), files.root() / "kernels/link.h");
  REQUIRE(::mkfifo(files.path("kernels/pipe.h").c_str(), 0600) == 0);
  for (const std::string name :
       {"../secret.h", "link.h", "pipe.h", "sub", "sub/../../secret.h", "absent.h"}) {
    CAPTURE(name);
    const std::string kernel = files.write("kernels/k.cl", "#include \"" + name + "\"\n" + kIncluding);
    CHECK(read(kernel, named()) == fmt::format("1: {}", kNot));
  }
  for (const std::string& name :
       {files.path("secret.h"), files.path("kernels/k.cl"), std::string("/dev/zero")}) {
    const std::string kernel = files.write("kernels/k.cl", "#include \"" + name + "\"\n" + kIncluding);
    CHECK(read(kernel, named()) == fmt::format("1: {}", kNot));
  }
}

TEST_CASE("included: only options say where files may lie") {
  const Files files;
  files.write("library/n.h", "#define N 3\n");
  const std::string kernel = files.write(
      "kernels/k.cl", "//# include-below " + files.path("library") + "\n#include \"n.h\"\n" + kIncluding);
  CHECK(read(kernel, named()) == fmt::format("2: {}", kNot));
}

TEST_CASE("included: files that include themselves end, and so do those that grow") {
  const Files files;
  files.write("kernels/self.h", "#include \"self.h\"\n");
  const std::string self = files.write("kernels/k.cl", "#include \"self.h\"\n" + kIncluding);
  CHECK(read(self, named()).find("without end") != std::string::npos);
  std::string lines(1U << 20U, ' ');
  files.write("kernels/large.h", lines + "\n");
  std::string text;
  for (int i = 0; i < 5; ++i) {
    text += "#include \"large.h\"\n";
  }
  CHECK(read(files.write("kernels/k.cl", text + kIncluding), named()).find("larger than 4 MB") !=
        std::string::npos);
}

TEST_CASE("included: comments and continued lines are no directives; conditions count") {
  const Files files;
  files.write("kernels/n.h", "#define N 3\n#endif\n");  // a mistake where it is included
  const std::string kernel =
      files.write("kernels/k.cl", "/*\n#include \"n.h\"\n*/ // \\\n#include \"n.h\"\n#define N 3\n" +
                                      kIncluding + "#ifdef X\n#endif\n");
  CHECK(read(kernel, named()).find("at line 6") != std::string::npos);
  files.write("kernels/m.h", "#error not here\n");
  files.write(
      "kernels/k.cl",
      "#if __has_include(\"absent.h\") || !__has_include(\"m.h\")\n#include \"m.h\"\n#endif\n#define N 3\n" +
          kIncluding);
  CHECK(read(kernel, named()).find("at line 5") != std::string::npos);
}
