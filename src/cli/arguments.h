#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "advise/advice.h"
#include "batch/batch.h"
#include "batch/compare/comparison.h"
#include "batch/price/figures.h"
#include "check/check_options.h"
#include "check/prepare/rules.h"
#include "cli/output/answer_status.h"
#include "cli/output/exit_status.h"
#include "frontend/test_file.h"
#include "machine/cost/cost.h"
#include "machine/machine.h"
#include "observe/run.h"
#include "program/lock_unit/lock_bit.h"
#include "report/picture/picture_parts.h"
#include "report/rows/batch_table.h"
#include "suite/suite.h"
#include "synth/synth.h"
#include "termination/system/simt.h"

namespace hrfcheck::inline cli {

/// The choices of `--format`.
enum class Format { Text, Herd, Json };
/// The choices of `--color`.
enum class ColourMode { Auto, Always, Never };

/// Where a report goes and what it looks like.
struct ReportArguments {
  Format format = Format::Text;
  ColourMode colour = ColourMode::Auto;
  std::optional<std::string> output;  ///< -o FILE
  bool statistics = false;
  std::size_t maxOutcomes = 64;  ///< final states that a report for people lists; 0 for all
};

/// Where models, and the files that they include, are looked for.
struct ModelSearch {
  std::vector<std::string> folders;  ///< searched first
  bool trustIncludes = false;        ///< models may include any file
  std::string bell;                  ///< --bell; empty for none
  std::string raceFlag;              ///< --race-flag; empty for none
  bool noThinAir = false;            ///< --assume no-thin-air
};

/// How the engines go about it.
struct SearchArguments {
  EngineChoice engine = EngineChoice::Auto;
  SolverChoice solver = SolverChoice::Auto;
  bool symmetry = true;
  bool enumerateInSearch = true;
  unsigned unroll = 4;
  Rules rules = Rules::Licensed;
  double timeout = 0;       ///< seconds for one test under one model; 0 for none
  bool anyDialect = false;  ///< ask models about tests of dialects that they were not made for
  LockUnitReading lockUnit;
};

/// The choices of `--progress`.
enum class ProgressMode { Auto, On, Off };

/// The arguments of `hrfcheck check`.
struct CheckArguments {
  std::vector<std::string> files;
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given; empty for the default, "all" for every model that fits
  ModelSearch includes;
  SearchArguments search;
  CheckQuestion question = CheckQuestion::Everything;  ///< or Condition or Races
  ReportArguments report;
  std::optional<std::string> dumpSmt2;
  std::optional<std::string> certify;  ///< a folder for certificates
  ProgressMode progress = ProgressMode::Auto;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
  Unwanted unwanted;
};

/// The arguments of `hrfcheck verify`.
struct VerifyArguments {
  std::vector<std::string> folders;
  bool claims = false;  ///< list what each certificate establishes
  double timeout = 0;   ///< seconds for one certificate; 0 for none
  std::size_t memory = 4096;
  ProgressMode progress = ProgressMode::Auto;
};

/// The processes that a corpus is spread over.
struct WorkerArguments {
  unsigned memory = 4096;  ///< MiB that a worker may hold; 0 for no limit
  unsigned count = 0;      ///< 0: one for each core
};

/// The arguments of `hrfcheck batch`.
struct BatchArguments {
  std::string commandLine;         ///< as a shell would read it, for reports
  std::vector<std::string> paths;  ///< files, folders and @lists; results files with `merge`
  LaunchOptions launch;
  bool skipUnlaunched = false;      ///< kernels' files without a launch, also where they are named
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  SearchArguments search;
  CheckQuestion question = CheckQuestion::Everything;  ///< or Condition, Races or Expected
  WorkerArguments workers;
  ExpectationMode expect = ExpectationMode::Auto;
  std::string expectFile;
  std::vector<std::string> observed;  ///< files of results of `observe`
  bool promote = false;
  std::optional<std::string> results;
  bool resume = false;
  bool retry = false;
  Shard shard;
  bool merge = false;
  bool details = false;     ///< rows hold reports and pictures
  bool allDetails = false;  ///< and the page shows those of all rows
  bool repair = false;
  bool herdCounts = false;              ///< rows count executions, not final states
  std::optional<std::string> baseline;  ///< results of an earlier run
  std::optional<std::string> changes;   ///< a file
  std::optional<std::string> junit;     ///< a file
  std::optional<std::string> sarif;     ///< a file
  std::optional<std::string> html;      ///< a folder
  std::optional<std::string> herd;      ///< a folder
  TableRows table = TableRows::All;
  bool failOnRacy = false;
  bool failOnAllowed = false;
  bool failOnUndecided = false;
  bool failOnUnsupported = false;
  bool failOnUnjudged = false;
  bool failOnConditional = false;
  ColourMode colour = ColourMode::Auto;
  ProgressMode progress = ProgressMode::Auto;
};

/// The arguments of `hrfcheck compare`.
struct CompareArguments {
  std::vector<std::string> paths;  ///< files, folders and @lists
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  SearchArguments search;
  WorkerArguments workers;
  Basis basis = Basis::Promises;
  bool listTests = true;  ///< those that tell models apart, in a text report
  ReportArguments report;
  std::optional<std::string> diagram;  ///< a file
  bool failOnDifference = false;
  ProgressMode progress = ProgressMode::Auto;
};

/// The arguments of `hrfcheck convert`.
struct ConvertArguments {
  std::string file;
  LaunchOptions launch;
  std::string target;                 ///< "ptx"
  std::optional<std::string> output;  ///< -o FILE
  double timeout = 0;                 ///< seconds; 0 for none
  std::size_t memory = 4096;          ///< MiB; 0 for no limit
};

/// The arguments of `hrfcheck explain`.
struct ExplainArguments {
  std::string file;
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  std::optional<std::string> outcome;
  unsigned depth = 2;
  SearchArguments search;
  ReportArguments report;
  std::optional<std::string> picture;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// The arguments of `hrfcheck repair` and `hrfcheck narrow`.
struct AdviceArguments {
  std::string file;
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given
  std::vector<std::string> also;    ///< further models under which the goal must hold
  ModelSearch includes;
  SearchArguments search;
  std::optional<RepairGoal> goal;  ///< by default hold for a forall, and otherwise race-free
  Keep keep = Keep::AllOutcomes;
  EditKinds kinds;
  std::string costs;  ///< a file; empty for the default costs
  bool listCosts = false;
  bool all = false;
  bool table = false;
  bool inPlace = false;
  std::optional<std::string> edited;  ///< where the edited test is written
  ReportArguments report;
  ProgressMode progress = ProgressMode::Auto;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// The arguments of `hrfcheck triage`.
struct TriageArguments {
  std::optional<std::string> given;                        ///< what a sanitizer printed: a file, or -
  std::vector<std::pair<std::string, std::string>> lines;  ///< named by hand: FILE:LINE
  std::string file;                                        ///< of the kernel
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  SearchArguments search;
  bool repair = true;
  bool failOnRacy = false;
  ReportArguments report;
  ProgressMode progress = ProgressMode::Auto;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// Text needs no Graphviz, and neither does dot.
enum class PictureFormat { Text, Dot, Svg, Png, Pdf, Tikz };

/// The arguments of `hrfcheck graph`.
struct GraphArguments {
  std::string file;
  LaunchOptions launch;
  std::string model;  ///< as given; empty for the default
  ModelSearch includes;
  SearchArguments search;
  std::optional<std::string> outcome;
  bool race = false;
  bool all = false;
  std::optional<std::vector<std::string>> show;
  PictureFormat format = PictureFormat::Text;
  PictureParts parts;
  std::optional<std::string> output;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// The states of a test, as text or drawn into a file.
struct ProgressGraph {
  std::optional<std::string> file;
  PictureParts parts = {};
};

/// The arguments of `hrfcheck progress`.
struct ProgressArguments {
  std::vector<std::string> paths;  ///< files, folders and @lists
  LaunchOptions launch;
  std::vector<std::string> schedulers;  ///< as given; none for all, and those that the test names
  bool strong = false;
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  bool noModel = false;
  SearchArguments search;  ///< of memory models
  std::size_t mostStates = 4'000'000;
  double timeout = 0;  ///< seconds; 0 for none
  bool symmetry = false;
  std::optional<SimtMode> simtMode;  ///< none: those that the test's `terminates` lines name
  SimtOptions simt;                  ///< the rest; its mode is not looked at
  bool matrix = false;
  bool unexplored = false;  ///< --static
  std::optional<std::string> replay;
  std::optional<ProgressGraph> graph;
  ReportArguments report;
  bool expectConditions = false;
  bool failOnConditional = false;
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// The arguments of `hrfcheck simulate --run`.
struct TimedArguments {
  std::uint64_t seed = 1;
  std::optional<std::string> latencies;  ///< a file; the default table where there is none
  std::optional<std::string> plot;       ///< a file
};

/// The arguments of `hrfcheck simulate`.
struct SimulateArguments {
  std::vector<std::string> files;
  LaunchOptions launch;
  std::vector<std::string> machines;  ///< as given; rsp-fix where there are none
  SimulationOptions simulation;       ///< but for the machine and the deadline
  std::string against;                ///< a model, as given; empty for none
  bool sequential = false;            ///< race-free tests are promised sequential consistency
  ModelSearch includes;
  SearchArguments search;  ///< of the model's answer; its time limit is the machines', too
  std::optional<std::string> outcome;
  bool tellTraces = true;
  std::optional<CostSample> cost;       ///< what executions cost, in all of them or in a sample
  std::optional<TimedArguments> timed;  ///< runs in time instead of explorations
  bool latencyTable = false;            ///< print the default table
  std::optional<std::string> picture;   ///< of a trace: a file
  PictureParts parts;
  std::string shownMachine;  ///< print its description: a name or a file; empty for none
  bool list = false;
  ReportArguments report;
};

/// The arguments of `hrfcheck price`.
struct PriceArguments {
  PriceOptions options;                  ///< but for the machines and the deadline
  std::vector<std::string> machines;     ///< as given; those of the figure where there are none
  std::optional<std::string> latencies;  ///< a file; the default table where there is none
  std::optional<std::string> plot;       ///< a file
  double timeout = 0;                    ///< seconds; 0 for none
  std::size_t mostMemory = 4096;         ///< MiB
  ReportArguments report;
};

struct SuiteArguments {
  SuiteOptions options;  ///< but for the version; 0 workers: one for each core
  ModelSearch includes;
  bool merge = false;
  std::vector<std::string> merged;   ///< results files, with `merge`
  std::optional<std::string> saved;  ///< folder for the programs that are shown
  ProgressMode progress = ProgressMode::Auto;
  ReportArguments report;
};

/// The choices of `observe --format`.
enum class ObserveFormat { Text, Table, Json, Herd, Litmus };

/// The arguments of `hrfcheck observe`.
struct ObserveArguments {
  std::vector<std::string> paths;  ///< files, folders and @lists
  LaunchOptions launch;
  std::vector<std::string> models;  ///< as given
  ModelSearch includes;
  SearchArguments search;
  std::optional<BackEnd> backEnd;  ///< none: CUDA where there is nvcc
  RunOptions run;
  std::optional<std::string> emitTo;  ///< a folder
  std::vector<std::string> results;   ///< files
  ObserveFormat format = ObserveFormat::Text;
  ReportArguments report;     ///< but for the format
  std::size_t memory = 4096;  ///< MiB; 0 for no limit
};

/// The arguments of `hrfcheck synth`.
struct SynthArguments {
  SynthOptions options;  ///< 0 workers: one for each core
  ModelSearch includes;
  std::optional<std::string> folder;  ///< for the tests
  bool statistics = false;
  ProgressMode progress = ProgressMode::Auto;
};

/// The arguments of `hrfcheck serve`.
struct ServeArguments {
  std::vector<std::string> corpus;  ///< folders; none: the installed tests
  std::string host = "127.0.0.1";
  int port = 7475;
  bool open = false;
  double seconds = 10;
  std::size_t memory = 2048;  ///< MiB
  unsigned jobs = 0;          ///< 0: one for each core
};

/// The arguments of `hrfcheck lsp`.
struct LspArguments {
  std::vector<std::string> models;  ///< as given
  std::vector<std::string> includes;
  double seconds = 10;
  std::size_t memory = 2048;  ///< MiB
  unsigned jobs = 0;          ///< 0: one for each core
};

/// The arguments of `hrfcheck models`.
struct ModelsArguments {
  std::vector<std::string> files;  ///< model files to read; none: list the available models
  std::string stdinPath;           ///< the file whose text standard input has; empty: none
  ModelSearch includes;
  double timeout = 0;  ///< seconds for one model; 0 for none
  Format format = Format::Text;
};
/// The arguments of `hrfcheck dialects`.
struct DialectsArguments {
  Format format = Format::Text;
};
/// The arguments of `hrfcheck completion`.
struct CompletionArguments {
  std::string shell;  ///< bash, zsh or fish
};
/// What the user asks for, with its arguments.
using Command = std::function<ExitStatus()>;

}  // namespace hrfcheck::inline cli
