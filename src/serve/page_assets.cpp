#include "serve/page_assets.h"

namespace hrfcheck::assets {

extern const std::string_view serve_html, serve_css, serve_openapi_json;
extern const std::string_view serve_main_js, serve_ask_js, serve_corpus_js, serve_diff_js, serve_dom_js,
    serve_editor_js, serve_forms_js, serve_link_js, serve_machine_js, serve_models_js, serve_picture_js,
    serve_progress_js, serve_steps_js, serve_verdict_js;

}  // namespace hrfcheck::assets

namespace hrfcheck::inline serve {
namespace {

constexpr const char* kScript = "text/javascript; charset=utf-8";

}  // namespace

const std::vector<PageAsset>& pageAssets() {
  using namespace hrfcheck::assets;
  static const std::vector<PageAsset> all = {{"/", "text/html; charset=utf-8", serve_html},
                                             {"/serve.css", "text/css; charset=utf-8", serve_css},
                                             {"/openapi.json", "application/json", serve_openapi_json},
                                             {"/serve_main.js", kScript, serve_main_js},
                                             {"/serve_ask.js", kScript, serve_ask_js},
                                             {"/serve_corpus.js", kScript, serve_corpus_js},
                                             {"/serve_diff.js", kScript, serve_diff_js},
                                             {"/serve_dom.js", kScript, serve_dom_js},
                                             {"/serve_editor.js", kScript, serve_editor_js},
                                             {"/serve_forms.js", kScript, serve_forms_js},
                                             {"/serve_link.js", kScript, serve_link_js},
                                             {"/serve_machine.js", kScript, serve_machine_js},
                                             {"/serve_models.js", kScript, serve_models_js},
                                             {"/serve_picture.js", kScript, serve_picture_js},
                                             {"/serve_progress.js", kScript, serve_progress_js},
                                             {"/serve_steps.js", kScript, serve_steps_js},
                                             {"/serve_verdict.js", kScript, serve_verdict_js}};
  return all;
}

}  // namespace hrfcheck::inline serve
