#include <doctest/doctest.h>

#include "frontend/test_file.h"
#include "show_code.h"

// Structs, vectors and arrays of arrays of a thread; orders, scopes and flags as parameters.

namespace {

using namespace hrfcheck;
using test::CodeText;

std::shared_ptr<const Program> readKernel(const std::string& text, const std::string& file = "k.cl") {
  return parseLitmus(std::make_shared<Source>(file, text), "");
}

/// The code of the one thread of a kernel over x, y, p[2] of struct P, v[2] of int2, and f.
std::string codeOf(const std::string& body, const std::string& before = "") {
  return CodeText(
             *readKernel("struct P { int a; int b[2]; };\n" + before +
                         "kernel void k(global int* x, global int* y, global struct P* p, global int2* v,\n"
                         "              global atomic_int* f) {\n" +
                         body + "\n}\n//# launch 1x1\n//# init p[2]; v[2]\n"),
             0)
      .all();
}

std::string wrong(const std::string& body, const std::string& before = "") {
  try {
    codeOf(body, before);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      result += d.message + "\n";
    }
    return result;
  }
  return "";
}

/// Only the stores of the code: what is computed in registers shows in them.
std::string storesOf(const std::string& code) {
  std::string result;
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = code.find('\n', begin) + 1;
    const std::string line = code.substr(begin, end - begin);
    result += line.starts_with("st") ? line : "";
    begin = end;
  }
  return result;
}

TEST_CASE("a struct of a thread: fields, values in braces, whole assignments") {
  const std::string code = codeOf("struct P s = {1, 2}; struct P t; t = s; t.b[1] = 3; p[1] = t;");
  CHECK(storesOf(code).find("st [&p[1].a]") != std::string::npos);
  CHECK(storesOf(code).find("st [&p[1].b[1]]") != std::string::npos);
  CHECK(std::count(code.begin(), code.end(), '\n') > 6);
  CHECK(wrong("struct P s; s.c = 1;") == "struct 'P' has no field 'c'\n");
  CHECK(wrong("struct P s = {1, 2, 3, 4};") == "'s' has 3 elements, but 4 values\n");
  CHECK(wrong("struct P s; *x = s;").find("a struct") != std::string::npos);
}

TEST_CASE("structs are passed, returned and pointed to") {
  const std::string before =
      "struct P make(int n) { struct P r; r.a = n; r.b[0] = n; r.b[1] = n; return r; }\n"
      "int first(struct P s) { s.a += 1; return s.a; }\n"
      "void set(struct P* s, int* all) { s->a = 5; s->b[1] = 6; *all = 4; all[1] = 7; }\n";
  CHECK(!codeOf("struct P s = make(4); *x = first(s); *y = s.a;", before).empty());
  CHECK(!codeOf("struct P s; int a[2]; set(&s, a); *x = s.a; *y = a[1];", before).empty());
  CHECK(!codeOf("p[0] = make(1);", before).empty());
  CHECK(wrong("struct P s[2]; set(&s[1], 0);", before) ==
        "the address of an element of an array of the thread cannot be passed\n");
}

TEST_CASE("a struct that is passed or returned has as many elements as an array of a thread") {
  const std::string before = "struct Large { int a[65]; };\nint f(struct Large l) { return l.a[0]; }\n";
  CHECK(wrong("global struct Large* l = 0; *x = f(*l);", before) ==
        "a struct of a thread has 1 to 64 elements\n");
}

TEST_CASE("vectors have components") {
  CHECK(!codeOf("int2 a = (int2)(1, 2); a.y = 3; v[1] = a; *x = v[0].s1; uint4 b; b.s3 = a.x; *y = b.w;")
             .empty());
  CHECK(wrong("int2 a; *x = a.z;") == "struct 'int2' has no field 'z'\n");
  CHECK(wrong("int2 a; int2 b; a += b;") == "vectors and structs have no such operator\n");
  CHECK(wrong("int3 a = (int3)(1, 2);") == "'int3' has 3 components, not 2\n");
}

TEST_CASE("arrays of arrays of a thread") {
  CHECK(storesOf(codeOf("int a[2][3] = {1, 2, 3, 4, 5, 6}; *x = a[1][2];")).find("[&x]") !=
        std::string::npos);
  CHECK(!codeOf("int a[2][2]; int i = *x; a[i][1] = 1; *y = a[1][i];").empty());
  CHECK(wrong("int a[2][2]; *x = a[1];").find("array of the thread") != std::string::npos);
}

TEST_CASE("pointers in arrays and structs of a thread point to memory") {
  const std::string before = "struct Q { global int* at; };\n";
  CHECK(codeOf("global int* a[2]; a[1] = x; *a[1] = 3; a[1][0] = 4;", before).find("st [a") !=
        std::string::npos);
  CHECK(storesOf(codeOf("struct Q q; q.at = x; *q.at = 3; q.at[0] = 4;", before)).find("], 3\n") !=
        std::string::npos);
}

TEST_CASE("orders, scopes and flags are passed to functions") {
  const std::string before =
      "void publish(global atomic_int* f, memory_order order, memory_scope scope) {\n"
      "  atomic_store_explicit(f, 1, order, scope);\n}\n"
      "void both(global atomic_int* f, cl_mem_fence_flags flags, memory_order order) {\n"
      "  barrier(flags); publish(f, order, memory_scope_device);\n}\n";
  CHECK(codeOf("publish(f, memory_order_release, memory_scope_work_group);", before) ==
        "st.rel.wg [&f], 1\n");
  CHECK(codeOf("both(f, CLK_LOCAL_MEM_FENCE, memory_order_relaxed);", before).find("st.rlx.dev [&f], 1\n") !=
        std::string::npos);
  CHECK(wrong("publish(f, 3, memory_scope_device);", before) == "expected a memory order, found '3'\n");
  CHECK(wrong("memory_order o = memory_order_release;") ==
        "'o' cannot be a variable: only parameters have this type\n");
}

}  // namespace
