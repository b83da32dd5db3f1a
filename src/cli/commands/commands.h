#pragma once

#include "cli/arguments.h"
#include "cli/output/exit_status.h"

namespace hrfcheck::inline cli {

// One file for each: check_command.cpp, models_command.cpp ...
// All print to standard output (or -o) and standard error; @throws UserError for what the user can mend.

ExitStatus runCheck(const CheckArguments& arguments);
ExitStatus runBatchCommand(const BatchArguments& arguments);
ExitStatus runCompare(const CompareArguments& arguments);
ExitStatus runConvert(const ConvertArguments& arguments);
ExitStatus runExplain(const ExplainArguments& arguments);
ExitStatus runGraph(const GraphArguments& arguments);
ExitStatus runVerify(const VerifyArguments& arguments);
ExitStatus runProgress(const ProgressArguments& arguments);
ExitStatus runStaticProgress(const ProgressArguments& arguments);
ExitStatus runObserve(const ObserveArguments& arguments);
ExitStatus runSimulate(const SimulateArguments& arguments);
ExitStatus runInTime(const SimulateArguments& arguments);
ExitStatus runPrice(const PriceArguments& arguments);
ExitStatus runSuiteCommand(const SuiteArguments& arguments);
ExitStatus runSynthCommand(const SynthArguments& arguments);
ExitStatus runServe(const ServeArguments& arguments);
ExitStatus runLsp(const LspArguments& arguments);
ExitStatus runRepair(const AdviceArguments& arguments);
ExitStatus runNarrow(const AdviceArguments& arguments);
ExitStatus runTriage(const TriageArguments& arguments);
ExitStatus runModels(const ModelsArguments& arguments);
ExitStatus runDialects(const DialectsArguments& arguments);
ExitStatus runCompletion(const CompletionArguments& arguments);
ExitStatus runManual();
/// Help or version: prints a text.
ExitStatus runShow(const std::string& text);

}  // namespace hrfcheck::inline cli
