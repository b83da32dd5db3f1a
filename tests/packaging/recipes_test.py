"""Recipes of packages, parsed: their versions, and that they depend on what vcpkg.json depends on."""

import ast
import json
import pathlib
import re
import shutil
import subprocess
import unittest

try:
    import yaml
except ImportError:
    yaml = None

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = SOURCE / "packaging"
MANIFEST = json.loads((SOURCE / "vcpkg.json").read_text(encoding="utf-8"))

# What a system calls a library of vcpkg.json.
OTHER_NAMES = {"conda": {"nlohmann-json": "nlohmann_json"}}


def needed(system):
    names = OTHER_NAMES.get(system, {})
    return {names.get(name, name) for name in MANIFEST["dependencies"]}


class Spack(unittest.TestCase):
    def setUp(self):
        text = (PACKAGING / "spack/package.py").read_text(encoding="utf-8")
        classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        self.assertEqual([node.name for node in classes], ["Hrfcheck"])
        self.body = classes[0].body
        self.calls = [
            node.value for node in self.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ]

    def arguments(self, function):
        return [call.args[0].value for call in self.calls if call.func.id == function]

    def test_versions_and_dependencies(self):
        self.assertEqual(self.arguments("version"), ["main", MANIFEST["version"]])
        self.assertEqual(self.arguments("license"), [MANIFEST["license"]])
        named = {re.split("[@ ]", spec)[0] for spec in self.arguments("depends_on")}
        self.assertEqual(needed("spack") - named, set())
        self.assertEqual(named - needed("spack"), {"cxx", "cmake", "ninja", "pkgconfig"})

    def test_options_are_those_of_the_build(self):
        defined = [
            node.args[0].value
            for node in ast.walk(ast.Module(self.body, []))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "define"
        ]
        self.assertEqual(defined, ["HRFCHECK_TESTS"])
        self.assertIn("option(HRFCHECK_TESTS", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))


class Homebrew(unittest.TestCase):
    def setUp(self):
        self.path = PACKAGING / "homebrew/hrfcheck.rb"
        self.text = self.path.read_text(encoding="utf-8")

    def test_blocks_are_closed(self):
        depth = 0
        for line in self.text.splitlines():
            word = line.split("#")[0].split()
            if word and (word[0] in ("class", "def") or word[-1] == "do"):
                depth += 1
            elif word == ["end"]:
                depth -= 1
            self.assertGreaterEqual(depth, 0)
        self.assertEqual(depth, 0)

    @unittest.skipUnless(shutil.which("ruby"), "skipped: no ruby")
    def test_ruby_reads_it(self):
        subprocess.run(["ruby", "-c", self.path], check=True, capture_output=True)

    def test_versions_and_dependencies(self):
        self.assertIn("class Hrfcheck < Formula", self.text)
        self.assertEqual(re.findall(r'^  version "(.*)"', self.text, re.M), [MANIFEST["version"]])
        self.assertEqual(re.findall(r'^  license "(.*)"', self.text, re.M), [MANIFEST["license"]])
        named = set(re.findall(r'^  depends_on "([^"]+)"', self.text, re.M))
        self.assertEqual(named - needed("homebrew"), {"cmake", "ninja", "pkgconf"})
        self.assertEqual(needed("homebrew") - named, set())


@unittest.skipUnless(yaml, "skipped: no python3-yaml")
class Conda(unittest.TestCase):
    def setUp(self):
        self.recipe = yaml.safe_load((PACKAGING / "conda/meta.yaml").read_text(encoding="utf-8"))

    def test_versions_and_dependencies(self):
        self.assertEqual(self.recipe["package"], {"name": MANIFEST["name"], "version": MANIFEST["version"]})
        self.assertEqual(self.recipe["source"]["git_rev"], "v" + MANIFEST["version"])
        self.assertEqual(self.recipe["about"]["license"], MANIFEST["license"])
        self.assertEqual(set(self.recipe["requirements"]["host"]), needed("conda"))
        self.assertTrue((SOURCE / self.recipe["about"]["license_file"]).exists())

    def test_the_test_asks_about_a_file_that_is_installed(self):
        command = self.recipe["test"]["commands"][-1]
        path = command.split("$PREFIX/share/hrfcheck/")[1]
        self.assertTrue((SOURCE / path).exists(), path)


@unittest.skipUnless(yaml, "skipped: no python3-yaml")
class Citation(unittest.TestCase):
    def test_it_has_what_the_format_requires(self):
        citation = yaml.safe_load((SOURCE / "CITATION.cff").read_text(encoding="utf-8"))
        for key in ("cff-version", "message", "title", "authors"):
            self.assertIn(key, citation)
        self.assertEqual(citation["cff-version"], "1.2.0")
        self.assertEqual(citation["version"], MANIFEST["version"])
        self.assertEqual(citation["license"], MANIFEST["license"])
        self.assertEqual(citation["type"], "software")
        for reference in citation["references"]:
            self.assertIn(reference["type"], ("article", "conference-paper"))
            self.assertIsInstance(reference["year"], int)
            self.assertTrue(reference["title"])
            for author in reference["authors"]:
                self.assertEqual(set(author), {"family-names", "given-names"})


class Container(unittest.TestCase):
    def test_what_is_copied_is_what_is_built(self):
        text = (SOURCE / "Dockerfile").read_text(encoding="utf-8")
        words = [line.split()[0] for line in text.splitlines() if line and not line[0].isspace() and line[0] != "#"]
        self.assertEqual(words, ["FROM", "COPY", "RUN", "FROM", "COPY", "RUN", "ENTRYPOINT"])
        self.assertIn("scripts/package", text)
        self.assertTrue((SOURCE / "scripts/package").exists())


class Files(unittest.TestCase):
    def test_the_page_names_every_recipe(self):
        page = (PACKAGING / "README.md").read_text(encoding="utf-8")
        for path in PACKAGING.glob("*/*"):
            self.assertIn(f"({path.relative_to(PACKAGING)})", page)
        for target in re.findall(r"\]\(([^)#]+)\)", page):
            self.assertTrue((PACKAGING / target).exists(), target)


if __name__ == "__main__":
    unittest.main()
