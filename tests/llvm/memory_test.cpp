#include "module_of.h"

using namespace hrfcheck;

TEST_CASE_OF_LLVM("llvm: ordinary accesses, and atomic ones of their order and scope") {
  CHECK(codeOfModule({.body = "  store i32 1, ptr addrspace(1) %x"}) == "st [&x], 1\n");
  CHECK(codeOfModule(
            {.body = "  store atomic i32 1, ptr addrspace(1) %x syncscope(\"agent\") release, align 4"}) ==
        "st.rel.device [&x], 1\n");
  CHECK(codeOfModule({.body = "  store atomic i32 1, ptr addrspace(1) %x monotonic, align 4"}) ==
        "st.rlx.system [&x], 1\n");
  CHECK(
      codeOfModule(
          {.body =
               "  store atomic i32 1, ptr addrspace(1) %x syncscope(\"workgroup-one-as\") seq_cst, align 4"}) ==
      "st.sc.block [&x], 1\n");
}

TEST_CASE_OF_LLVM("llvm: a scope one-as is a mark where it is written, and no other instruction gets one") {
  const auto marksOf = [](const std::string& scope) {
    const auto program = readLlvmText(
        ModuleText{.body = "  store atomic i32 1, ptr addrspace(1) %x " + scope + " release, align 4"}.text(),
        launched("1x1"));
    return fmt::format("{}", fmt::join(program->threads[0].instructions[0].marks, " "));
  };
  CHECK(marksOf("syncscope(\"agent-one-as\")") == "one_as llvm");
  CHECK(marksOf("syncscope(\"agent\")") == "llvm");
  CHECK(marksOf("syncscope(\"one-as\")") == "one_as llvm");
}

TEST_CASE_OF_LLVM("llvm: updates") {
  const auto update = [](const std::string& op) {
    return codeOfModule({.body = "  %o = atomicrmw " + op +
                                 " ptr addrspace(1) %x, i32 5 syncscope(\"agent\") acq_rel\n"
                                 "  store i32 %o, ptr addrspace(1) %y"});
  };
  CHECK(update("add").starts_with("add.ar.device "));
  CHECK(update("xchg").starts_with("exch.ar.device "));
  CHECK(update("sub").starts_with("sub.ar.device "));
  CHECK(update("umax").starts_with("max.ar.device "));
  CHECK(update("uinc_wrap").starts_with("inc.ar.device "));
  CHECK(
      refusalOfModule(ModuleText{.body = "  %o = atomicrmw nand ptr addrspace(1) %x, i32 5 monotonic"}.text())
          .find("this update is not supported") != std::string::npos);
}

TEST_CASE_OF_LLVM("llvm: a compare-exchange has an order on failure where that says more") {
  const auto failureOf = [](const std::string& orders) {
    const auto program = readLlvmText(
        ModuleText{
            .body =
                "  %o = cmpxchg weak ptr addrspace(1) %x, i32 0, i32 1 syncscope(\"agent\") " + orders +
                "\n  %s = extractvalue { i32, i1 } %o, 1\n  %z = zext i1 %s to i32\n  store i32 %z, ptr addrspace(1) %y"}
            .text(),
        launched("1x1"));
    return std::get<RmwOperation>(program->threads[0].instructions[0].operation).failureOrder;
  };
  CHECK(failureOf("acq_rel acquire") == std::nullopt);
  CHECK(failureOf("acq_rel monotonic") == Order::Relaxed);
  CHECK(failureOf("release monotonic") == std::nullopt);
  CHECK(failureOf("seq_cst acquire") == Order::Acquire);
}

TEST_CASE_OF_LLVM("llvm: unordered accesses and unknown scopes are refused by name") {
  CHECK(refusalOfModule(
            ModuleText{.body = "  %o = load atomic i32, ptr addrspace(1) %x unordered, align 4"}.text())
            .find("'unordered' is not supported") != std::string::npos);
  CHECK(refusalOfModule(ModuleText{.body = "  fence syncscope(\"planet\") acquire"}.text())
            .find("syncscope(\"planet\") is not supported") != std::string::npos);
}

TEST_CASE_OF_LLVM("llvm: fences name address spaces by !mmra") {
  const auto spacesOf = [](const std::string& fence, const std::string& metadata) {
    const auto program = readLlvmText(ModuleText{.body = fence}.text() + metadata, launched("1x1"));
    return std::get<FenceOp>(program->threads[0].instructions[0].operation).spaces;
  };
  const FenceSpaces both = spacesOf("  fence syncscope(\"workgroup\") release", "");
  CHECK(both.global);
  CHECK(both.local);
  const FenceSpaces local =
      spacesOf("  fence syncscope(\"workgroup\") release, !mmra !0", "!0 = !{!\"amdgpu-as\", !\"local\"}\n");
  CHECK(!local.global);
  CHECK(local.local);
}

TEST_CASE_OF_LLVM(
    "llvm: vectors and structs are accessed number by number, and less aligned ones by pieces") {
  CHECK(codeOfModule({.body = "  store <2 x i32> <i32 1, i32 2>, ptr addrspace(1) %x, align 8"}) ==
        "st [&x[0]], 1\nst [&x[1]], 2\n");
  CHECK(codeOfModule({.body = "  store {i32, i64} {i32 1, i64 2}, ptr addrspace(1) %x, align 8"}).find("2") !=
        std::string::npos);
  const std::string pieces = codeOfModule({.body = "  store i32 197121, ptr addrspace(1) %x, align 2"});
  CHECK(pieces == "st [&x[0]], 513\nst [&x[1]], 3\n");
}

TEST_CASE_OF_LLVM("llvm: variables of a thread are registers, also through generic addresses") {
  const std::string body =
      "  %v = alloca i32, align 4, addrspace(5)\n"
      "  %g = addrspacecast ptr addrspace(5) %v to ptr\n"
      "  store i32 7, ptr %g\n"
      "  %p = alloca [2 x i32], align 4, addrspace(5)\n"
      "  %q = getelementptr [2 x i32], ptr addrspace(5) %p, i32 0, i32 1\n"
      "  %h = addrspacecast ptr addrspace(5) %q to ptr\n"
      "  store i32 8, ptr %h\n"
      "  %a = load i32, ptr addrspace(5) %v\n"
      "  %b = load i32, ptr addrspace(5) %q\n"
      "  %s = add i32 %a, %b\n"
      "  store i32 %s, ptr addrspace(1) %x";
  CHECK(codeOfModule({.body = body}) == "st [&x], 15\n");
}

TEST_CASE_OF_LLVM("llvm: memory of the work-group is local, and its generic addresses lead there") {
  const auto program =
      readLlvmText(ModuleText{.body = "  %g = addrspacecast ptr addrspace(3) @tile to ptr\n"
                                      "  %e = getelementptr i32, ptr %g, i64 1\n"
                                      "  store i32 3, ptr %e",
                              .before = "@tile = internal addrspace(3) global [4 x i32] undef, align 4"}
                       .text(),
                   launched("1x1"));
  CHECK(test::codeOf(*program) == "st [&tile[1]], 3\n");
  CHECK(program->locations[1].space == AddressSpace::Local);
}

TEST_CASE_OF_LLVM("llvm: a pointer to local memory is an array that the launch sizes") {
  LaunchOptions options = launched("1x1", "tile[3] = 0");
  const auto program = readLlvmText(
      ModuleText{
          .body =
              "  %e = getelementptr i32, ptr addrspace(3) %tile, i32 2\n  store i32 3, ptr addrspace(3) %e",
          .parameters = "ptr addrspace(3) %tile"}
          .text(),
      options);
  CHECK(test::codeOf(*program) == "st [&tile[2]], 3\n");
}

TEST_CASE_OF_LLVM("llvm: copies and fills") {
  CHECK(
      codeOfModule(
          {.body =
               "  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %x, ptr addrspace(1) align 4 %y, i64 8, i1 false)",
           .before = "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)"})
          .find("st [&x[1]]") != std::string::npos);
  CHECK(codeOfModule(
            {.body = "  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %x, i8 1, i64 4, i1 false)",
             .before = "declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)"}) ==
        "st [&x], 16843009\n");
}
