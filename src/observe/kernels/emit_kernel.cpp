#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/compilers/definitions.h"
#include "observe/back_end.h"
#include "observe/emit/c_literal.h"
#include "observe/kernels/kernel_test.h"
#include "util/hash.h"
#include "util/mapped.h"
#include "util/utf8.h"

// The file stands first, so that nothing of the harness is known to it; a main function there is called
// otherwise. What follows are tables, by which the harness lays out memory and launches the kernel.

namespace hrfcheck::inline observe {
namespace {

using frontend::KernelLaunch;
using frontend::LaunchedObject;
using frontend::LaunchedParameter;
using frontend::LaunchedWord;

class KernelEmission {
 public:
  KernelEmission(const KernelTest& test, const Interleavings& interleavings)
      : test_(test), launch_(test.launch), interleavings_(interleavings) {}

  EmittedTest run() const {
    EmittedTest result;
    result.name = fileNameOf(program().name);
    const std::string written = definitions() + fileText();
    const std::string tables = shape() + parameters() + objects() + words() + kernel() + variablesOfFile();
    result.hash = hashText(written + tables);
    result.text =
        fmt::format("/* {}: a kernel for a device, written by hrfcheck observe. */\n", result.name) +
        definitions() + "#define main hrf_main_of_the_file\n" +
        fmt::format("#line 1 {}\n", cString(cleaned(program().source->name(), Controls::None))) + fileText() +
        fmt::format("\n#line 1 {}\n#undef main\n", cString(result.name + ".launch")) + tables +
        interleaved() + fmt::format("#define HRF_HASH \"{}\"\n", result.hash) + "#include \"hrf_grid.h\"\n";
    return result;
  }

 private:
  const Program& program() const { return *test_.program; }

  std::string fileText() const {
    const Source& source = *program().source;
    std::string text = source.text().substr(0, source.fileEnd());
    return launch_.definitions.empty()
               ? text
               : frontend::via::withoutDefinitions(std::move(text), launch_.definitions);
  }

  /// As the compiler is given them when the kernel is read.
  std::string definitions() const {
    return concatenated(launch_.definitions, [](const std::string& definition) {
      const std::string option = frontend::via::definitionOption(definition).substr(2);
      const std::size_t equals = option.find('=');
      return fmt::format("#define {} {}\n", option.substr(0, equals),
                         equals == std::string::npos ? "1" : option.substr(equals + 1));
    });
  }

  std::string shape() const {
    const std::string names = concatenated(
        program().observed, [&](const StateVariable& variable) { return " " + program().nameOf(variable); });
    return fmt::format(
        "#define HRF_TEST {}\n#define HRF_BACKEND \"{}\"\n#define HRF_VARIABLES {}\n#define HRF_VARIABLE_NAMES {}\n"
        "#define HRF_PARAMETERS {}\n#define HRF_OBJECTS {}\n#define HRF_GRID {}\n#define HRF_BLOCK {}\n"
        "#define HRF_CLUSTER {}\n#define HRF_COOPERATIVE {}\n#define HRF_DYNAMIC_SHARED {}\n"
        "#define HRF_OF_THE_FILE {}\n",
        cString(cleaned(program().name, Controls::None)), infoOf(BackEnd::Cuda).name,
        program().observed.size(), cString(names), launch_.parameters.size(), launch_.objects.size(),
        fmt::join(launch_.blocks, ", "), fmt::join(launch_.threads, ", "),
        fixedCluster() ? 1 : launch_.cluster, launch_.cooperative ? 1 : 0, launch_.dynamicShared,
        std::ranges::any_of(launch_.objects, &LaunchedObject::ofModule) ? 1 : 0);
  }

  /// Whether the text says it itself: then the launch does not.
  bool fixedCluster() const { return fileText().find("__cluster_dims__") != std::string::npos; }

  static std::string bytes(const std::string& name, const std::vector<std::uint8_t>& values) {
    return values.empty()
               ? ""
               : fmt::format("static const unsigned char {}[] = {{{}}};\n", name, fmt::join(values, ", "));
  }

  std::string parameters() const {
    std::string text;
    std::string rows;
    for (std::size_t p = 0; p < launch_.parameters.size(); ++p) {
      const LaunchedParameter& parameter = launch_.parameters[p];
      const std::string name = fmt::format("hrf_value_{}", p);
      text += bytes(name, parameter.bytes);
      rows += parameter.object
                  ? fmt::format("    {{{}, 0, 8}}, /* {} */\n", *parameter.object, parameter.name)
                  : fmt::format("    {{-1, {}, {}}}, /* {} */\n", parameter.bytes.empty() ? "0" : name,
                                parameter.bytes.size(), parameter.name);
    }
    return text +
           fmt::format(
               "/* By parameter: the object that it points to, or its bytes. */\nstatic const struct {{\n"
               "  int object;\n  const unsigned char* bytes;\n  unsigned size;\n}} hrf_parameters[] = {{\n{}    {{-1, "
               "0, 0}}}};\n",
               rows);
  }

  std::string objects() const {
    std::string text;
    std::string rows;
    for (std::size_t o = 0; o < launch_.objects.size(); ++o) {
      const LaunchedObject& object = launch_.objects[o];
      const std::string name = fmt::format("hrf_initial_{}", o);
      text += bytes(name, object.initial);
      rows += fmt::format("    {{{}, {}, {}}}, /* {} */\n", object.bytes, object.initial.empty() ? "0" : name,
                          object.initial.size(), object.name);
    }
    return text +
           fmt::format(
               "/* Memory of a launch: its size, and how it begins; 0 behind that. */\nstatic const struct {{\n"
               "  unsigned size;\n  const unsigned char* bytes;\n  unsigned given;\n}} hrf_objects[] = {{\n{}"
               "    {{0, 0, 0}}}};\n",
               rows);
  }

  std::string words() const {
    const std::string rows = concatenated(program().observed, [&](const StateVariable& variable) {
      const LaunchedWord& word = launch_.words.at(program().locations[variable.location].name);
      return fmt::format("    {{{}, {}, {}, {}}}, /* {} */\n", word.object, word.offset, word.bytes,
                         word.isSigned ? 1 : 0, program().nameOf(variable));
    });
    return fmt::format(
        "/* What is observed: an object, where it lies there, how many bytes it has, whether they have a sign. */\n"
        "static const struct {{\n  int object;\n  unsigned offset, bytes;\n  int has_sign;\n}} hrf_words[] = {{\n{}}};\n",
        rows);
  }

  std::string kernel() const {
    return fmt::format(
        "static const void* hrf_kernel_of_the_file(void) {{\n  static const auto kernel = &{};\n"
        "  return (const void*)kernel;\n}}\n",
        launch_.kernel);
  }

  /// Variables of the file: where they are on the device.
  std::string variablesOfFile() const {
    std::string rows;
    for (std::size_t o = 0; o < launch_.objects.size(); ++o) {
      if (launch_.objects[o].ofModule) {
        rows += fmt::format("  if (object == {}) {{\n    return cudaGetSymbolAddress(address, {});\n  }}\n",
                            o, launch_.objects[o].name);
      }
    }
    return fmt::format(
        "static cudaError_t hrf_variable_of_the_file(int object, void** address) {{\n{}  (void)object;\n"
        "  *address = 0;\n  return cudaSuccess;\n}}\n",
        rows);
  }

  std::string interleaved() const {
    const std::vector<std::vector<Value>> states = interleavings_.value_or(std::vector<std::vector<Value>>{});
    if (states.empty()) {
      return "#define HRF_INTERLEAVINGS 0\n";
    }
    const auto rows = mapped<std::string>(states, [](const std::vector<Value>& state) {
      return fmt::format("    {{{}}}", fmt::join(state, ", "));
    });
    return fmt::format(
        "/* The final states under interleaving: others are weak. */\n#define HRF_INTERLEAVINGS {}\n"
        "static const long long hrf_interleaved[][HRF_VARIABLES] = {{\n{}}};\n",
        rows.size(), fmt::join(rows, ",\n"));
  }

  const KernelTest& test_;
  const KernelLaunch& launch_;
  const Interleavings& interleavings_;
};

}  // namespace

EmittedTest emitKernel(const KernelTest& test, const Interleavings& interleavings) {
  return KernelEmission(test, interleavings).run();
}

}  // namespace hrfcheck::inline observe
