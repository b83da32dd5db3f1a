#pragma once

#include <string>

#include "report/picture/picture_parts.h"

namespace hrfcheck::inline cli {

/// An error message for a file whose name is not that of a picture, or nothing.
std::string isPictureFile(const std::string& path);

/// @throws UserError when the file needs Graphviz and there is none: before long work, rather than after it
void requireDrawing(const std::string& path);

/// Draws a graph of Graphviz into a file, as its name says: .svg, .png, .pdf, .tex (TikZ), or .dot for the
/// graph itself.
/// @throws UserError when the file cannot be written, or there is no Graphviz to draw with
void writePicture(const std::string& path, const std::string& dot, PictureParts parts = {});

}  // namespace hrfcheck::inline cli
