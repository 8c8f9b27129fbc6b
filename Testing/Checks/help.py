"""The help that the ? of a panel opens: each page of a source or filter begins with what to click,
links what it mentions, and no link of any page leads nowhere.

    python3 help.py BUILD/Plugin/paraview_help        python3 help.py --self-test
"""

import html
import pathlib
import re
import sys
import tempfile

BEGINNING = re.compile(r"\s*(?:<b>(?:Trabecula|File) &gt; |Select .*?, then <b>Trabecula &gt;)", re.S)
DESCRIPTION = re.compile(r'<div class="description">(.*?)</div>', re.S)
TITLE = re.compile(r"<title>([^<]*)</title>")
PROXY = '<meta name="proxy_name"'
# Bases of others, which no menu has.
UNLISTED = "trabecula_u"


def words(text):
    return " ".join(html.unescape(text).split())


def check_links(pages):
    for name, text in pages.items():
        for target in re.findall(r'href="([^"]*)"', text):
            file, _, anchor = target.partition("#")
            if ":" in file:
                continue
            goal = pages.get(file or name)
            if goal is None or (anchor and 'name="%s"' % anchor not in goal):
                yield "%s: the link to %s leads nowhere" % (name, target)


def check_mentions(name, text, labels):
    """Labels of other pages that a description has, but not as a link."""
    description = DESCRIPTION.search(text).group(1)
    linked = set(re.findall(r'<a href="([^"]*)">', description))
    # The longest first, as some are the end of others.
    plain = words(re.sub(r"<[^>]*>", "", description))
    for label in sorted(labels, key=len, reverse=True):
        if label in plain and labels[label] not in linked | {name}:
            yield "%s: mentions %s without a link" % (name, label)
        plain = plain.replace(label, "")


def check(folder):
    pages = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.html"))}
    proxies = {name: text for name, text in pages.items() if PROXY in text}
    labels = {words(TITLE.search(text).group(1)): name for name, text in proxies.items()}
    if not proxies:
        yield "%s: there are no pages" % folder
    for name, text in proxies.items():
        if not DESCRIPTION.search(text):
            continue
        if not name.startswith(UNLISTED):
            if not BEGINNING.match(DESCRIPTION.search(text).group(1)):
                yield "%s: does not begin with what to click" % name
            yield from check_mentions(name, text, labels)
    yield from check_links(pages)


def self_test():
    page = '<html><title>%s</title><meta name="proxy_name"/><div class="description">%s</div></html>'
    start = "\n <b>Trabecula &gt; Load</b> "
    cases = [
        ("", 0),
        ('See <a href="filters.Big.html">Big Load</a> and Big\n Load.', 0),
        ("See Big\n Load.", 1),
        ('See <a href="none.html">this</a>.', 1),
        ('See <a href="filters.Big.html#none">this</a>.', 1),
    ]
    failures = 0
    for text, expected in [(start + text, n) for text, n in cases] + [("Loads a part.", 1)]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "filters.Load.html").write_text(page % ("Load", text))
            (folder / "filters.Big.html").write_text(
                page % ("Big Load", "<b>Trabecula &gt; Big Load</b>")
            )
            found = list(check(folder))
            if len(found) != expected:
                failures += 1
                print("%r: expected %d problems, found %s" % (text, expected, found))
    return failures


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        sys.exit(self_test())
    problems = list(check(pathlib.Path(sys.argv[1])))
    print("\n".join(problems + ["%d problems" % len(problems)]))
    sys.exit(len(problems) > 0)
