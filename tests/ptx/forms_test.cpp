#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>

#include "ptx/kernel_of.h"

// Which forms of instructions are read: a list of our own, and that of public modules where it is there.

using namespace hrfcheck;

namespace forms_test {

namespace {

std::string refusal(const std::string& line) {
  const std::string declared =
      ".shared .align 16 .b8 sh[512];\n.local .align 16 .b8 lo[64];\n.reg .b16 %h<9>;\n"
      "ld.param.u64 %rd1, [out];\nmov.u32 %r1, sh;\nmov.u64 %rd2, lo;\nmov.u32 %r5, 1;\nmov.u32 %r6, 2;\n"
      "mov.u32 %r7, 3;\nmov.u64 %rd5, 1;\nmov.u64 %rd6, 2;\nmov.u64 %rd7, 3;\nmov.u16 %h5, 1;\n"
      "mov.u16 %h6, 2;\nmov.u16 %h7, 3;\nmov.f32 %f5, 0f3f800000;\nmov.f32 %f6, 0f40000000;\n"
      "mov.f32 %f7, 0f40400000;\nmov.f64 %fd5, 0d3ff0000000000000;\nmov.f64 %fd6, %fd5;\nmov.f64 %fd7, %fd5;\n"
      "setp.eq.u32 %p5, %r5, 1;\nsetp.eq.u32 %p6, %r5, 1;\nsetp.eq.u32 %p7, %r5, 1;\n";
  return refusalOf(moduleWith(declared + line), launched("1x1", "out = zeros(512)"));
}

/// A register of a type, by what it is for: 5, 6, 7 have numbers.
std::string reg(const std::string& type, int number) {
  if (type == "pred") {
    return fmt::format("%p{}", number);
  }
  const std::string bits = type.substr(type.find_first_of("0123456789"));
  const bool floats = type[0] == 'f' && type.find('x') == std::string::npos;
  const std::string name = bits == "8" || bits == "16" ? "%h"
                           : bits == "32" && floats    ? "%f"
                           : bits == "64" && floats    ? "%fd"
                           : bits == "64"              ? "%rd"
                                                       : "%r";
  return fmt::format("{}{}", name, number);
}

bool isType(const std::string& word) {
  return word == "pred" || (word.size() > 1 && std::string("busf").find(word[0]) != std::string::npos &&
                            std::isdigit(static_cast<unsigned char>(word[1])) != 0);
}

/// The operands that a form has, as far as the list needs it; nothing where the list's word is none.
std::string operandsOf(const std::string& form) {
  std::vector<std::string> words;
  std::istringstream text(form);
  for (std::string word; std::getline(text, word, '.');) {
    words.push_back(word);
  }
  const auto has = [&](const std::string& word) { return std::ranges::find(words, word) != words.end(); };
  std::vector<std::string> types;
  std::ranges::copy_if(words, std::back_inserter(types), isType);
  const std::string& name = words[0];
  const std::string type = types.empty() ? "b32" : types.back();
  const std::string to = types.empty() ? "b32" : types.front();
  const std::string place = has("shared") || has("shared::cta") ? "[%r1]"
                            : has("local")                      ? "[%rd2]"
                                                                : "[%rd1]";
  const int lanes = has("v4") ? 4 : has("v2") ? 2 : 1;
  const auto several = [&](int from) {
    std::string all;
    for (int i = 0; i < lanes; ++i) {
      all += (i > 0 ? ", " : "") + reg(type, lanes == 1 ? from : 5 + i % 3);
    }
    return lanes == 1 ? all : "{" + all + "}";
  };
  const auto all = [&](int sources) {
    std::string result = reg(to, 4);
    for (int i = 0; i < sources; ++i) {
      result += ", " + reg(type, 5 + i);
    }
    return result;
  };
  static const std::map<std::string, int> kSources = {
      {"mov", 1},  {"not", 1},   {"neg", 1},  {"abs", 1},  {"cvt", 1},     {"rcp", 1},
      {"sqrt", 1}, {"rsqrt", 1}, {"ex2", 1},  {"lg2", 1},  {"sin", 1},     {"cos", 1},
      {"brev", 1}, {"add", 2},   {"sub", 2},  {"mul", 2},  {"div", 2},     {"rem", 2},
      {"min", 2},  {"max", 2},   {"and", 2},  {"or", 2},   {"xor", 2},     {"addc", 2},
      {"subc", 2}, {"fma", 3},   {"bmsk", 2}, {"tanh", 1}, {"copysign", 2}};
  if (has("wide")) {
    const std::string wide = type.substr(1) == "32" ? "%rd" : "%r";
    const std::string third = name == "mad" ? ", " + wide + "7" : "";
    return wide + "4, " + reg(type, 5) + ", " + reg(type, 6) + third;
  }
  if (const auto known = kSources.find(name); known != kSources.end()) {
    return all(known->second);
  }
  if (name == "mad" || name == "madc") return all(3);
  if (name == "popc" || name == "clz" || name == "bfind") return "%r4, " + reg(type, 5);
  if (name == "shl" || name == "shr") return reg(type, 4) + ", " + reg(type, 5) + ", %r6";
  if (name == "setp") return "%p4, " + reg(type, 5) + ", " + reg(type, 6);
  if (name == "selp") return all(2) + ", %p7";
  if (name == "prmt") return "%r4, %r5, %r6, 0x5410";
  if (name == "bfi") return reg(type, 4) + ", " + reg(type, 5) + ", " + reg(type, 6) + ", 4, 4";
  if (name == "cvta") return "%rd4, %rd1";
  if (name == "ld" && has("param")) return "%rd4, [out]";
  if (name == "ld") return several(4) + ", " + place;
  if (name == "st" && has("param")) return "";
  if (name == "st") return place + ", " + several(5);
  if (name == "atom")
    return reg(type, 4) + ", " + place + ", " + reg(type, 5) + (has("cas") ? ", " + reg(type, 6) : "");
  if (name == "red") return place + ", " + reg(type, 5);
  if (name == "bar" && has("red")) return "%p4, 0, %p5";
  if (name == "bar" && has("warp")) return "1";
  if (name == "bar" || name == "barrier") return "0";
  if (name == "shfl") return "%r4|%p4, %r5, 0, 31, 1";
  if (name == "vote") return (has("ballot") ? "%r4" : "%p4") + std::string(", %p5, 1");
  if (name == "match") return "%r4, " + reg(type, 5) + ", 1";
  if (name == "redux") return "%r4, %r5, 1";
  if (name == "activemask") return "%r4";
  if (name == "nanosleep") return "%r5";
  if (name == "membar" || name == "ret" || name == "exit" || name == "trap") return " ";
  if (name == "ldmatrix") return "{%r4, %r5}, [%r1]";
  if (name == "stmatrix") return "[%r1], {%r4, %r5}";
  return "";
}

}  // namespace

TEST_CASE("ptx: forms of instructions that are read") {
  for (const char* line :
       {"add.rm.f32 %f1, %f5, %f6;",
        "fma.rp.ftz.f32 %f1, %f5, %f6, %f7;",
        "mul.rz.f64 %fd1, %fd5, %fd6;",
        "ex2.approx.ftz.f32 %f1, %f5;",
        "lg2.approx.f32 %f1, %f5;",
        "sin.approx.f32 %f1, %f5;",
        "tanh.approx.f32 %f1, %f5;",
        "rsqrt.approx.f64 %fd1, %fd5;",
        "div.full.f32 %f1, %f5, %f6;",
        "rcp.approx.ftz.f64 %fd1, %fd5;",
        "add.f16 %h1, %h5, %h6;",
        "fma.rn.relu.f16x2 %r2, %r5, %r6, %r7;",
        "max.NaN.bf16 %h1, %h5, %h6;",
        "neg.bf16x2 %r2, %r5;",
        "cvt.rn.f16x2.f32 %r2, %f5, %f6;",
        "cvt.rn.bf16.f32 %h1, %f5;",
        "cvt.f32.bf16 %f1, %h5;",
        "cvt.rzi.s32.f16 %r2, %h5;",
        "cvt.rna.tf32.f32 %r2, %f5;",
        "cvt.pack.sat.u8.s32.b32 %r2, %r5, %r6, %r7;",
        "setp.lt.f16 %p1, %h5, %h6;",
        "setp.gt.f16x2 %p1|%p2, %r5, %r6;",
        "slct.f32.f32 %f1, %f5, %f6, %f7;",
        "dp4a.u32.u32 %r2, %r5, %r6, %r7;",
        "mul24.lo.u32 %r2, %r5, %r6;",
        "sad.u32 %r2, %r5, %r6, %r7;",
        "vadd.u32.u32.u32 %r2, %r5, %r6;",
        "prmt.b32.f4e %r2, %r5, %r6, %r7;",
        "add.u16x2 %r2, %r5, %r6;",
        "redux.sync.max.s32 %r2, %r5, 1;",
        "match.all.sync.b32 %r2|%p1, %r5, 1;",
        "activemask.b32 %r2;",
        "elect.sync %r2|%p1, 1;",
        "atom.shared.cas.b16 %h1, [%r1], %h5, %h6;",
        "atom.global.add.noftz.f16x2 %r2, [%rd1], %r5;",
        "red.global.add.v2.f32 [%rd1], {%f5, %f6};",
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2, %r3}, [%r1];",
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r5};",
        "wmma.load.b.sync.aligned.col.m8n8k4.shared.f64 {%fd1}, [%r1];",
        "wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%r2, %r3, %r4, %r5}, %r6;",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r5, %r6, %r7, %r5}, "
        "{%r5, %r6}, {%f5, %f6, %f7, %f5};",
        "mov.u32 %r2, %smid;",
        "prefetch.global.L2 [%rd1];"}) {
    CHECK_MESSAGE(refusal(line).empty(), line << " " << refusal(line));
  }
  CHECK(refusal("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r5, "
                "[%r1];")
            .find("'red.async") != std::string::npos);
  CHECK(refusal("wibble.u32 %r2, %r5;").find("'wibble.u32': not supported") != std::string::npos);
  CHECK(refusal("slct %r2, %r5, %r5, %r5;").find("'slct") != std::string::npos);
  CHECK(refusal("atom.global.cas.f16 %r2, [%rd1], %r5, %r5;").find("'atom.global.cas.f16") !=
        std::string::npos);
}

TEST_CASE("ptx: by frequency, nearly every instruction of public modules is read") {
  std::ifstream list(std::string(HRFCHECK_SOURCE_DIR) + "/../shared/corpora/ptx/instructions.txt");
  unsigned all = 0;
  unsigned read = 0;
  std::string refused;
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    unsigned times = 0;
    std::string form;
    if (!(words >> times >> form) || form.starts_with("param") || form.starts_with("mbarrier")) {
      continue;
    }
    const std::string operands = operandsOf(form);
    if (operands.empty()) {
      continue;  // control and calls, which other tests are about
    }
    all += times;
    const std::string why = refusal(form + " " + operands + ";");
    read += why.empty() ? times : 0;
    refused += why.empty() ? "" : fmt::format("{} {}: {}\n", times, form, why);
  }
  INFO(fmt::format("{} of {} read\n{}", read, all, refused));
  CHECK(read * 1000ULL >= all * 995ULL);
}

}  // namespace forms_test
