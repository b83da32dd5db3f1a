#include "cli/options/option_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "frontend/compilers/compile.h"

namespace hrfcheck::inline cli {

CLI::Option* addChoice(CLI::App& app, const std::string& names, std::string& into, const std::string& what,
                       std::vector<std::string> choices) {
  const std::string text = CLI::detail::join(choices, "|");
  return app.add_option(names, into, what)
      ->check(CLI::IsMember(std::move(choices)))
      ->type_name("")
      ->option_text(text);
}

CLI::Option* addWord(CLI::App& app, const std::string& names, const std::string& what,
                     const std::vector<std::string>& words, const std::function<void(std::size_t)>& take) {
  const auto place = [take, words](const std::string& word) {
    take(static_cast<std::size_t>(std::ranges::find(words, word) - words.begin()));
  };
  return app.add_option_function<std::string>(names, place, what)
      ->check(CLI::IsMember(words))
      ->type_name("")
      ->option_text(CLI::detail::join(words, "|"));
}

CLI::Option* addWords(CLI::App& app, const std::string& names,
                      const std::function<void(const std::vector<std::string>&)>& take,
                      const std::string& what, const std::vector<std::string>& words) {
  return app.add_option_function<std::vector<std::string>>(names, take, what)
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check(CLI::IsMember(words))
      ->type_name("")
      ->option_text(CLI::detail::join(words, "|"));
}

CLI::Option* addFlags(CLI::App& app, const std::string& names, const std::string& what,
                      const std::vector<std::pair<std::string, bool*>>& flags) {
  std::vector<std::string> words;
  for (const auto& [word, flag] : flags) {
    words.push_back(word);
  }
  const auto set = [flags](const std::vector<std::string>& given) {
    for (const auto& [word, flag] : flags) {
      *flag = contains(given, word);
    }
  };
  return addWords(app, names, set, what, words);
}

CLI::Option* addText(CLI::App& app, const std::string& names, std::optional<std::string>& into,
                     const std::string& what, const std::string& type) {
  const auto take = [&into](const std::string& text) {
    into = text.empty() ? std::nullopt : std::optional(text);
  };
  return app.add_option_function<std::string>(names, take, what)->type_name(type)->option_text(type);
}

CLI::Option* addChoices(CLI::App& app, const std::string& names, std::vector<std::string>& into,
                        const std::string& what, std::vector<std::string> choices) {
  const std::string text = CLI::detail::join(choices, "|");
  return app.add_option(names, into, what)
      ->allow_extra_args(false)
      ->check(CLI::IsMember(std::move(choices)))
      ->type_name("")
      ->option_text(text);
}

void addInclude(CLI::App& app, ModelSearch& includes) {
  addValue(app, "--include", includes.folders,
           "Search this folder for models before the installed ones (may be repeated)", "DIR")
      ->allow_extra_args(false);
  app.add_flag(
      "--trust-includes", includes.trustIncludes,
      "Let a model include any file, not only those in its own folder, the folders of --include and the folder of the installed models");
  addValue(
      app, "--bell", includes.bell,
      "For LISA tests: read this bell file, which declares annotations, scopes and regions, before each model",
      "FILE");
  addValue(
      app, "--race-flag", includes.raceFlag,
      "For a model file written for another tool: the name of the flag that means a race, where hrfcheck does "
      "not recognise it; none: no flag does",
      "NAME");
}

void addAssume(CLI::App& app, ModelSearch& includes) {
  app.add_option_function<std::string>(
         "--assume", [&includes](const std::string&) { includes.noThinAir = true; },
         "Give an answer that holds if the assumption holds (\"conditional\"): no-thin-air, that reads-from and "
         "dependencies have no cycle, so that no value comes out of thin air (docs/loops.md, \"Values\")")
      ->check(CLI::IsMember({"no-thin-air"}))
      ->type_name("no-thin-air")
      ->option_text("no-thin-air");
}

void addModels(CLI::App& app, std::vector<std::string>& models, const std::string& whatByDefault) {
  addValue(app, "-m,--model", models,
           "A model's name, the path of a .cat file, or all (may be repeated); default: " + whatByDefault,
           "MODEL")
      ->allow_extra_args(false);
}

// CLI11's own check lets "nan" pass and spells out the largest number.
std::string isSeconds(const std::string& text) {
  double seconds = 0;
  const bool number = CLI::detail::lexical_cast(text, seconds);
  return number && std::isfinite(seconds) && seconds >= 0 ? "" : text + " is not a number of seconds";
}

std::string isPositive(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0
             ? ""
             : text + " is not a positive number";
}

std::string isNotEmpty(const std::string& text) {
  return text.empty() ? "a name is missing" : "";
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string isLockBits(const std::string& text) {
  std::uint32_t bits = 0;
  const bool number = CLI::detail::lexical_cast(text, bits);
  return number && (bits == 0 || std::has_single_bit(bits)) ? "" : text + " is not a power of two";
}

void addSearch(CLI::App& app, SearchArguments& search, double timeout, const std::string& timed) {
  search.timeout = timeout;
  addWord(
      app, "--engine", search.engine,
      "Engine: explicit search with the SMT solver as fallback (auto, the default), the solver only (smt), the "
      "search only (explicit), or both at once, whichever answers first (race)",
      {{"auto", EngineChoice::Auto},
       {"smt", EngineChoice::Smt},
       {"explicit", EngineChoice::Explicit},
       {"race", EngineChoice::Race}});
  addWord(
      app, "--solver", search.solver,
      "Solver that the SMT engine uses: CaDiCaL, and Z3 to list many outcomes (auto, the default), or one "
      "of them for everything",
      {{"auto", SolverChoice::Auto}, {"z3", SolverChoice::Z3}, {"cadical", SolverChoice::Cadical}});
  addValue(app, "--unroll", search.unroll,
           "Maximum number of times that the body of a loop is executed (default 4)", "N")
      ->check(CLI::Range(0U, 1000U));
  const std::string limit = timeout > 0 ? fmt::format("{}; 0: no limit", timeout) : "no limit";
  addValue(app, "--timeout", search.timeout, fmt::format("Time limit for {} (default: {})", timed, limit),
           "SECONDS")
      ->check(isSeconds);
  addAnyDialect(app, search.anyDialect);
  addWord(
      app, "--symmetry", search.symmetry,
      "Explore only one of the executions that differ only in the names of interchangeable threads (default on)",
      {{"on", true}, {"off", false}});
  addWord(app, "--enumeration", search.enumerateInSearch,
          "How the solver lists outcomes: in one search (default), or by excluding them one by one",
          {{"search", true}, {"blocking", false}})
      ->group("");  // hidden: what tests compare
  addWord(
      app, "--tinylock", search.lockUnit.ordered,
      "Whether taking a lock bit (ldslk) acquires and freeing it (stsul) releases (acqrel, the default), or "
      "neither does (relaxed)",
      {{"acqrel", true}, {"relaxed", false}});
  addValue(app, "--lock-bits", search.lockUnit.lockBits,
           "Number of lock bits of a work-group, a power of two (default 1024; 0: one for each word)", "N")
      ->check(isLockBits);
}

void addPlain(CLI::App& app, SearchArguments& search) {
  const auto use = [&search] {
    search.rules = Rules::Plain;
    search.engine = EngineChoice::Reference;
    search.symmetry = false;
  };
  CLI::Option* plain = app.add_flag_callback(
      "--plain", use,
      "Use no property of the model to skip work that would show nothing more: every loop is bounded by "
      "--unroll, reads may return any value written, threads are not interchangeable, and each candidate "
      "execution is judged on its own. Slow, but simple enough to be read (docs/trust.md)");
  for (const char* other : {"--engine", "--solver", "--symmetry", "--enumeration"}) {
    plain->excludes(other);
  }
}

void addOnly(CLI::App& app, CheckQuestion& only) {
  addWord(app, "--only", only,
          "Answer one question only: whether the condition can hold and can fail, or which races there are",
          {{"condition", CheckQuestion::Condition}, {"races", CheckQuestion::Races}});
}

/// How the file is compiled.
static void addVia(CLI::App& app, LaunchOptions& launch) {
  addChoice(
      app, "--via", launch.via,
      "Check this compiler's output for the file: clang or nvcc for CUDA C++ (.cu, PTX; docs/cuda.md; by "
      "default the first one that is found), llvm for OpenCL C (.cl; LLVM IR by clang; by default where "
      "hrfcheck's own reader refuses it), clang for OpenCL C in SPIR-V, glslang for GLSL and HLSL (.comp, "
      ".hlsl; SPIR-V, docs/spirv.md); other files are read as usual",
      frontend::via::compilers());
  addChoice(app, "-O,--optimize", launch.optimize,
            "Optimization level of the compiler (default: CUDA C++ 0, so that no access is lost; OpenCL C 1)",
            {"0", "1", "2", "3"});
  addValue(app, "--std", launch.standard, "C++ standard used to compile CUDA C++ (default c++17)",
           "STANDARD");
  app.add_flag_callback(
      "-v,--verbose",
      [&launch] {
        launch.onCommand = [](const std::string& command) {
          std::fprintf(stderr, "+ %s\n", command.c_str());
        };
      },
      "Show the compilers' commands, on standard error");
}

void addLaunch(CLI::App& app, LaunchOptions& launch) {
  addValue(
      app, "--launch", launch.launch,
      "Launch a kernel with this many work-groups, and this many work-items in each: 2x4, or 2,1x4,2 in two "
      "dimensions (in a file: a line //# launch 2x4; docs/kernels.md)",
      "GROUPSxITEMS");
  addValue(app, "--kernel", launch.kernel, "The kernel to launch, if a file has several", "NAME");
  addValue(app, "--threads", launch.threads,
           "Of a module of LLVM for the host: the functions that run at the same time, each as a thread "
           "(docs/llvm.md)",
           "NAME,NAME");
  addValue(app, "--language", launch.language,
           "The language of a kernel (default: from the file name extension, or else detected from its "
           "text)",
           "opencl|cuda|hip")
      ->check(CLI::IsMember({"opencl", "cuda", "hip"}));
  addValue(
      app, "--init", launch.init,
      "The initial values of the kernel's parameters and of what they point to: 'part[3]; state[3]={1,2,3}; n=4'",
      "STATE");
  addValue(app, "-D,--define", launch.definitions,
           "Define a constant of the kernel, in place of its #define of that name (may be repeated)",
           "NAME=VALUE")
      ->allow_extra_args(false);
  addValue(app, "--sub-group", launch.subGroup,
           "Number of work-items in a sub-group of the launch (default: each work-item is its own sub-group)",
           "N");
  addValue(
      app, "--out-of-bounds", launch.outOfBounds,
      "How to treat an access past the end of an object in a SPIR-V module: as an error (default), or as one to "
      "memory that holds any value (docs/spirv.md)",
      "error|any")
      ->check(CLI::IsMember({"error", "any"}));
  addValue(app, "--volatile", launch.volatiles,
           "How to treat volatile accesses in PTX: as relaxed at system scope, as its definition does (the "
           "default), or as ordinary, as C++ and papers on scopes do (docs/ptx.md)",
           "relaxed|ordinary")
      ->check(CLI::IsMember({"relaxed", "ordinary"}));
  CLI::Option* exists =
      addValue(app, "--exists", launch.exists,
               "Ask whether this condition can hold, instead of the condition of the test", "CONDITION");
  addValue(app, "--forall", launch.forall, "Ask whether this condition always holds", "CONDITION")
      ->excludes(exists);
  addValue(app, "--filter", launch.filter,
           "Consider only executions whose final state satisfies this condition", "CONDITION");
  addValue(app, "--test", launch.test, "One of the tests of a file that has several (also FILE:NAME)",
           "NAME");
  addVia(app, launch);
}

void addStdinPath(CLI::App& app, std::string& path) {
  addValue(app, "--stdin-path", path,
           "Take standard input (-) for the text of this file: by its name the language is known, and files "
           "next to it are included (for editors)",
           "FILE");
}

void addIncludeFolders(CLI::App& app, LaunchOptions& launch) {
  launch.includeBeside = true;
  addValue(app, "-I,--include-files", launch.includeFolders,
           "Let kernels also include files below this folder, not only files next to them (may be "
           "repeated)",
           "DIR")
      ->allow_extra_args(false);
  addStdinPath(app, launch.stdinPath);
}

CLI::Option* addMemory(CLI::App& app, std::size_t& memory) {
  return addValue(app, "--memory", memory,
                  "Memory limit in MiB; what needs more is undecided (default 4096; 0: no limit)", "MIB");
}

void addPictureParts(CLI::App& app, PictureParts& parts, bool legend) {
  app.add_flag("--standalone", parts.standalone, "TikZ: write a whole LaTeX document (default: the picture)");
  app.add_flag_callback(
      "--no-caption", [&parts] { parts.caption = false; }, "Leave out the title of the picture");
  if (legend) {
    app.add_flag_callback(
        "--no-legend", [&parts] { parts.legend = false; }, "Leave out the legend of the picture");
  }
}

void addAnyDialect(CLI::App& app, bool& anyDialect) {
  app.add_flag("--any-dialect", anyDialect,
               "Apply models even to dialects that they are not intended for (noted in the report)");
}

void addWorkers(CLI::App& app, WorkerArguments& workers) {
  addValue(app, "-j,--jobs", workers.count, "Number of worker processes (default: one per core)", "N")
      ->check(CLI::Range(1U, 1024U));
  addValue(
      app, "--memory", workers.memory,
      "Memory limit of each worker, in MiB; a row (one test under one model) that needs more is undecided (default 4096; 0: no limit)",
      "MIB");
}

/// "3/16". An error message, or nothing.
static std::string parseShard(const std::string& text, Shard& shard) {
  const std::size_t slash = text.find('/');
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  const bool first =
      slash != std::string::npos && number.ec == std::errc() && number.ptr == text.data() + slash;
  const auto of = first ? std::from_chars(number.ptr + 1, end, shard.of) : number;
  if (!first || of.ec != std::errc() || of.ptr != end || shard.number < 1 || shard.number > shard.of) {
    return text + " is not of the form 3/16";
  }
  return "";
}

CLI::Option* addShard(CLI::App& app, Shard& shard, const std::string& what) {
  const auto check = [](const std::string& text) {
    Shard parsed;
    return parseShard(text, parsed);
  };
  const auto take = [&shard](const std::string& text) { parseShard(text, shard); };
  return app.add_option_function<std::string>("--shard", take, what + " (default 1/1)")
      ->type_name("I/N")
      ->option_text("I/N")
      ->check(check);
}

void addProgress(CLI::App& app, ProgressMode& progress) {
  addWord(app, "--progress", progress,
          "Progress line on standard error: auto (on a terminal, the default), on, or off",
          {{"auto", ProgressMode::Auto}, {"on", ProgressMode::On}, {"off", ProgressMode::Off}});
}

void addColour(CLI::App& app, ColourMode& colour) {
  addWord(app, "--color", colour, "Use colours: auto (on a terminal, the default), always, or never",
          {{"auto", ColourMode::Auto}, {"always", ColourMode::Always}, {"never", ColourMode::Never}});
}

void addFormat(CLI::App& app, Format& format) {
  addWord(app, "--format", format, "Output format: text (default) or JSON",
          {{"text", Format::Text}, {"json", Format::Json}});
}

}  // namespace hrfcheck::inline cli
