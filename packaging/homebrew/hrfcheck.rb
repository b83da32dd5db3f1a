# Checker for scoped GPU memory models.
class Hrfcheck < Formula
  desc "Checker for scoped GPU memory models"
  homepage "https://github.com/OWNER/hrfcheck"
  url "https://github.com/OWNER/hrfcheck.git", tag: "v0.3.0"
  version "0.3.0"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "spirv-headers" => :build
  depends_on "cadical"
  depends_on "cpp-httplib"
  depends_on "fmt"
  depends_on "pugixml"
  depends_on "spirv-tools"
  depends_on "z3"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DHRFCHECK_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    test_file = share/"hrfcheck/litmus/rsp/fig14-case2.litmus"
    assert_match "race-free", shell_output("#{bin}/hrfcheck check -m rsp #{test_file}")
  end
end
