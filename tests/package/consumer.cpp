#include <hrfcheck/hrfcheck.h>

#include <iostream>

/// Prints how many outcomes store buffering has under sc.cat of the folder given: 3.
int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  const auto source = std::make_shared<hrfcheck::Source>("SB",
                                                         "HSA SB\n{ x=0; y=0; }\n"
                                                         "P0 | P1 ;\n"
                                                         "st.sc.sys x, 1 | st.sc.sys y, 1 ;\n"
                                                         "ld.sc.sys r0, y | ld.sc.sys r0, x ;\n"
                                                         "exists (0:r0=0 /\\ 1:r0=0)\n");
  hrfcheck::Preparation preparation(hrfcheck::parseLitmus(source), 4);
  const hrfcheck::Model model = hrfcheck::ModelLibrary({argv[1]}).load("sc");
  const auto engine = hrfcheck::makeSmtEngine();
  const hrfcheck::Verdict verdict = hrfcheck::checkProgram(*engine, preparation.of(model), {});
  std::cout << verdict.analysis.outcomes.size() << "\n";
  return verdict.analysis.outcomes.size() == 3 && verdict.condition == hrfcheck::Status::Forbidden ? 0 : 1;
}
