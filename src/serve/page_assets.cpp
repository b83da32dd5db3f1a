#include "serve/page_assets.h"

namespace hrfcheck::assets {

extern const std::string_view serve_html, serve_css, serve_answer_css, serve_openapi_json;
extern const std::string_view serve_advice_js, serve_answer_js, serve_ask_js, serve_asked_js,
    serve_checking_js, serve_controls_js, serve_corpus_js, serve_detail_js, serve_diff_js,
    serve_differences_js, serve_dom_js, serve_editor_js, serve_errors_js, serve_forms_js, serve_lasso_js,
    serve_launch_js, serve_lines_js, serve_link_js, serve_machine_js, serve_main_js, serve_matrix_js,
    serve_models_js, serve_own_js, serve_pane_js, serve_picture_js, serve_progress_js, serve_steps_js,
    serve_subject_js, serve_trace_js, serve_verdict_js, serve_versions_js;

}  // namespace hrfcheck::assets

namespace hrfcheck::inline serve {
namespace {

constexpr const char* kScript = "text/javascript; charset=utf-8";
constexpr const char* kStyle = "text/css; charset=utf-8";

}  // namespace

const std::vector<PageAsset>& pageAssets() {
  using namespace hrfcheck::assets;
  static const std::vector<PageAsset> all = {{"/", "text/html; charset=utf-8", serve_html},
                                             {"/serve.css", kStyle, serve_css},
                                             {"/serve_answer.css", kStyle, serve_answer_css},
                                             {"/openapi.json", "application/json", serve_openapi_json},
                                             {"/serve_advice.js", kScript, serve_advice_js},
                                             {"/serve_answer.js", kScript, serve_answer_js},
                                             {"/serve_ask.js", kScript, serve_ask_js},
                                             {"/serve_asked.js", kScript, serve_asked_js},
                                             {"/serve_checking.js", kScript, serve_checking_js},
                                             {"/serve_controls.js", kScript, serve_controls_js},
                                             {"/serve_corpus.js", kScript, serve_corpus_js},
                                             {"/serve_detail.js", kScript, serve_detail_js},
                                             {"/serve_diff.js", kScript, serve_diff_js},
                                             {"/serve_differences.js", kScript, serve_differences_js},
                                             {"/serve_dom.js", kScript, serve_dom_js},
                                             {"/serve_editor.js", kScript, serve_editor_js},
                                             {"/serve_errors.js", kScript, serve_errors_js},
                                             {"/serve_forms.js", kScript, serve_forms_js},
                                             {"/serve_lasso.js", kScript, serve_lasso_js},
                                             {"/serve_launch.js", kScript, serve_launch_js},
                                             {"/serve_lines.js", kScript, serve_lines_js},
                                             {"/serve_link.js", kScript, serve_link_js},
                                             {"/serve_machine.js", kScript, serve_machine_js},
                                             {"/serve_main.js", kScript, serve_main_js},
                                             {"/serve_matrix.js", kScript, serve_matrix_js},
                                             {"/serve_models.js", kScript, serve_models_js},
                                             {"/serve_own.js", kScript, serve_own_js},
                                             {"/serve_pane.js", kScript, serve_pane_js},
                                             {"/serve_picture.js", kScript, serve_picture_js},
                                             {"/serve_progress.js", kScript, serve_progress_js},
                                             {"/serve_steps.js", kScript, serve_steps_js},
                                             {"/serve_subject.js", kScript, serve_subject_js},
                                             {"/serve_trace.js", kScript, serve_trace_js},
                                             {"/serve_verdict.js", kScript, serve_verdict_js},
                                             {"/serve_versions.js", kScript, serve_versions_js}};
  return all;
}

}  // namespace hrfcheck::inline serve
