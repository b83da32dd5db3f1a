// hrfcheck-families: prints a test of a scaling family, for any tool to read.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/families/families.h"
#include "util/diagnostic.h"

using namespace hrfcheck;

namespace {

void list() {
  for (const families::Family& family : families::all()) {
    std::string usage(family.name);
    for (const families::Parameter& parameter : family.parameters) {
      const bool optional = &parameter != &family.parameters.front();
      usage += optional ? fmt::format(" [{}, {} unless given]", parameter.name, parameter.unlessGiven)
                        : fmt::format(" {}", parameter.name);
    }
    std::cout << fmt::format("{}{}\n    {}\n", usage, family.c == nullptr ? "" : " (hsa, c)", family.summary);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Prints a litmus test of any size; without arguments, lists the families"};
  std::string name;
  families::Sizes sizes;
  std::string dialect = "hsa";
  app.add_option("family", name, "Which family");
  app.add_option("sizes", sizes, "How large");
  app.add_option("--dialect", dialect, "hsa, or c with seq_cst")->check(CLI::IsMember({"hsa", "c"}));
  CLI11_PARSE(app, argc, argv);
  if (name.empty()) {
    list();
    return 0;
  }
  try {
    std::cout << families::text(families::named(name), sizes,
                                dialect == "c" ? families::Dialect::C : families::Dialect::Hsa);
  } catch (const UserError& error) {
    std::cerr << error.what();
    return 2;
  }
  return 0;
}
