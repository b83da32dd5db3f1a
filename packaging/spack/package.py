"""Spack's recipe for hrfcheck."""

from spack.package import *


class Hrfcheck(CMakePackage):
    """Checker for scoped GPU memory models: which outcomes of a kernel or litmus test a model allows,
    which instructions race and why, and what to write instead."""

    homepage = "https://github.com/OWNER/hrfcheck"
    git = "https://github.com/OWNER/hrfcheck.git"

    license("Apache-2.0")

    version("main", branch="main")
    version("0.3.0", tag="v0.3.0")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11@2:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("spirv-headers", type="build")
    depends_on("cadical")
    depends_on("cpp-httplib@0.11:")
    depends_on("fmt@9:")
    depends_on("pugixml")
    depends_on("spirv-tools")
    depends_on("z3@4.8.12:")

    conflicts("%gcc@:11", msg="hrfcheck is written in C++20, and needs GCC 12 or later")

    generator("ninja")

    def cmake_args(self):
        return [self.define("HRFCHECK_TESTS", False)]

    def check(self):
        with working_dir(self.build_directory):
            Executable("bin/hrfcheck")("check", "-m", "rsp", join_path(self.stage.source_path, "litmus", "rsp", "fig14-case2.litmus"))
