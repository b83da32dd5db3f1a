#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "observe/emit/c_literal.h"
#include "observe/emit/emit.h"

/// The files of observe/runtime, compiled in (cmake/Embed.cmake).
namespace hrfcheck::assets {

extern const std::string_view hrf_launch_h;
extern const std::string_view hrf_kernel_h;
extern const std::string_view hrf_words_cuda_h;
extern const std::string_view hrf_async_cuda_h;
extern const std::string_view hrf_words_opencl_h;
extern const std::string_view hrf_words_hip_h;
extern const std::string_view hrf_cuda_as_hip_h;
extern const std::string_view hrf_host_h;
extern const std::string_view hrf_report_h;
extern const std::string_view hrf_histogram_h;
extern const std::string_view hrf_shown_h;
extern const std::string_view hrf_fields_h;
extern const std::string_view hrf_settings_h;
extern const std::string_view hrf_search_h;
extern const std::string_view hrf_main_h;
extern const std::string_view hrf_main_cuda_h;
extern const std::string_view hrf_open_cuda_h;
extern const std::string_view hrf_main_opencl_h;
extern const std::string_view hrf_grid_h;
extern const std::string_view hrf_grid_device_h;
extern const std::string_view hrf_grid_settings_h;
extern const std::string_view hrf_grid_shown_h;
extern const std::string_view hrf_grid_host_h;
extern const std::string_view hrf_main_grid_h;
extern const std::string_view run_sh;

}  // namespace hrfcheck::assets

namespace hrfcheck::inline observe {
namespace {

std::string textOf(std::string_view asset) {
  return std::string(asset);
}

/// The harness as the texts that the device's own compiler gets.
std::string harnessForOpenCl() {
  return "/* hrf_launch.h, hrf_words_opencl.h and hrf_kernel.h, for the device's compiler. */\n"
         "static const char hrf_words_source[] =\n" +
         cLiteral(textOf(assets::hrf_launch_h) + textOf(assets::hrf_words_opencl_h)) +
         "  ;\n\nstatic const char hrf_kernel_text[] =\n" + cLiteral(textOf(assets::hrf_kernel_h)) + "  ;\n";
}

/// What is built for an NVIDIA GPU, by default the one of the machine.
constexpr const char* kCudaRules = R"(NVCC ?= nvcc
ARCH ?= native
NVCCFLAGS ?= -O3 -std=c++17 -diag-suppress 177,550 -arch=$(ARCH)

bin/%: %.cu $(wildcard hrf_*.h) | bin
	$(NVCC) $(NVCCFLAGS) -o $@ $<
)";
/// What is built for an AMD GPU, by default the one of the machine.
constexpr const char* kHipRules = R"(HIPCC ?= hipcc
ARCH ?= native
HIPCCFLAGS ?= -O3 -std=c++17 -Wno-unused --offload-arch=$(ARCH)

bin/%: %.hip $(wildcard hrf_*.h) | bin
	$(HIPCC) $(HIPCCFLAGS) -o $@ $<
)";
constexpr const char* kOpenClRules = R"(CC ?= cc
CFLAGS ?= -O2
LDLIBS ?= -lOpenCL

bin/%: %.c $(wildcard hrf_*.h) | bin
	$(CC) $(CFLAGS) -o $@ $< $(LDLIBS)
)";

}  // namespace

std::vector<HarnessFile> harnessFiles(BackEnd backEnd) {
  std::vector<HarnessFile> files = {{"hrf_launch.h", textOf(assets::hrf_launch_h)},
                                    {"hrf_host.h", textOf(assets::hrf_host_h)},
                                    {"hrf_report.h", textOf(assets::hrf_report_h)},
                                    {"hrf_histogram.h", textOf(assets::hrf_histogram_h)},
                                    {"hrf_fields.h", textOf(assets::hrf_fields_h)},
                                    {"hrf_shown.h", textOf(assets::hrf_shown_h)},
                                    {"hrf_settings.h", textOf(assets::hrf_settings_h)},
                                    {"hrf_search.h", textOf(assets::hrf_search_h)},
                                    {"hrf_main.h", textOf(assets::hrf_main_h)}};
  if (backEnd != BackEnd::OpenCl) {
    if (backEnd == BackEnd::Cuda) {
      files.push_back({"hrf_words_cuda.h", textOf(assets::hrf_words_cuda_h)});
      files.push_back({"hrf_async_cuda.h", textOf(assets::hrf_async_cuda_h)});
      files.push_back({"hrf_grid.h", textOf(assets::hrf_grid_h)});
      files.push_back({"hrf_grid_device.h", textOf(assets::hrf_grid_device_h)});
      files.push_back({"hrf_grid_settings.h", textOf(assets::hrf_grid_settings_h)});
      files.push_back({"hrf_grid_shown.h", textOf(assets::hrf_grid_shown_h)});
      files.push_back({"hrf_grid_host.h", textOf(assets::hrf_grid_host_h)});
      files.push_back({"hrf_main_grid.h", textOf(assets::hrf_main_grid_h)});
    } else {
      files.push_back({"hrf_words_hip.h", textOf(assets::hrf_words_hip_h)});
      files.push_back({"hrf_cuda_as_hip.h", textOf(assets::hrf_cuda_as_hip_h)});
    }
    files.push_back({"hrf_kernel.h", textOf(assets::hrf_kernel_h)});
    files.push_back({"hrf_main_cuda.h", textOf(assets::hrf_main_cuda_h)});
    files.push_back({"hrf_open_cuda.h", textOf(assets::hrf_open_cuda_h)});
  } else {
    files.push_back({"hrf_harness_cl.h", harnessForOpenCl()});
    files.push_back({"hrf_main_opencl.h", textOf(assets::hrf_main_opencl_h)});
  }
  return files;
}

std::vector<HarnessFile> buildFiles(BackEnd backEnd, const std::vector<std::string>& tests) {
  std::string makefile =
      "# Builds the tests of this folder; ./run.sh runs them.\nall: $(addprefix bin/,$(shell cat tests))\n\n";
  makefile += backEnd == BackEnd::Cuda ? kCudaRules : backEnd == BackEnd::Hip ? kHipRules : kOpenClRules;
  makefile += "\nbin:\n\tmkdir -p bin\n\nclean:\n\trm -rf bin results all.results\n\n.PHONY: all clean\n";
  return {{"Makefile", makefile},
          {"run.sh", textOf(assets::run_sh)},
          {"tests", fmt::format("{}\n", fmt::join(tests, "\n"))}};
}

}  // namespace hrfcheck::inline observe
