#!/usr/bin/env python3
"""Checks the XML of the server manager: what proxies share stands once, and nothing hides what is inherited.

    proxies.py ROOT | --self-test
"""

import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree

FEWEST_LINES = 4  # of a property that may not stand twice, with its attributes in one line


def elements(root):
    """Path below XML/ and each child of a proxy or of a part."""
    for path in sorted((root / "XML").rglob("*.xml")):
        tree = xml.etree.ElementTree.parse(path).getroot()
        for include in tree.iter("Include"):
            yield path.relative_to(root / "XML").as_posix(), include
        proxies = [tree] if tree.tag == "Properties" else [p for group in tree for p in group]
        for proxy in proxies:
            for child in proxy:
                yield path.relative_to(root / "XML").as_posix(), child


def problems(root):
    found, seen, included = [], {}, set()
    for path, element in elements(root):
        name = element.get("name", element.tag)
        if element.tag == "Include":
            included.add(element.get("file"))
        if element.get("override") and element.get("panel_visibility") == "never":
            found.append(f"{path}: {name} hides what the proxy inherits; choose another base")
        text = xml.etree.ElementTree.tostring(element, encoding="unicode").strip()
        if element.tag.endswith("Property") and text.count("\n") + 1 >= FEWEST_LINES:
            key = re.sub(r"\s+", " ", text)
            if key in seen:
                found.append(f"{path}: {name} stands in {seen[key]} too; make it a part")
            seen.setdefault(key, path)
    for path in sorted((root / "XML").rglob("*.xml")):
        part = path.relative_to(root / "XML").as_posix()
        if path.read_text(encoding="utf-8").startswith("<Properties>") and part not in included:
            found.append(f"{part}: nothing includes this part")
    return found


PROPERTY = """  <DoubleVectorProperty command="SetA" name="A">
    <DoubleRangeDomain min="0" name="range" />
    <Documentation>A number,
    of which
    there are
    many.</Documentation>
  </DoubleVectorProperty>
"""


def proxy(name, content):
    return ("<ServerManagerConfiguration>\n<ProxyGroup name=\"filters\">\n"
            f"<SourceProxy name=\"{name}\">\n{content}</SourceProxy>\n</ProxyGroup>\n"
            "</ServerManagerConfiguration>\n")


def self_test():
    part = f"<Properties>\n{PROPERTY}</Properties>\n"
    include = '<Include file="Part.xml" />\n'
    hidden = '<IntVectorProperty name="A" override="1" panel_visibility="never" />\n'
    cases = [
        ({"A.xml": proxy("A", include), "B.xml": proxy("B", include), "Part.xml": part}, 0),
        ({"A.xml": proxy("A", PROPERTY), "B.xml": proxy("B", PROPERTY)}, 1),
        ({"A.xml": proxy("A", PROPERTY), "B.xml": proxy("B", include), "Part.xml": part}, 1),
        ({"A.xml": proxy("A", ""), "Part.xml": part}, 1),
        ({"A.xml": proxy("A", hidden)}, 1),
    ]
    for files, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "XML").mkdir()
            for name, text in files.items():
                (root / "XML" / name).write_text(text, encoding="utf-8")
            found = problems(root)
            assert len(found) == expected, (files, found)
    print("self-test passed")
    return 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1:
        print(__doc__)
        return 2
    found = problems(pathlib.Path(arguments[0]))
    print("\n".join(found))
    count = len(list((pathlib.Path(arguments[0]) / "XML").rglob("*.xml")))
    print(f"{count} files, {len(found)} problems")
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
