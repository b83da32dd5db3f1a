# Writes OUTPUT, a C++ file with the text of every file below FOLDER, by its path there, as bytes, which FUNCTION
# returns.
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${FOLDER}" "${FOLDER}/*")
set(texts "")
set(rows "")
foreach(file IN LISTS files)
  string(MAKE_C_IDENTIFIER "${FUNCTION}_${file}" symbol)
  file(READ "${FOLDER}/${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "(('[^']*',){24})" "\\1\n" bytes "${bytes}")
  string(APPEND texts "constexpr char ${symbol}_bytes[] = {\n${bytes}'\\0'};\n")
  string(APPEND rows "      {\"${file}\", {${symbol}_bytes, sizeof ${symbol}_bytes - 1}},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"frontend/compilers/embedded_headers.h\"

namespace hrfcheck::frontend::via {
namespace {
${texts}}  // namespace

const std::map<std::string, std::string_view, std::less<>>& ${FUNCTION}() {
  static const std::map<std::string, std::string_view, std::less<>> files = {
${rows}  };
  return files;
}

}  // namespace hrfcheck::frontend::via
")
