#include "observe/emit/emit.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "frontend/test_file.h"
#include "observe/emit/device_tables.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::string litmus(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/observe/" + name + ".litmus";
}

std::string textOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

EmittedTest emitted(const std::string& name, BackEnd backEnd) {
  return emit(deviceTest(*readTestFile(litmus(name)), backEnd), Interleavings({{0, 0}, {1, 1}}));
}

DeviceTest deviceTestOf(const std::string& text, BackEnd backEnd = BackEnd::Cuda) {
  return deviceTest(*parseLitmus(std::make_shared<Source>("test", text)), backEnd);
}

std::string refusal(const std::string& text, BackEnd backEnd = BackEnd::Cuda) {
  try {
    emit(deviceTestOf(text, backEnd), {});
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

}  // namespace

TEST_CASE("emit: the sources of some tests, word by word") {
  const std::vector<std::pair<std::string, BackEnd>> pinned = {{"mp-cta-two-blocks", BackEnd::Cuda},
                                                               {"lock-gpu", BackEnd::Cuda},
                                                               {"mp-fences-gpu", BackEnd::Cuda},
                                                               {"rmw-mixed-scopes", BackEnd::Cuda},
                                                               {"isa2-cta-gpu", BackEnd::Cuda},
                                                               {"lock-cta-one-block", BackEnd::OpenCl},
                                                               {"barrier-then-release-gpu", BackEnd::Cuda},
                                                               {"barrier-twice", BackEnd::OpenCl},
                                                               {"mp-gpu-two-gpus", BackEnd::Cuda},
                                                               {"lock-sys-two-gpus", BackEnd::Cuda},
                                                               {"mp-cta-two-blocks", BackEnd::OpenCl}};
  for (const auto& [name, backEnd] : pinned) {
    const std::string file = std::string(HRFCHECK_SOURCE_DIR) + "/tests/observe/pinned/" + name +
                             std::string(infoOf(backEnd).ending);
    const EmittedTest test = emitted(name, backEnd);
    if (std::getenv("HRFCHECK_PROMOTE") != nullptr) {
      std::ofstream(file, std::ios::binary) << test.text;
    }
    CHECK_MESSAGE(test.text == textOf(file), file);
    CHECK(test.name == name);
  }
}

TEST_CASE("emit: every test of litmus/observe has a form on both back ends, and a hash of its own") {
  std::set<std::string> hashes;
  std::size_t tests = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/observe")) {
    if (entry.path().extension() == ".litmus") {
      for (const BackEndInfo& info : kBackEnds) {
        if (info.backEnd == BackEnd::OpenCl && has(entry.path().stem().string(), "two-gpus")) {
          CHECK(has(refusal(textOf(entry.path().string()), info.backEnd),
                    "cannot be written in OpenCL: its threads are on several devices"));
          continue;
        }
        hashes.insert(emitted(entry.path().stem().string(), info.backEnd).hash);
        ++tests;
      }
    }
  }
  CHECK(tests >= 100);
  CHECK(hashes.size() == tests);
}

TEST_CASE("emit: each instruction is the PTX of its order and scope") {
  const std::string text = emit(deviceTestOf(R"(PTX words
{ x=0; y=3; }
 P0@cta 0,gpu 0              | P1@cta 1,gpu 0       ;
 ld.relaxed.cta r0, x        | st.release.sys y, r5 ;
 atom.acq_rel.gpu.exch r1, x, 2 | fence.sc.cta      ;
 atom.relaxed.sys.cas r2, x, 1, -1 | red.relaxed.gpu.add x, 1 ;
 fence.acq_rel.gpu           | red.relaxed.gpu.sub x, 4 ;
 and r3, r2, 6               |                      ;
 atom.release.gpu.min r4, x, r3 |                   ;
exists (0:r0=0)
)"),
                                {})
                               .text;
  for (const char* line :
       {"ld.relaxed.cta.global.s32 r0, [%1];", "atom.acq_rel.gpu.global.exch.b32 r1, [%1], 2;",
        "atom.relaxed.sys.global.cas.b32 r2, [%1], 1, -1;", "fence.acq_rel.gpu;", "and.b32 t1, t0, 6;",
        "atom.release.gpu.global.min.s32 r4, [%1], r3;", "st.release.sys.global.s32 [%1], r0;",
        "fence.sc.cta;", "red.relaxed.gpu.global.add.u32 [%0], 1;", "neg.s32"}) {
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
  }
}

TEST_CASE("emit: an HSA test is converted, and its filter is part of the condition") {
  const DeviceTest test = deviceTestOf(R"(HSA mp
{ x=0; f=0; }
 P0@wg 0          | P1@wg 1          ;
 st x, 1          | ld.acq.cmp r0, f ;
 st.rel.cmp f, 1  | ld r1, x         ;
filter (1:r0=1)
exists (1:r1=0)
)");
  CHECK(test.program->dialect == "PTX");
  CHECK(test.blocks.size() == 2);
  CHECK(test.program->filter == nullptr);
  CHECK(test.program->observed.size() == 2);
  CHECK(emit(test, {}).text.find("ld.acquire.gpu.global.s32") != std::string::npos);
}

TEST_CASE("emit: what cannot be run on a device is refused") {
  CHECK(has(refusal("HSA remote\n{ x=0; }\n P0@wg 0 ;\n ld.rm_acq.cmp r0, x ;\nexists (0:r0=0)\n"),
            "no device has remote operations"));
  CHECK(has(
      refusal(
          "PTX proxy\n{ x=0; s @ surface aliases x; }\n P0@cta 0,gpu 0 ;\n suld.weak r0, s ;\nexists (0:r0=0)\n"),
      "proxies"));
  std::string threads = "P0@cta 0,gpu 0";
  std::string code = "ld.weak r0, x";
  for (int gpu = 1; gpu < 9; ++gpu) {
    threads += " | P" + std::to_string(gpu) + "@cta 0,gpu " + std::to_string(gpu);
    code += " | st.weak x, 1";
  }
  CHECK(has(refusal("PTX devices\n{ x=0; }\n " + threads + " ;\n " + code + " ;\nexists (0:r0=0)\n"),
            "its threads are on 9 devices, and at most 8 fit"));
  CHECK(has(refusal("PTX wide\n{ x=5000000000; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (0:r0=0)\n"),
            "words have 32 bits"));
  CHECK(has(
      refusal(
          "PTX computed\n{ q[2]; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, q[0] ;\n ld.weak r1, q[r0] ;\nexists (0:r1=0)\n"),
      "address is computed"));
}

TEST_CASE(
    "emit: of several devices, each plays its blocks, and locations lie with who writes, who reads, or the host") {
  const DeviceTest test = deviceTestOf(R"(PTX three
{ x=0; y=0; z=0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       | P2@cta 0,gpu 1                ;
 st.relaxed.sys x, 1 | ld.relaxed.sys r0, y | ld.relaxed.sys r0, x          ;
                     | st.relaxed.sys z, 1  | st.relaxed.sys y, 1           ;
                     |                      | atom.relaxed.sys.add r1, z, 1 ;
exists (1:r0=1)
)");
  CHECK(test.deviceCount() == 2);
  CHECK(test.deviceOf(1) == 0);
  CHECK(test.deviceOf(2) == 1);
  CHECK(blocksOfDevices(test) == DeviceTable{{0, 2}, {1, 1}});
  CHECK(numbersOfBlocks(test) == DeviceTable{{0, 0}, {1, 1}, {3, 2}});
  // x is written on GPU 0, y on GPU 1; z is added to, so that it is in the host's memory only where that is
  // asked for.
  CHECK(
      memoriesOfLocations(test) ==
      DeviceTable{
          {0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 1}, {5, 0}, {6, 2}, {7, 2}, {8, 0}, {9, 1}, {10, 0}, {11, 2}});
  const std::string text = emit(test, {}).text;
  for (const char* line :
       {"#define HRF_DEVICES 2\n", "#define HRF_BLOCKS_ON 2, 1\n", "#define HRF_MOST_BLOCKS 2\n",
        "#define HRF_SHARED_RMW 1\n", "state[0] = launch.results[0]["}) {
    CHECK_MESSAGE(has(text, line), line);
  }
}

namespace {

/// What is said of a test of two threads in one block, with this code.
std::string ofBarriers(const std::string& rows) {
  return refusal("PTX barriers\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n" + rows + "exists (1:r0=0)\n");
}

}  // namespace

TEST_CASE("emit: a barrier that not all threads of a work-group reach is refused") {
  CHECK(ofBarriers(" st.weak x, 1 | bar.cta.sync 0 ;\n bar.cta.sync 0 | ld.weak r0, x ;\n").empty());
  CHECK(has(ofBarriers(" st.weak x, 1 | bar.cta.sync 0 ;\n | ld.weak r0, x ;\n"),
            "do not execute the same barriers"));
  CHECK(
      has(ofBarriers(
              " bar.cta.sync 0 | bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\n | ld.weak r0, x ;\n"),
          "do not execute the same barriers in the same order"));
  CHECK(has(ofBarriers(" bar.cta.arrive 0 | bar.cta.sync 0 ;\n | ld.weak r0, x ;\n"),
            "only a barrier that all threads wait at"));
  CHECK(has(
      ofBarriers(
          " ld.weak r0, x | ld.weak r0, x ;\n bne r0, 0, L0 | ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n L0: | ;\n"),
      "a branch or an exit may skip it"));
  CHECK(has(
      ofBarriers(
          " L0: | ;\n ld.weak r0, x | ld.weak r0, x ;\n bne r0, 1, L0 | ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n"),
      "in or after a loop"));
}

TEST_CASE("emit: who plays no thread waits at the barriers of others") {
  const std::string cuda = emitted("barrier-twice", BackEnd::Cuda).text;
  const auto count = [](const std::string& text, const std::string& word) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
      ++n;
    }
    return n;
  };
  CHECK(count(cuda, "barrier.sync 0;") == 6);  // two of each thread, and two of idle ones
  const std::string opencl = emitted("barrier-twice", BackEnd::OpenCl).text;
  CHECK(count(opencl, "work_group_barrier(") == 2);
  CHECK(count(opencl, "hrf_role_1_2(") == 2);
  CHECK(count(emitted("mp-gpu", BackEnd::Cuda).text, "HRF_BARRIERS") == 0);
}
