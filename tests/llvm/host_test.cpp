#include "module_of.h"

using namespace hrfcheck;

namespace {

constexpr const char* kHost =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
    "target triple = \"x86_64-pc-linux-gnu\"\n"
    "@flag = global i32 0, align 4\n"
    "@data = global i32 7, align 4\n"
    "define void @produce() {\n"
    "  store i32 42, ptr @data, align 4\n"
    "  store atomic i32 1, ptr @flag release, align 4\n"
    "  fence syncscope(\"singlethread\") seq_cst\n"
    "  ret void\n"
    "}\n"
    "define void @consume(ptr %out) {\n"
    "  %v = alloca i32, align 4\n"
    "  store i32 2, ptr %v, align 4\n"
    "  %a = load atomic i32, ptr @flag acquire, align 4\n"
    "  %b = load i32, ptr %v, align 4\n"
    "  %c = add i32 %a, %b\n"
    "  store i32 %c, ptr %out, align 4\n"
    "  ret void\n"
    "}\n";

LaunchOptions threads(const std::string& names) {
  LaunchOptions options;
  options.threads = names;
  options.init = "rest 0";
  return options;
}

}  // namespace

TEST_CASE_OF_LLVM("llvm: functions of the host run as threads of C") {
  const auto program = readLlvmText(kHost, threads("produce, consume"));
  CHECK(program->dialect == "C");
  REQUIRE(program->threads.size() == 2);
  CHECK(test::codeOf(*program, 0) == "st [&data], 42\nst.rel.all [&flag], 1\n");
  const std::string consumer = test::codeOf(*program, 1);
  CHECK(consumer.find("ld.acq.all") != std::string::npos);
  CHECK(program->locations[0].initial == 7);
}

TEST_CASE_OF_LLVM("llvm: the same function may be several threads, with parameters of their own") {
  const auto program = readLlvmText(kHost, threads("consume,consume"));
  REQUIRE(program->threads.size() == 2);
  CHECK(test::codeOf(*program, 0).find("out") != std::string::npos);
}

TEST_CASE_OF_LLVM("llvm: variables that code initializes are refused") {
  const std::string text =
      std::string(kHost) +
      "define internal void @before() {\n  store i32 1, ptr @data\n  ret void\n}\n"
      "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr "
      "@before, ptr null }]\n";
  CHECK(refusalOfModule(text, threads("produce,consume"))
            .find("'data' is initialized by code that runs before") != std::string::npos);
}
