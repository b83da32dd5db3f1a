#pragma once

#include <memory>
#include <string>

#include "check/check.h"
#include "frontend/litmus.h"

namespace hrfcheck::test {

/// A hand-made engine: answers every question with the same analysis, whatever the test.
class FixedEngine : public Engine {
 public:
  explicit FixedEngine(Analysis analysis) : analysis_(std::move(analysis)) {}
  std::string name() const override { return "fixed"; }
  Analysis analyse(const PreparedTest& /*test*/, const AnalysisOptions& /*options*/) override {
    return analysis_;
  }

 private:
  Analysis analysis_;
};

inline std::shared_ptr<const Program> programOf(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("test.litmus", text));
}

inline constexpr const char* kFig14 = R"(HSA Fig14-case2
{ L=1; V=0; }
 P0@wg 0          | P1@wg 1                        ;
 st V, 2          | cas.rm_acq.cmp r0, L, 0, 1     ;
 st.rel.wg L, 0   | bne r0, 0, END                 ;
                  | ld r1, V                       ;
                  | END:                           ;
exists (1:r0=0 /\ 1:r1=0)
)";

}  // namespace hrfcheck::test
