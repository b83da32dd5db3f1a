#include "frontend/convert/convert.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "frontend/print/print_litmus.h"
#include "parse.h"
#include "same_program.h"

namespace {

using namespace hrfcheck;
using test::described;
using test::parse;
namespace fs = std::filesystem;

/// The code of a converted test of one thread beside another, one instruction a line: what stands in the
/// first column.
std::string firstColumn(const std::string& litmus) {
  std::string code;
  bool inside = false;
  for (std::size_t begin = 0; begin < litmus.size();) {
    const std::size_t end = litmus.find('\n', begin);
    const std::string line = litmus.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with(" P0")) {
      inside = true;
    } else if (inside && line.starts_with(" ")) {
      const std::string cell = line.substr(1, std::min(line.find(" |"), line.find(" ;")) - 1);
      const std::size_t last = cell.find_last_not_of(' ');
      code += last == std::string::npos ? "" : cell.substr(0, last + 1) + "\n";
    }
  }
  return code;
}

/// The code of P0 in the other dialect; P1 does nothing, in the same work-group.
std::string converted(const std::string& code, const std::string& target,
                      const std::string& state = "x=0; y=0; q[3]=0;") {
  std::string rows;
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    rows += " " + code.substr(begin, end - begin) + " | ;\n";
    begin = end + 1;
  }
  return firstColumn(
      convertedLitmus(*parse("HSA t\n{ " + state + " }\n P0@wg 0 | P1@wg 0 ;\n" + rows), target));
}

/// Places and messages of what cannot be converted.
std::string refusals(const std::string& text, const std::string& target) {
  try {
    convertedLitmus(*parse(text), target);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.known() ? d.place.position() : LineColumn{0, 0};
      result += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
    }
    return result;
  }
  return "";
}

std::string refusalsOf(const std::string& code, const std::string& target) {
  return refusals("HSA t\n{ x=0; }\n P0@wg 0 | P1@wg 0 ;\n" + code + " | ;\n", target);
}

std::vector<SourcePtr> corpus() {
  std::vector<SourcePtr> sources;
  for (const auto& entry : fs::recursive_directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus")) {
    if (entry.path().extension() == ".litmus") {
      sources.push_back(readSource(entry.path().string()));
    }
  }
  return sources;
}

TEST_CASE("a test in columns, in its own dialect, is read as the same program") {
  for (const SourcePtr& source : corpus()) {
    const auto program = parseLitmus(source);
    const bool columns =
        program->dialect == "HSA" || program->dialect == "PTX" || program->dialect == "VULKAN";
    if (!columns) {
      continue;
    }
    CAPTURE(source->name());
    const std::string target = program->dialect == "HSA"   ? "hsa"
                               : program->dialect == "PTX" ? "ptx"
                                                           : "vulkan";
    CHECK(described(*parse(convertedLitmus(*program, target))) == described(*program));
  }
}

TEST_CASE("what converts is read, and a second time it is the same") {
  std::map<std::string, unsigned> count;
  for (const SourcePtr& source : corpus()) {
    const auto program = parseLitmus(source);
    for (const std::string& target : targetsOfConversion()) {
      CAPTURE(source->name());
      CAPTURE(target);
      std::string text;
      try {
        text = convertedLitmus(*program, target);
      } catch (const UserError&) {
        continue;
      }
      ++count[target];
      CHECK_NOTHROW(convertedLitmus(*parse(text), target));
    }
  }
  for (const std::string& target : targetsOfConversion()) {
    CHECK(count[target] > 150);
  }
}

TEST_CASE("to PTX and back: HSA tests without sc operations and exchanges keep their code") {
  unsigned same = 0;
  for (const SourcePtr& source : corpus()) {
    if (!source->text().starts_with("HSA")) {
      continue;
    }
    const auto program = parseLitmus(source);
    try {
      const Conversion there = convert(*program, "ptx");
      const std::string back = convertedLitmus(*parse(printLitmus(there.program, there.notes)), "hsa");
      same += firstColumn(back) == firstColumn(convertedLitmus(*program, "hsa")) ? 1 : 0;
    } catch (const UserError&) {
    }
  }
  CHECK(same > 20);
}

TEST_CASE("from HSA to PTX: accesses and fences") {
  CHECK(converted("ld r0, x\nst x, 1", "ptx") == "ld.weak r0, x\nst.weak x, 1\n");
  CHECK(converted("ld.rlx.wg r0, x\nld.acq.cmp r1, x\nst.rlx.sys x, 1\nst.rel.cmp x, r1", "ptx") ==
        "ld.relaxed.cta r0, x\nld.acquire.gpu r1, x\nst.relaxed.sys x, 1\nst.release.gpu x, r1\n");
  CHECK(converted("faa.ar.cmp r0, x, 1\nfmax.rel.wg _, x, 1\ncas.acq.wg r0, x, 0, 1\nexch.rlx.wg _, y, 2",
                  "ptx") ==
        "atom.acq_rel.gpu.add r0, x, 1\nred.release.cta.max x, 1\natom.acquire.cta.cas r0, x, 0, 1\n"
        "atom.relaxed.cta.exch _, y, 2\n");
  CHECK(converted("fence.acq.wg\nfence.rel.cmp\nfence.ar.sys", "ptx") ==
        "fence.acq_rel.cta\nfence.acq_rel.gpu\nfence.acq_rel.sys\n");
}

TEST_CASE("from HSA to PTX: sc operations have a fence before them") {
  CHECK(converted("ld.sc.wg r0, x\nst.sc.cmp x, 1\nfaa.sc.wg r1, x, 1\nfence.sc.wg", "ptx") ==
        "fence.sc.cta\nld.acquire.cta r0, x\nfence.sc.gpu\nst.relaxed.gpu x, 1\nfence.sc.cta\n"
        "atom.acquire.cta.add r1, x, 1\nfence.sc.cta\n");
  CHECK(converted("L: ld.sc.wg r0, x\nbne r0, 1, L\n@r0 st.sc.wg x, 2", "ptx") ==
        "L0: fence.sc.cta\nld.acquire.cta r0, x\nbne r0, 1, L0\n@r0 fence.sc.cta\n@r0 st.relaxed.cta x, 2\n");
}

TEST_CASE("from HSA to PTX and Vulkan: a store that would end a release sequence is an exchange") {
  const std::string text =
      "HSA t\n{ f=0; g=0; }\n P0@wg 0 | P1@wg 0 | P2@wg 1 ;\n"
      " st.rlx.cmp f, 2 | st.rel.cmp f, 1 | ld.acq.cmp r0, f ;\n st.rlx.cmp g, 2 | | ;\n";
  CHECK(firstColumn(convertedLitmus(*parse(text), "ptx")) ==
        "atom.relaxed.gpu.exch _, f, 2\nst.relaxed.gpu g, 2\n");
  CHECK(firstColumn(convertedLitmus(*parse(text), "vulkan")) ==
        "rmw.atom.dv.sc0 _, f, 2\nst.atom.dv.sc0 g, 2\n");
  const std::string own =
      "HSA t\n{ f=0; }\n P0@wg 0 | P1@wg 0 ;\n st.rel.cmp f, 1 | ld.acq.cmp r0, f ;\n st.rlx.cmp f, 2 | ;\n";
  CHECK(firstColumn(convertedLitmus(*parse(own), "ptx")) == "st.release.gpu f, 1\nst.relaxed.gpu f, 2\n");
  CHECK(firstColumn(convertedLitmus(*parse(own), "vulkan")) ==
        "st.atom.rel.dv.sc0.semsc0.semav f, 1\nrmw.atom.dv.sc0 _, f, 2\n");
}

TEST_CASE("from HSA to Vulkan: accesses are available and visible at the widest scope") {
  CHECK(converted("ld r0, x\nst x, 1\nld.acq.wg r0, x\nst.rel.wg y, 1\nfaa.ar.wg r0, y, 1\nfence.ar.wg",
                  "vulkan") ==
        "ld.vis.wg.sc0 r0, x\nst.av.wg.sc0 x, 1\nld.atom.acq.wg.sc0.semsc0.semvis r0, x\n"
        "st.atom.rel.wg.sc0.semsc0.semav y, 1\nrmw.atom.acq_rel.wg.sc0.semsc0.semav.semvis.add r0, y, 1\n"
        "membar.acq_rel.wg.semsc0.semav.semvis\n");
  CHECK(converted("st x, 1\nst.rlx.sys y, 1", "vulkan") == "st.av.dv.sc0 x, 1\nst.atom.dv.sc0 y, 1\n");
  CHECK(converted("st x, 1\nst.rel.cmp y, 1", "vulkan", "local x=0; y=0;") ==
        "st.av.dv.sc1 x, 1\nst.atom.rel.dv.sc0.semsc0.semsc1.semav y, 1\n");
}

TEST_CASE("barriers") {
  const std::string text =
      "HSA t\n{ x=0; }\n P0@wg 0 | P1@wg 0 ;\n barrier.wg | barrier.wg ;\n barrier.wg 2 | barrier.wg 2 ;\n";
  CHECK(firstColumn(convertedLitmus(*parse(text), "ptx")) == "bar.cta.sync 0\nbar.cta.sync 2\n");
  CHECK(firstColumn(convertedLitmus(*parse(text), "vulkan")) ==
        "cbar.acq_rel.wg.semsc0.semav.semvis 0\ncbar.acq_rel.wg.semsc0.semav.semvis 2\n");
  const std::string ptx = convertedLitmus(*parse(text), "ptx");
  CHECK(firstColumn(convertedLitmus(*parse(ptx), "hsa")) == "barrier.wg\nbarrier.wg 2\n");
  CHECK(converted("bar.sync 1, 2\nbar.arrive 1, 2", "ptx") ==
        "bar.cta.sync 0, 1, 2\nbar.cta.arrive 0, 1, 2\n");
}

TEST_CASE("what cannot be said is an error at the instruction") {
  CHECK(
      refusalsOf("ld.rm_acq.cmp r0, x", "ptx") ==
      "4:1: 'ld.rm_acq.cmp r0, x' cannot be expressed in the PTX dialect: there are no remote operations\n");
  CHECK(refusalsOf("ld.acq.wv r0, x", "ptx") ==
        "4:1: 'ld.acq.wv r0, x' cannot be expressed in the PTX dialect: there is no scope for wv\n");
  CHECK(
      refusalsOf("st.rel.wi x, 1", "vulkan") ==
      "4:1: 'st.rel.wi x, 1' cannot be expressed in the VULKAN dialect: no scope contains only the thread\n");
  CHECK(
      refusalsOf("st.sc.cmp x, 1", "vulkan") ==
      "4:1: 'st.sc.cmp x, 1' cannot be expressed in the VULKAN dialect: there are no sequentially consistent "
      "operations\n");
  CHECK(
      refusalsOf("cas.ar.cmp r0, x, 0, 1", "vulkan") ==
      "4:1: 'cas.ar.cmp r0, x, 0, 1' cannot be expressed in the VULKAN dialect: there is no compare-and-swap\n");
  CHECK(
      refusalsOf("setp.eq r0, r1, 1", "ptx") ==
      "4:1: 'setp.eq r0, r1, 1' cannot be expressed in the PTX dialect: there is no instruction that gives a "
      "comparison as a value\n");
  CHECK(
      refusalsOf("barrier.wg", "ptx") ==
      "4:1: 'barrier.wg' cannot be expressed in the PTX dialect: its threads need not reach it equally often, and those that "
      "have ended would not be waited for\n");
  CHECK(refusalsOf("bar.sync 1, 2", "opencl") ==
        "4:1: 'bar.sync 1, 2' cannot be expressed in the OPENCL dialect: barriers have no count\n");
}

TEST_CASE("what only PTX or Vulkan has is an error at the instruction") {
  const std::string ptx = "PTX t\n{ x=0; y aliases x; }\n P0 ;\n";
  CHECK(
      refusals(ptx + " ld.weak r0, y ;\n", "hsa") ==
      "4:2: 'ld.weak r0, y' cannot be expressed in the HSA dialect: 'y' is another name of a location, which only PTX "
      "and Vulkan have\n");
  CHECK(
      refusals(ptx + " suld.weak r0, x ;\n fence.proxy.alias ;\n", "opencl") ==
      "4:2: 'suld.weak r0, x' cannot be expressed in the OPENCL dialect: only PTX has accesses through a proxy\n"
      "5:2: 'fence.proxy.alias' cannot be expressed in the OPENCL dialect: only PTX has fences of proxies\n");
  const std::string vulkan = "VULKAN t\n{ x=0; }\n P0@sg 0,wg 0,qf 0 ;\n";
  CHECK(
      refusals(vulkan + " ld.sc0 r0, x ;\n ld.atom.acq.dv.sc0.semsc0 r0, x ;\n avdevice ;\n", "ptx") ==
      "4:2: 'ld.sc0 r0, x' cannot be expressed in the PTX dialect: only Vulkan has private accesses\n"
      "5:2: 'ld.atom.acq.dv.sc0.semsc0 r0, x' cannot be expressed in the PTX dialect: only Vulkan can synchronize "
      "without making accesses available and visible\n"
      "6:2: 'avdevice' cannot be expressed in the PTX dialect: only Vulkan has availability and visibility operations\n");
  CHECK(refusals("VULKAN t\n{ x=0; }\n{ ssw 0 1; }\n P0 | P1 ;\n nop | nop ;\n", "hsa") ==
        "0:0: only the VULKAN dialect has pairs of threads that the system orders\n");
}

TEST_CASE("scopes, placements and all other parts of a test are carried over") {
  const std::string text = convertedLitmus(*parse(R"(HSA all
"a description"
Origin=nobody
{ x = 1; q[2] = {1, 2}; p = &q[1]; 1:r5 = 7 }
 P0@wv 0,wg 0,cmp 0 | P1@wv 0,wg 0,cmp 0 | P2@wg 0,cmp 1 ;
 ld r0, x | ld r1, q[1] | st x, 2 ;
filter 0:r0=1
locations [q; 1:r1]
forall (1:r1=2)
terminates weak=Y "wg=obe,cmp=weak"=N
)"),
                                           "ptx");
  CHECK(text == R"(PTX all
(* converted from HSA; scopes: wi as thread, wv without a counterpart, wg as cta, cmp as gpu, sys as sys *)
"a description"
Origin=nobody
{ x=1; q[2]={1, 2}; p=&q[1]; 1:r5=7; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0   | P2@cta 0,gpu 1 ;
 ld.weak r0, x  | ld.weak r1, q[1] | st.weak x, 2   ;
locations [1:r1; q[0]; q[1];]
filter (0:r0=1)
forall (1:r1=2)
terminates weak=Y "gpu=weak,cta=obe"=N
)");
}

TEST_CASE("clusters are PTX's alone") {
  const std::string named =
      "PTX t\n{ x=0; }\n P0@cta 0,cluster 0 | P1@cta 1,cluster 0 | P2@cta 0,cluster 1 ;\n";
  for (const char* target : {"hsa", "opencl", "vulkan"}) {
    CAPTURE(target);
    CHECK(refusals(named + " st.relaxed.cluster x, 1 | | ;\n", target).find("4:2: ") == 0);
    CHECK(
        refusals(named + " st.relaxed.cluster x, 1 | | ;\n", target).find("there is no scope for cluster") !=
        std::string::npos);
  }
  const auto placed = [](const std::string& text, const char* target) {
    const std::string litmus = convertedLitmus(*parse(text), target);
    const auto row = litmus.find(" P0");
    return litmus.substr(row, litmus.find(';', row) - row);
  };
  // Blocks of one number in two clusters stay apart.
  CHECK(placed(named + " st.relaxed.gpu x, 1 | nop | nop ;\n", "hsa").find("P0@wg 0 ") != std::string::npos);
  CHECK(placed(named + " st.relaxed.gpu x, 1 | nop | nop ;\n", "hsa").find("P2@wg 2 ") != std::string::npos);
  // A work-group becomes a block that names no cluster, and its threads stay in one.
  const std::string hsa = "HSA t\n{ x=0; }\n P0@wg 0 | P1@wg 0 | P2@wg 1 ;\n st.rlx.wg x, 1 | nop | nop ;\n";
  CHECK(placed(hsa, "ptx").find("P0@cta 0 ") != std::string::npos);
  CHECK(placed(hsa, "ptx").find("P1@cta 0 ") != std::string::npos);
  CHECK(placed(hsa, "ptx").find("cluster") == std::string::npos);
  // Named clusters are written.
  CHECK(placed(named + " st.relaxed.cluster x, 1 | nop | nop ;\n", "ptx").find("P1@cluster 0") !=
        std::string::npos);
}

TEST_CASE("tests of LISA are not converted") {
  const std::string text =
      "LISA t\n{ x = 0; }\n P0 | P1 ;\n w[] x 1 | r[] r1 x ;\nscopes: (machine (board (block P0) (block P1)))\n";
  for (const std::string& target : targetsOfConversion()) {
    CHECK(
        refusals(text, target) ==
        "4:2: tests of the LISA dialect have levels and annotations of their own, which no other dialect has\n");
  }
}

TEST_CASE("Vulkan has one device") {
  CHECK(refusals("HSA t\n{ x=0; }\n P0@wg 0,cmp 0 | P1@wg 0,cmp 1 ;\n nop | ld r0, x ;\n", "vulkan") ==
        "4:8: P1 and P0 are on different devices, and the VULKAN dialect has one device\n");
}

TEST_CASE("to and from OpenCL C") {
  const std::string text = convertedLitmus(*parse(R"(HSA t
{ x=0; y=0; q[2]=0; }
 P0@wg 0                  | P1@wg 0    ;
 L: ld.acq.cmp r0, x      | barrier.wg ;
 bne r0, 1, L             |            ;
 @r0 st q[r0], 2          |            ;
 cas.sc.wg r1, y, 0, r0   |            ;
 fence.sc.sys             |            ;
 faa.rm_ar.cmp _, x, 1    |            ;
 barrier.wg               |            ;
)"),
                                           "opencl");
  CAPTURE(text);
  CHECK(text.find("  L0: ;\n  r0 = atomic_load_explicit(x, memory_order_acquire, memory_scope_device);\n"
                  "  if (r0 != 1) goto L0;\n") != std::string::npos);
  CHECK(text.find("r1 = 0; atomic_compare_exchange_strong_explicit(y, &r1, r0, memory_order_seq_cst, "
                  "memory_order_seq_cst, memory_scope_work_group);") != std::string::npos);
  CHECK(text.find("atomic_fetch_add_explicit_remote(x, 1, memory_order_acq_rel, memory_scope_device);") !=
        std::string::npos);
  const std::string back = firstColumn(convertedLitmus(*parse(text), "hsa"));
  CHECK(
      back ==
      "L0: ld.acq.cmp r0, x\nbne r0, 1, L0\nbeq r0, 0, L1\nst q[r0], 2\nL1: mov r1, 0\ncas.sc.wg r1, y, r1, r0\n"
      "fence.sc.sys\nfaa.rm_ar.cmp _, x, 1\nbarrier.wg\n");
}

TEST_CASE("operands of functions are computed in registers") {
  const std::string text =
      "OPENCL t\n{ x=0; y=0; }\nP0 (global int* x, global int* y) {\n  int r0 = *x;\n  *y = (r0 + 1) * (r0 - 2);\n}\n"
      "exists (0:r0=0)\n";
  CHECK(firstColumn(convertedLitmus(*parse(text), "ptx")) ==
        "ld.weak r0, x\nadd t1, r0, 1\nsub t2, r0, 2\nmul t3, t1, t2\nst.weak y, t3\n");
}

}  // namespace
