#include "module_of.h"

using namespace hrfcheck;

namespace {

constexpr const char* kDeclared =
    "declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare i32 @llvm.amdgcn.workgroup.id.x()\n"
    "declare void @llvm.amdgcn.s.barrier()\ndeclare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\n"
    "declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()\n"
    "declare i32 @__hrfcheck_local_id(i32)\ndeclare void @__hrfcheck_barrier(i32, i32, i32)\n"
    "declare void @__hrfcheck_fence(i32, i32, i32)\ndeclare i32 @llvm.amdgcn.ds.bpermute(i32, i32)\n";

}  // namespace

TEST_CASE_OF_LLVM("llvm: ids and sizes are those of the launch") {
  const std::string body =
      "  %i = call i32 @llvm.amdgcn.workitem.id.x()\n"
      "  %g = call i32 @llvm.amdgcn.workgroup.id.x()\n"
      "  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\n"
      "  %sp = getelementptr i8, ptr addrspace(4) %d, i64 4\n"
      "  %s16 = load i16, ptr addrspace(4) %sp\n"
      "  %s = zext i16 %s16 to i32\n"
      "  %m = mul i32 %g, %s\n"
      "  %at = add i32 %m, %i\n"
      "  %n = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()\n"
      "  %groups = load i32, ptr addrspace(4) %n\n"
      "  %e = getelementptr i32, ptr addrspace(1) %x, i32 %at\n"
      "  store i32 %groups, ptr addrspace(1) %e";
  const auto program =
      readLlvmText(ModuleText{.body = body, .before = kDeclared}.text(), launched("2x3", "x[6]; rest 0"));
  REQUIRE(program->threads.size() == 6);
  CHECK(test::codeOf(*program, 5) == "st [&x[5]], 2\n");
}

TEST_CASE_OF_LLVM(
    "llvm: s_barrier orders no memory, and between fences of its scope it is a barrier that does") {
  const auto barrierOf = [](const std::string& body) {
    const auto program = readLlvmText(ModuleText{.body = body, .before = kDeclared}.text(), launched("1x2"));
    REQUIRE(program->threads[0].instructions.size() == 1);
    return std::get<BarrierOp>(program->threads[0].instructions[0].operation);
  };
  CHECK(barrierOf("  call void @llvm.amdgcn.s.barrier()").order == std::nullopt);
  const BarrierOp barrier = barrierOf(
      "  fence syncscope(\"workgroup\") release\n  call void @llvm.amdgcn.s.barrier()\n"
      "  fence syncscope(\"workgroup\") acquire");
  CHECK(barrier.order == Order::AcquireRelease);
  CHECK(barrier.level == 2);
}

TEST_CASE_OF_LLVM("llvm: barriers of OpenCL C have a scope and address spaces, and meet by their place") {
  const auto program =
      readLlvmText(ModuleText{.body = "  call void @__hrfcheck_barrier(i32 2, i32 1, i32 4)\n"
                                      "  call void @__hrfcheck_barrier(i32 1, i32 3, i32 4)",
                              .before = kDeclared,
                              .openCl = true}
                       .text(),
                   launched("1x2"));
  CHECK(program->dialect == "OPENCL");
  const auto& first = std::get<BarrierOp>(program->threads[0].instructions[0].operation);
  const auto& second = std::get<BarrierOp>(program->threads[0].instructions[1].operation);
  CHECK(first.memoryLevel == 3);
  CHECK(first.spaces.local);
  CHECK(!first.spaces.global);
  CHECK(first.fences);
  CHECK(second.memoryLevel == std::nullopt);
  CHECK(second.spaces.global);
  CHECK(first.id != second.id);
}

TEST_CASE_OF_LLVM("llvm: fences of OpenCL C; one that is relaxed is none") {
  const auto program = readLlvmText(ModuleText{.body = "  call void @__hrfcheck_fence(i32 2, i32 3, i32 3)\n"
                                                       "  call void @__hrfcheck_fence(i32 2, i32 0, i32 3)",
                                               .before = kDeclared,
                                               .openCl = true}
                                        .text(),
                                    launched("1x2"));
  REQUIRE(program->threads[0].instructions.size() == 1);
  const auto& fence = std::get<FenceOp>(program->threads[0].instructions[0].operation);
  CHECK(fence.atomicity->order == Order::Release);
  CHECK(fence.atomicity->level == 4);
  CHECK(!fence.spaces.local);
}

TEST_CASE_OF_LLVM("llvm: lanes give each other numbers") {
  const std::string body =
      "  %i = call i32 @llvm.amdgcn.workitem.id.x()\n"
      "  %o = xor i32 %i, 1\n"
      "  %a = shl i32 %o, 2\n"
      "  %v = add i32 %i, 10\n"
      "  %t = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %v)\n"
      "  %e = getelementptr i32, ptr addrspace(1) %x, i32 %i\n"
      "  store i32 %t, ptr addrspace(1) %e";
  const auto program =
      readLlvmText(ModuleText{.body = body, .before = kDeclared}.text(), launched("1x2", "x[2]; rest 0"));
  CHECK(test::codeOf(*program, 0).find("st [&x[0]], 11") != std::string::npos);
  CHECK(test::codeOf(*program, 1).find("st [&x[1]], 10") != std::string::npos);
}

TEST_CASE_OF_LLVM("llvm: functions are put in, and those that call themselves are refused") {
  const std::string put =
      "define internal i32 @f(i32 %n) noinline optnone {\n  %r = add i32 %n, 1\n  ret i32 %r\n}";
  CHECK(codeOfModule({.body = "  %r = call i32 @f(i32 4)\n  store i32 %r, ptr addrspace(1) %x",
                      .before = put}) == "st [&x], 5\n");
  const std::string itself = "define internal i32 @f(i32 %n) {\n  %r = call i32 @f(i32 %n)\n  ret i32 %r\n}";
  CHECK(refusalOfModule(ModuleText{.body = "  %r = call i32 @f(i32 4)", .before = itself}.text())
            .find("'f' calls itself") != std::string::npos);
  CHECK(refusalOfModule(ModuleText{.body = "  call void @g()", .before = "declare void @g()"}.text())
            .find("'g' has no body in the module") != std::string::npos);
}

TEST_CASE_OF_LLVM("llvm: phis get what they have on the way, all at once") {
  const std::string body =
      "  br label %loop\n"
      "loop:\n"
      "  %a = phi i32 [ 1, %0 ], [ %b, %loop ]\n"
      "  %b = phi i32 [ 2, %0 ], [ %a, %loop ]\n"
      "  %n = phi i32 [ 0, %0 ], [ %m, %loop ]\n"
      "  %m = add i32 %n, 1\n"
      "  %c = icmp ult i32 %m, 4\n"
      "  br i1 %c, label %loop, label %end\n"
      "end:\n"
      "  %s = shl i32 %a, 8\n"
      "  %r = or i32 %s, %b\n"
      "  store i32 %r, ptr addrspace(1) %x";
  CHECK(codeOfModule({.body = body}) == "st [&x], 513\n");
}

TEST_CASE_OF_LLVM("llvm: what the verifier does not take is said") {
  CHECK(refusalOfModule("no module").find("LLVM does not take k.ll: line 1") != std::string::npos);
  CHECK(refusalOfModule(std::string(kAmdLayout)).find("the module has no kernel") != std::string::npos);
}

TEST_CASE_OF_LLVM(
    "llvm: a DPP takes a word of a lane of the row, and keeps another one where there is none") {
  const std::string body =
      "  %i = call i32 @llvm.amdgcn.workitem.id.x()\n"
      "  %v = add i32 %i, 1\n"
      "  %t = call i32 @llvm.amdgcn.update.dpp.i32(i32 -1, i32 %v, i32 273, i32 15, i32 15, i1 false)\n"
      "  %e = getelementptr i32, ptr addrspace(1) %x, i32 %i\n"
      "  store i32 %t, ptr addrspace(1) %e";
  const auto program = readLlvmText(
      ModuleText{.body = body,
                 .before = "declare i32 @llvm.amdgcn.workitem.id.x()\n"
                           "declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)"}
          .text(),
      launched("1x2", "x[2]; rest 0"));
  CHECK(test::codeOf(*program, 0).find("st [&x[0]], 4294967295") != std::string::npos);
  CHECK(test::codeOf(*program, 1).find("st [&x[1]], 1") != std::string::npos);
}
