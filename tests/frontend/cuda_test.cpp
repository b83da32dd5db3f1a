#include <doctest/doctest.h>

#include "frontend/test_file.h"
#include "show_code.h"

namespace cuda_test {

// CUDA C++ and HIP: what each built-in means to a memory model, and which parts of C++ are read. docs/cuda.md
// has the sources.

namespace {

using namespace hrfcheck;
using test::CodeText;

std::shared_ptr<const Program> readKernel(const std::string& text, const std::string& file = "k.cu",
                                          const LaunchOptions& options = {}) {
  return parseLitmus(withLaunch(std::make_shared<Source>(file, text), options), "");
}

/// The code of thread 0 of one block of one thread with this body.
std::string cudaCode(const std::string& body, const std::string& before = "",
                     const std::string& file = "k.cu") {
  const std::string text = before + "\n__global__ void k(int* x, unsigned* u, int* y, volatile int* v,\n" +
                           "    cuda::atomic<int, cuda::thread_scope_device>* a) {\n" + body +
                           "\n}\n//# launch 1x1\n" + "//# init x; u; y; v; a\n";
  return CodeText(*readKernel(text, file), 0).all();
}

std::string hipCode(const std::string& body) {
  return cudaCode(body, "", "k.hip");
}

/// The messages of what is wrong.
std::string cudaMistakes(const std::string& text, const std::string& file = "k.cu") {
  try {
    readKernel(text, file);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.position();
      result += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
    }
    return result;
  }
  return "";
}

TEST_CASE("CUDA: atomic functions are relaxed, of the device, of the block or of the system") {
  const std::vector<std::pair<std::string, std::string>> functions = {
      {"Add", "add"}, {"Sub", "sub"}, {"Exch", "exch"}, {"Min", "min"},
      {"Max", "max"}, {"And", "and"}, {"Or", "or"},     {"Xor", "xor"}};
  for (const auto& [name, shown] : functions) {
    CAPTURE(name);
    CHECK(cudaCode("int r = atomic" + name + "(x, 2);") == shown + ".rlx.device r, [&x], 2\n");
    CHECK(cudaCode("atomic" + name + "_block(x, 2);") == shown + ".rlx.block _, [&x], 2\n");
    CHECK(cudaCode("atomic" + name + "_system(x, 2);") == shown + ".rlx.system _, [&x], 2\n");
  }
  CHECK(cudaCode("int r = atomicCAS(x, 1, 2);") == "cas.rlx.device r, [&x], 1, 2\n");
  CHECK(cudaCode("atomicCAS_block(x, 1, 2);") == "cas.rlx.block _, [&x], 1, 2\n");
  CHECK(cudaCode("unsigned r = atomicInc(u, 3);") == "inc.rlx.device r, [&u], 3\n");
  CHECK(cudaCode("unsigned r = atomicDec_system(u, 3);") == "dec.rlx.system r, [&u], 3\n");
}

TEST_CASE("CUDA: fences and barriers") {
  CHECK(cudaCode("__threadfence_block(); __threadfence(); __threadfence_system();") ==
        "fence.sc.block global local\nfence.sc.device global local\nfence.sc.system global local\n");
  CHECK(cudaCode("cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);") ==
        "fence.acq.block global local\n");
  CHECK(cudaCode("cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);") ==
        "fence.sc.system global local\n");
  CHECK(cudaCode("cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_cluster);") ==
        "fence.rel.cluster global local\n");
  CHECK(cudaCode("__syncthreads();") == "barrier.block 1 global local\n");
  CHECK(cudaCode("__syncwarp(); __syncwarp(0xffffffff);") ==
        "barrier.warp 1 global local\nbarrier.warp 2 global local\n");
  CHECK(cudaMistakes("__global__ void k() { __syncwarp(2); }\n//# launch 1x2\n") ==
        "1:34: '__syncwarp' is supported for all threads of a warp only\n");
}

TEST_CASE("CUDA: volatile accesses are relaxed at system scope") {
  CHECK(
      cudaCode("*v = 1; int r = *v; *v += 2;") ==
      "st.rlx.system [&v], 1\nld.rlx.system r, [&v]\nld.rlx.system #1, [&v]\nst.rlx.system [&v], (#1 + 2)\n");
  CHECK(cudaCode("int r = *(volatile int*)x;") == "ld.rlx.system r, [&x]\n");
  CHECK(cudaCode("volatile int* p = x; int r = *p;") == "p := &x\nld.rlx.system r, [&x]\n");
  CHECK(cudaCode("int* volatile p = x; int r = *p;") == "p := &x\nld r, [&x]\n");
  CHECK(hipCode("int r = *v;") == "ld r, [&v]\n");
}

TEST_CASE("CUDA: atomic objects") {
  CHECK(cudaCode("a->store(1); int r = a->load();") == "st.sc.device [&a], 1\nld.sc.device r, [&a]\n");
  CHECK(cudaCode(
            "a->store(1, cuda::memory_order_release); int r = a->load(cuda::std::memory_order_acquire);") ==
        "st.rel.device [&a], 1\nld.acq.device r, [&a]\n");
  CHECK(cudaCode("*a = 1; int r = *a;") == "st.sc.device [&a], 1\nld.sc.device r, [&a]\n");
  CHECK(cudaCode("*a += 2; *a -= 2; *a &= 2; *a |= 2; *a ^= 2;") ==
        "add.sc.device #1, [&a], 2\nsub.sc.device #2, [&a], 2\nand.sc.device #3, [&a], 2\n"
        "or.sc.device #4, [&a], 2\nxor.sc.device #5, [&a], 2\n");
  CHECK(cudaCode("int r = (*a)++;") == "add.sc.device #1, [&a], 1\nr := #1\n");
  CHECK(cudaCode("int r = ++*a;") == "add.sc.device #1, [&a], 1\nr := (#1 + 1)\n");
  CHECK(cudaCode("int r = a->fetch_add(2, cuda::memory_order_acq_rel);") == "add.ar.device r, [&a], 2\n");
  CHECK(cudaCode("int r = a->exchange(2);") == "exch.sc.device r, [&a], 2\n");
  CHECK(cudaCode("int e = 1; bool b = a->compare_exchange_strong(e, 2, cuda::memory_order_acq_rel, "
                 "cuda::memory_order_acquire);") ==
        "e := 1\ncas.ar.device/acq #1, [&a], e, 2\n#2 := (#1 == e)\ne := #1\nb := (#2 != 0)\n");
  CHECK(cudaCode("int e = 1; while (!a->compare_exchange_weak(e, e + 1)) { }").find("e := #1") !=
        std::string::npos);
}

TEST_CASE("CUDA: references to atomic objects") {
  const std::string ref = "cuda::atomic_ref<int, cuda::thread_scope_block>";
  CHECK(cudaCode(ref + "(*x).store(1, cuda::memory_order_release);") == "st.rel.block [&x], 1\n");
  CHECK(cudaCode("int r = " + ref + "{*x}.load(cuda::memory_order_acquire);") == "ld.acq.block r, [&x]\n");
  CHECK(cudaCode(ref + " r(*x); r.fetch_add(1, cuda::memory_order_relaxed);") ==
        "r := &x\nadd.rlx.block _, [&x], 1\n");
  CHECK(cudaCode("auto r = " + ref + "(*x); r = 3; int q = r;") ==
        "r := &x\nst.sc.block [&x], 3\nld.sc.block q, [&x]\n");
  CHECK(cudaCode("cuda::atomic_ref<int> r{*x}; r.store(1);") == "r := &x\nst.sc.system [&x], 1\n");
  CHECK(cudaCode("cuda::std::atomic_ref<int>(x[0]).store(1);") == "st.sc.system [&x], 1\n");
}

TEST_CASE("CUDA: scopes of libcu++") {
  const std::vector<std::pair<std::string, std::string>> scopes = {{"thread", "thread"},
                                                                   {"block", "block"},
                                                                   {"cluster", "cluster"},
                                                                   {"device", "device"},
                                                                   {"system", "system"}};
  for (const auto& [name, level] : scopes) {
    CAPTURE(name);
    CHECK(cudaCode("cuda::atomic_ref<int, cuda::thread_scope_" + name + ">(*x).store(1);") ==
          "st.sc." + level + " [&x], 1\n");
  }
}

TEST_CASE("CUDA: built-ins of the compiler") {
  CHECK(cudaCode("int r = __nv_atomic_load_n(x, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);") ==
        "ld.acq.device r, [&x]\n");
  CHECK(cudaCode("__nv_atomic_store_n(x, 1, __NV_ATOMIC_RELEASE);") == "st.rel.system [&x], 1\n");
  CHECK(cudaCode("__nv_atomic_fetch_add(x, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);") ==
        "add.rlx.block _, [&x], 1\n");
  CHECK(cudaCode("__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);") ==
        "fence.sc.cluster global local\n");
  CHECK(cudaMistakes("__global__ void k(int* x) { __hip_atomic_load(x, 0, 0); }\n//# launch 1x1\n")
            .find("is a function of HIP, not of dialect CUDA") != std::string::npos);
}

TEST_CASE("HIP: built-ins of clang") {
  const std::vector<std::pair<std::string, std::string>> scopes = {
      {"SINGLETHREAD", "thread"}, {"WAVEFRONT", "warp"}, {"WORKGROUP", "block"},
      {"CLUSTER", "cluster"},     {"AGENT", "device"},   {"SYSTEM", "system"}};
  for (const auto& [scope, level] : scopes) {
    CAPTURE(scope);
    CHECK(hipCode("int r = __hip_atomic_load(x, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_" + scope + ");") ==
          "ld.acq." + level + " r, [&x]\n");
  }
  CHECK(hipCode("__hip_atomic_store(x, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);") ==
        "st.rel.device [&x], 1\n");
  CHECK(hipCode("int r = __hip_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);") ==
        "add.rlx.block r, [&x], 1\n");
  CHECK(
      hipCode("int e = 1; __hip_atomic_compare_exchange_strong(x, &e, 2, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, "
              "__HIP_MEMORY_SCOPE_AGENT);") == "e := 1\ncas.ar.device/rlx e, [&x], e, 2\n");
  CHECK(hipCode("int r = __scoped_atomic_fetch_or(x, 1, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);") ==
        "or.sc.block r, [&x], 1\n");
  CHECK(hipCode("int r = __scoped_atomic_load_n(x, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);") ==
        "ld.rlx.system r, [&x]\n");
  CHECK(hipCode("int r = __atomic_fetch_add(x, 1, __ATOMIC_SEQ_CST);") == "add.sc.system r, [&x], 1\n");
  CHECK(
      hipCode(
          "__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"workgroup\"); __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, \"\");") ==
      "fence.rel.block global local\nfence.sc.system global local\n");
  CHECK(hipCode("__builtin_amdgcn_s_barrier();") == "barrier.block 1 global local no fences no order\n");
  CHECK(hipCode("__threadfence(); atomicAdd(x, 1);") ==
        "fence.sc.device global local\nadd.rlx.device _, [&x], 1\n");
}

TEST_CASE("CUDA: who a thread is") {
  const std::string text =
      "__global__ void k(int* out) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  out[i] = gridDim.x * 100 + threadIdx.y * 10 + warpSize;\n"
      "}\n//# launch 2x2\n//# init out[4]\n";
  const auto program = readKernel(text);
  CHECK(CodeText(*program, 3).all() == "i := 3\nst [&out[3]], 232\n");
  CHECK(program->scopes.levels() ==
        std::vector<std::string>{"thread", "warp", "block", "cluster", "device", "system"});
  CHECK(program->scopes.instanceOf(0, 1) == program->scopes.instanceOf(1, 1));
  CHECK(program->scopes.instanceOf(0, 1) != program->scopes.instanceOf(2, 1));
}

TEST_CASE("CUDA: groups of threads") {
  const std::string before = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";
  CHECK(cudaCode("cg::this_thread_block().sync();", before) == "barrier.block 1 global local\n");
  CHECK(
      cudaCode(
          "cg::thread_block b = cg::this_thread_block(); b.sync(); cg::sync(b); *x = b.thread_rank() + b.size();",
          before) == "barrier.block 1 global local\nbarrier.block 2 global local\nst [&x], 1\n");
  CHECK(cudaCode("auto g = cg::this_grid(); g.sync();", before) == "barrier.device 1 global local\n");
  CHECK(cudaCode("auto g = cg::this_cluster(); g.sync();", before) == "barrier.cluster 1 global local\n");
  CHECK(cudaCode("auto w = cg::tiled_partition<32>(cg::this_thread_block()); w.sync(); *x = w.size();",
                 before) == "barrier.warp 1 global local\nst [&x], 32\n");
  CHECK(cudaMistakes(before +
                     "__global__ void k() { auto w = cg::tiled_partition<4>(cg::this_thread_block()); }\n")
            .find("only tiles of a whole warp, 32 threads, are supported") != std::string::npos);
}

TEST_CASE("CUDA: templates are expanded") {
  const std::string one =
      "template <typename T, int N = 3> __device__ T add(T* p, T n) { return atomicAdd(p, n * N); }\n";
  CHECK(cudaCode("int r = add<int, 4>(x, 2);", one) == "add.rlx.device r, [&x], 8\n");
  CHECK(cudaCode("int r = add<int>(x, 2);", one) == "add.rlx.device r, [&x], 6\n");
  CHECK(cudaMistakes(one + "__global__ void k(int* x) { add(x + 1, 1 + 1); }\n//# launch 1x1\n") ==
        "2:29: it is not specified what 'T' of template 'add' is\n");
  const std::string kernel =
      "template <int N> __global__ void k(int* x) { if constexpr (N > 1) { *x = N; } }\n";
  CHECK(CodeText(*readKernel(kernel + "//# kernel k<4>\n//# launch 1x1\n"), 0).all() == "st [&x], 4\n");
  CHECK(CodeText(
            *readKernel("template <cuda::memory_order O, cuda::thread_scope S = cuda::thread_scope_block>\n"
                        "__global__ void k(int* x) { cuda::atomic_ref<int, S>(*x).store(1, O); }\n"
                        "//# kernel k<cuda::memory_order_release>\n//# launch 1x1\n"),
            0)
            .all() == "st.rel.block [&x], 1\n");
  CHECK(CodeText(*readKernel(kernel + "template __global__ void k<2>(int*);\n//# launch 1x1\n"), 0).all() ==
        "st [&x], 2\n");
}

TEST_CASE("CUDA: references") {
  CHECK(cudaCode("int r = 1; bump(r); *x = r;", "__device__ void bump(int& n) { n += 2; }") ==
        "r := 1\nr := (r + 2)\nst [&x], r\n");
  CHECK(cudaCode("bump(*x);", "__device__ void bump(int& n) { n += 2; }") ==
        "ld #1, [&x]\nst [&x], (#1 + 2)\n");
  CHECK(cudaCode("int& r = x[0]; r = 2;") == "r := &x\nst [&x], 2\n");
  CHECK(cudaMistakes("__device__ void f(int& n) { n = 1; }\n__global__ void k() { f(3); }\n//# launch 1x1\n")
            .find("a value for a reference is not supported") != std::string::npos);
}

TEST_CASE("CUDA: memory of a block, whose size the launch may give") {
  const std::string text =
      "__global__ void k(int* out) {\n  extern __shared__ int s[];\n  s[threadIdx.x] = 1;\n  *out = s[0];\n}\n";
  CHECK(cudaMistakes(text + "//# launch 1x2\n") == "2:25: it is not specified how many elements 's' has\n");
  const auto program = readKernel(text + "//# launch 2x2\n//# init s[2]\n");
  CHECK(CodeText(*program, 2).all() == "st [&s@g1[0]], 1\nld #1, [&s@g1[0]]\nst [&out], #1\n");
}

TEST_CASE("CUDA: shared memory outside of functions belongs to the kernels that name it") {
  const std::string text =
      "extern __shared__ int s[];\n__shared__ int t[2][2];\n__global__ void k(int* x) {\n"
      "  s[0] = 1; t[1][threadIdx.x] = 2; *x = t[1][0];\n}\n//# launch 1x2\n//# init s[2]\n";
  CHECK(CodeText(*readKernel(text), 1).all() ==
        "st [&s[0]], 1\nst [&t[3]], 2\nld #1, [&t[2]]\nst [&x], #1\n");
  CHECK(cudaMistakes("__shared__ int s[2];\n__device__ void f() { s[0] = 1; }\n__global__ void k() { f(); }\n"
                     "//# launch 1x1\n") ==
        "2:23: shared memory that is declared outside of functions is known to kernels only\n");
}

TEST_CASE("CUDA: several pointers in one declaration of atomics") {
  const std::string text =
      "struct Node { cuda::atomic<Node*, cuda::thread_scope_block> left, right; int value; };\n"
      "__device__ Node n;\n";
  CHECK(cudaCode("Node* p = n.right.load(cuda::memory_order_relaxed); *x = p->value;", text)
            .starts_with("ld.rlx.block p, [&n.right]\n"));
}

TEST_CASE("CUDA: arguments of templates are deduced from variables, addresses, elements and numbers") {
  const std::string add = "template <typename T> __device__ void add(T* p, T n) { *p += n; }\n";
  CHECK(cudaCode("unsigned m = 3; add(u, m);", add) == "m := 3\nld #1, [&u]\nst [&u], (#1 + 3)\n");
  const std::string store =
      "template <typename T, cuda::thread_scope S>\n"
      "__device__ void set(cuda::atomic<T, S>& a, int n) { a.store(n); }\n";
  CHECK(cudaCode("set(*a, 1);", store) == "st.sc.device [&a], 1\n");
  const std::string narrow = "template <typename T> __device__ int cut(T n) { return n; }\n";
  CHECK(cudaCode("unsigned char c = 44; *x = cut(c);", narrow).find("st [&x]") != std::string::npos);
  CHECK(cudaMistakes("template <int N> __device__ int f(int x) { return N; }\n"
                     "__global__ void k(int* x) { *x = f(1); }\n//# launch 1x1\n") ==
        "2:34: it is not specified what 'N' of template 'f' is\n");
}

TEST_CASE("CUDA: blocks that vote at a barrier") {
  const std::string text =
      "__global__ void k(int* x) { x[threadIdx.x] = __syncthreads_count(threadIdx.x > 0); }\n";
  const std::string code = CodeText(*readKernel(text + "//# launch 1x3\n//# init x[3]\n"), 2).all();
  CHECK(code.starts_with("st [&__votes[2]], 2\nbarrier.block"));
  CHECK(code.find("ld #3, [&__votes[2]]\n") != std::string::npos);
  CHECK(code.find("st [&__votes[2]], 0\nbarrier.block") !=
        std::string::npos);  // of the next vote it may not be part
}

TEST_CASE("CUDA: clusters of a launch") {
  const std::string text = "__global__ void k(int* x) { *x = 1; }\n//# launch 4x1\n";
  const auto program = readKernel(text + "//# cluster 2\n");
  CHECK(program->scopes.instanceOf(0, 3) == program->scopes.instanceOf(1, 3));
  CHECK(program->scopes.instanceOf(1, 3) != program->scopes.instanceOf(2, 3));
  const auto dims =
      readKernel("__global__ void __cluster_dims__(2, 1, 1) k(int* x) { *x = 1; }\n//# launch 4x1\n");
  CHECK(dims->scopes.instanceOf(2, 3) == dims->scopes.instanceOf(3, 3));
  CHECK(readKernel(text)->scopes.instanceOf(0, 3) != readKernel(text)->scopes.instanceOf(1, 3));
  CHECK(cudaMistakes(text + "//# cluster 3\n") ==
        "3:13: '3' is not the size of a cluster in a launch of 4 work-groups\n");
}

TEST_CASE("CUDA: variables of the device, structs and auto") {
  CHECK(cudaCode("count += 1;", "__device__ int count = 3;") == "ld #1, [&count]\nst [&count], (#1 + 1)\n");
  CHECK(cudaCode("flag.store(1);", "__device__ cuda::atomic<int, cuda::thread_scope_block> flag{0};") ==
        "st.sc.block [&flag], 1\n");
  CHECK(cudaCode("auto r = *u; unsigned q = r + 1;") == "ld #1, [&u]\nr := #1\nq := (r + 1)\n");
  const std::string node =
      "struct Node { int value; cuda::atomic<Node*, cuda::thread_scope_device> next; };\n"
      "__device__ Node n;\n";
  CHECK(cudaCode("Node* p = n.next.load(cuda::memory_order_acquire); *x = p->value;", node)
            .starts_with("ld.acq.device p, [&n.next]\n"));
}

TEST_CASE("CUDA: functions of the host are left out") {
  const auto program = readKernel(
      "#include <cstdio>\n__global__ void k(int* x) { *x = 1; }\n"
      "int main() {\n  int* x;\n  cudaMalloc(&x, sizeof(int));\n  k<<<2, 1>>>(x);\n  std::vector<int> v{1, 2};\n}\n"
      "//# launch 1x1\n");
  CHECK(CodeText(*program, 0).all() == "st [&x], 1\n");
  REQUIRE(program->warnings.size() == 1);
  CHECK(program->warnings.front().message == "'main' is a function of the host, and is not read");
}

TEST_CASE("CUDA: litmus tests with threads one by one") {
  const auto program = test::parse(
      "CUDA t\n{ x=0; }\nP0@block 0 (int* x) { atomicAdd(x, 1); }\nP1@cta 1 (int* x) { __threadfence(); }\n"
      "exists (x=1)\n");
  CHECK(program->dialect == "CUDA");
  CHECK(CodeText(*program, 0).all() == "add.rlx.device _, [&x], 1\n");
  CHECK(program->scopes.instanceOf(0, 2) != program->scopes.instanceOf(1, 2));
  CHECK(program->scopes.instanceOf(0, 4) == program->scopes.instanceOf(1, 4));
}

TEST_CASE("CUDA: a kernel that is pasted says how it could be launched") {
  CHECK(cudaMistakes("__global__ void k(int* x) { *x = threadIdx.x; }\n", "-") ==
        "1:17: kernel 'k' is not launched: it is not specified how many threads execute it\n");
}

std::string dialectOf(const std::string& text, const std::string& file = "<stdin>",
                      const LaunchOptions& options = {}) {
  return readKernel(text, file, options)->dialect;
}

TEST_CASE("a pasted kernel is HIP where it has words that only HIP has, and CUDA otherwise") {
  const std::string launched = "//# launch 1x1\n//# init x\n";
  CHECK(dialectOf(launched + "__global__ void k(int* x) { *x = threadIdx.x; }") == "CUDA");
  CHECK(dialectOf(launched + "#include <hip/hip_runtime.h>\n__global__ void k(int* x) { *x = 1; }") == "HIP");
  CHECK(dialectOf(launched + "__global__ void k(int* x) {\n"
                             "  __hip_atomic_store(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }") ==
        "HIP");
  CHECK(dialectOf(launched + "// not __hip_atomic_store\n__global__ void k(int* x) { *x = 1; }") == "CUDA");
  CHECK(dialectOf(launched + "#ifdef __HIP_PLATFORM_AMD__\n#endif\n__global__ void k(int* x) { *x = 1; }") ==
        "CUDA");
  CHECK(dialectOf(launched + "kernel void k(global int* x) { *x = 1; }") == "OPENCL");
}

TEST_CASE("the language of a kernel is what a line or the command line says") {
  const std::string text = "//# launch 1x1\n//# init x\n__global__ void k(int* x) { *x = threadIdx.x; }\n";
  CHECK(dialectOf(text + "//# language hip\n") == "HIP");
  CHECK(dialectOf(text + "//# language HIP\n", "k.cu") == "HIP");
  LaunchOptions options;
  options.language = "cuda";
  CHECK(dialectOf(text + "//# language hip\n", "k.hip", options) == "CUDA");
  CHECK(dialectOf(text, "k.hip", options) == "CUDA");
}

}  // namespace

}  // namespace cuda_test
