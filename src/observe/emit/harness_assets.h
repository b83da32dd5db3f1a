#pragma once

#include <string_view>

/// The files of observe/runtime, compiled in (cmake/Embed.cmake).
namespace hrfcheck::assets {

extern const std::string_view hrf_launch_h;
extern const std::string_view hrf_kernel_h;
extern const std::string_view hrf_words_cuda_h;
extern const std::string_view hrf_words_opencl_h;
extern const std::string_view hrf_host_h;
extern const std::string_view hrf_report_h;
extern const std::string_view hrf_histogram_h;
extern const std::string_view hrf_settings_h;
extern const std::string_view hrf_search_h;
extern const std::string_view hrf_main_h;
extern const std::string_view hrf_main_cuda_h;
extern const std::string_view hrf_open_cuda_h;
extern const std::string_view hrf_main_opencl_h;
extern const std::string_view run_sh;

}  // namespace hrfcheck::assets
