#include <doctest/doctest.h>

#include "support/slice.h"
#include "synth/agree.h"
#include "synth/brute_bounds.h"
#include "synth/judge/asked_model.h"
#include "synth/models.h"
#include "synth/programs/test_program.h"

// Models of other dialects: the search converts programs as values and asks the engine once about each; brute
// force converts texts, reads them again, and asks about each final state.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using enum SynthKind;
using enum SynthOrder;

SynthQuestion asked(const std::vector<std::string>& names, const SynthBounds& bounds) {
  SynthQuestion question{{}, bounds, SynthWanted::NotForbidden, {}};
  for (const std::string& name : names) {
    AskedModel model = askedModel(name, modelLibrary(), Converting::Yes);
    question.models.push_back(std::move(model.model));
    question.targets.push_back(std::move(model.target));
  }
  return question;
}

}  // namespace

TEST_CASE("the dialect that a model is asked in") {
  CHECK(askedModel("rsp", modelLibrary(), Converting::Yes).target.empty());
  CHECK(askedModel("opencl-rsp", modelLibrary(), Converting::Yes).target.empty());
  CHECK(askedModel("ptx-v6.0", modelLibrary(), Converting::Yes).target == "ptx");
  CHECK(askedModel("vulkan", modelLibrary(), Converting::Yes).target == "vulkan");
  CHECK_THROWS_AS(askedModel("rc11", modelLibrary(), Converting::Yes), UserError);
  CHECK_THROWS_AS(askedModel("ptx", modelLibrary(), Converting::No), UserError);
  CHECK(dialectNamed("ptx") == "PTX");
}

TEST_CASE("the orders that a dialect has") {
  const SynthBounds bounds =
      boundsOf(1, 1, 1, {Load, Store}, {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote});
  CHECK(ordersIn("ptx", bounds) == std::vector{Ordinary, Relaxed, AcquireRelease, SeqCst});
  CHECK(ordersIn("vulkan", bounds) == std::vector{Ordinary, Relaxed, AcquireRelease});
  CHECK(ordersIn("opencl", bounds) == bounds.orders);
}

TEST_CASE("both methods agree on converted tests: every operation and order") {
  const std::vector<SynthKind> kinds{Load, Store, Exchange, Fence};
  const SynthBounds bounds = boundsOf(2, 2, 1, kinds, {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote});
  CHECK(testsAgreedOn(asked({"hrf-indirect-relaxed", "ptx", "vulkan"}, bounds)) > 0);
}

TEST_CASE("both methods agree on converted tests: 3 threads, two locations") {
  CHECK(testsAgreedOn(asked(kAtLength ? std::vector<std::string>{"hsa", "ptx", "ptx-v6.0"}
                                      : std::vector<std::string>{"hsa", "ptx-v6.0"},
                            boundsOf(kAtLength ? 3 : 2, 3, 2, {Load, Store}, {Ordinary, AcquireRelease}))) >
        0);
  CHECK(testsAgreedOn(asked({"vulkan", "vulkan-nochains"},
                            boundsOf(2, 3, 1, {Load, Store}, {Ordinary, AcquireRelease}))) > 0);
}

TEST_CASE("both methods agree on converted tests: 4 events, stores that become exchanges") {
  SynthBounds bounds = boundsOf(3, 4, 1, {Load, Store}, {Relaxed, AcquireRelease});
  bounds.levels = {kDeviceLevel};
  CHECK(testsAgreedOn(asked({"hrf-indirect-relaxed", "ptx"}, bounds)) > 0);
}

TEST_CASE("models of OpenCL say of HSA tests what they say of them in OpenCL C") {
  std::size_t shapes = 0;
  for (const char* name : {"opencl", "opencl-rsp"}) {
    const auto model = modelsNamed({name}).front();
    const SynthBounds bounds = boundsOf(2, 2, 1, {Load, Store, Exchange, Fence},
                                        {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote});
    const SynthQuestion question{{model, model}, bounds, SynthWanted::ToldApart, {"", "opencl"}};
    AnswerSearch search(question);
    const ShapeSpace space(bounds, bounds.events);
    SynthCounts counts;
    for (std::uint64_t number = 0; number < space.numbers(); ++number) {
      if (const auto shape = space.at(number); shape && ++shapes % kEvery == 0) {
        search.search(*shape, {}, counts, [&](const AnsweredTest& test) {
          FAIL_CHECK(nameOf(test.shape, annotationsOf(test.shape, test.numbers, bounds)));
        });
      }
    }
    CHECK(counts.judged > 0);
    CHECK(counts.inexpressible == 0);
  }
}
