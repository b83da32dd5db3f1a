// What the lanes of a warp access of a matrix that they read or write together.

#include <doctest/doctest.h>

#include <map>

#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

/// The lanes that read or write each location.
std::map<std::string, std::vector<ThreadId>> lanesAt(bool loads, const std::string& instruction) {
  const auto program =
      readKernel(moduleWith("mov.u32 %r1, tile;\n" + instruction, "", ".shared .align 16 .b8 tile[1024];\n"),
                 launched("1x32"));
  std::map<std::string, std::vector<ThreadId>> lanes;
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    for (const Instruction& made : program->threads[t].instructions) {
      const auto* load = std::get_if<LoadOp>(&made.operation);
      const auto* store = std::get_if<StoreOp>(&made.operation);
      if (loads ? load == nullptr : store == nullptr) {
        continue;
      }
      const ExprPtr address = loads ? load->address : store->address;
      const auto location = program->locationAt(std::get<ConstantExpr>(address->node).value);
      REQUIRE(location);
      lanes[program->locations[*location].name].push_back(t);
    }
  }
  return lanes;
}

}  // namespace

TEST_CASE("ptx: each number of a matrix is read by two lanes") {
  // 16 rows of 8 words, 48 bytes apart.
  const auto lanes = lanesAt(
      true,
      "st.shared.u32 [%r1+1020], 1;\n"
      "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%r1], 24;");
  CHECK(lanes.size() == 128);
  for (const auto& [name, by] : lanes) {
    CAPTURE(name);
    CHECK(by.size() == 2);
  }
  CHECK(lanes.at("tile[0]") == std::vector<ThreadId>{0, 31});
  CHECK(lanes.at("tile[19]") == std::vector<ThreadId>{0, 1});
  CHECK(lanes.count("tile[8]") == 0);
}

TEST_CASE("ptx: each number of a matrix is written by one lane") {
  // 8 columns of 32 numbers, one after the other.
  const auto lanes = lanesAt(
      false,
      "wmma.store.d.sync.aligned.col.m32n8k16.shared.f32 [%r1], {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8};");
  CHECK(lanes.size() == 256);
  for (const auto& [name, by] : lanes) {
    CHECK(by.size() == 1);
  }
  CHECK(lanes.at("tile[0]") == std::vector<ThreadId>{1});
  CHECK(lanes.at("tile[255]") == std::vector<ThreadId>{8});
}

TEST_CASE("ptx: matrices of forms that are not known are refused") {
  CHECK(
      refusalOf(moduleWith("wmma.load.a.sync.aligned.row.m16n16.shared.f16 {%r2}, [%r1];"), launched("1x32"))
          .find("not supported") != std::string::npos);
}
