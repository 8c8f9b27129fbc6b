#!/usr/bin/env python3
"""Makes the tables of the benchmarks' pages from the results beside this file.

    tables.py              writes the tables between their markers, in place
    tables.py --check      fails if pages and results differ, or a result is incomplete
    tables.py --update REPORT --machine H100 [--date 2026-11-27] [--filter Cuda]
                           takes over what trabecula_benchmark measured, then writes the tables

Each QUESTION.json beside this file has a question and tables:

    columns     head and template of each column. {quantity} is a value, {field} another entry of the
                result, {peer.value} an entry of an entry, {a/b} a quotient, {a-b} a difference in
                percent of b; what stands in [...] is left out where one of its values is missing.
    across      entry of the results whose values are further columns, one for each in `order`
    baseline    case whose values are {baseline.quantity} for the others of its machine and column
    quantities  unit of each value, and counter and scale by which the benchmark's reports have it
    common      entries of all results that do not have their own
    results     case, machine, date, configuration, values; `benchmark` is the name in reports, or the
                name for each quantity, with * for Host or Cuda; `limit` the bound by hardware, `peer` what others reach

A value is a number or [least, most] of several runs. Where it is older than the result's date it is
{"value": ..., "date": ...}. A result holds the latest values only: history is in the log of Git. In one
of the pages, the Markdown files of this folder, the one above and the rooms beside, the table stands
between <!-- table QUESTION/NAME --> and <!-- end -->.

Tables model/NAME are computed by model.py from results.

REPORT is JSON by --benchmark_out_format=json; with repetitions the medians count. Results of another
machine with the same benchmark name give a new result its description.
"""

import argparse
import datetime
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import model_tables  # noqa: E402, after its folder is known
import report  # noqa: E402
import results  # noqa: E402
from results import Problem, date_of, is_number, value_of, whole  # noqa: E402

MARKER = re.compile(r"<!-- table (\S+) -->\n(.*?)<!-- end -->", re.S)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def number_text(value, digits=None):
    """A number as the page has it: with thousands apart."""
    if digits:
        value = float(f"{value:.{digits}g}")
    if abs(value) >= 1000:
        return f"{int(value):,}" if value == int(value) else f"{value:,}"
    if 0 < abs(value) < 1e-3:
        return f"{value:g}"
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def text_of(value):
    if isinstance(value, list):
        return " to ".join(number_text(x) for x in value)
    return number_text(value) if is_number(value) else str(value)


def middle(value):
    return sum(value) / 2 if isinstance(value, list) else value


def dates_text(*of):
    """When values of results were measured, as a day or as the first and last of several."""
    dates = sorted({date_of(result, value) for result in of for value in result["values"].values()})
    first, last = [datetime.date.fromisoformat(date) for date in (dates[0], dates[-1])]
    end = f"{last.day} {MONTHS[last.month - 1]} {last.year}"
    if first == last:
        return end
    start = [str(first.day), MONTHS[first.month - 1], str(first.year)]
    alike = 2 if first.year == last.year else 3
    return " ".join(start[:1 if first.month == last.month and alike == 2 else alike]) + " to " + end


def look_up(result, path):
    """A value or entry of a result, or None."""
    if path == "date":
        return dates_text(result)
    if path in result["values"]:
        return value_of(result["values"][path])
    found = result
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def placeholder(result, path):
    """Its text, or None if a value is missing."""
    for operator in "/-":
        if operator in path and path not in result["values"]:
            a, b = [look_up(result, name) for name in path.split(operator)]
            if a is None or b is None:
                return None
            a, b = middle(a), middle(b)
            if operator == "/":
                return number_text(a / b, 2 if a < 100 * b else 3)
            return f"{100 * (a / b - 1):+.1f} %"
    value = look_up(result, path)
    return None if value is None else text_of(value)


def fill(template, result):
    """A template's text; empty where a value outside of [...] is missing."""
    missing = False

    def value(match):
        nonlocal missing
        text = placeholder(result, match.group(1))
        missing = missing or text is None
        return text or ""

    def optional(match):
        texts = [placeholder(result, path) for path in re.findall(r"{([^}]*)}", match.group(1))]
        return "" if None in texts else re.sub(r"{([^}]*)}", value, match.group(1))

    text = re.sub(r"\[([^\]]*)\]", optional, template)
    text = re.sub(r"{([^}]*)}", value, text)
    return "" if missing else text


def shows(table, entry):
    """Whether a table has the entry in its columns."""
    across = table.get("across", {"field": "", "cell": ""})
    templates = [template for _, template in table["columns"]] + [across["cell"]]
    return across["field"] == entry or any("{" + entry + "}" in template for template in templates)


def machines(table):
    return list(dict.fromkeys(whole(table, result)["machine"] for result in table["results"]))


def with_baseline(table, found):
    """Results with the values of the table's baseline on their machine and in their column."""
    def place(result):
        return result["machine"], result.get(table.get("across", {}).get("field"))

    base = {place(result): {key: middle(value_of(value)) for key, value in result["values"].items()}
            for result in found if result["case"] == table.get("baseline")}
    return [{**result, "baseline": base.get(place(result), {})} for result in found]


def rows_of(table):
    """Head and lines of a table, as texts."""
    found = with_baseline(table, [whole(table, result) for result in table["results"]])
    columns = table["columns"]
    if len(machines(table)) > 1 and not shows(table, "machine"):
        columns = columns + [["machine", "{machine}"]]
    head = [name for name, _ in columns]
    across = table.get("across")
    if not across:
        return head, [[fill(template, result) for _, template in columns] for result in found]
    # A line for each case and machine, or for each case if machines are the columns; its first columns
    # are those of its first result.
    field, cell = across["field"], across["cell"]
    lines = {}
    for result in found:
        machine = result["machine"] if field != "machine" else ""
        lines.setdefault((result["case"], machine), []).append(result)
    rows = []
    for of_line in lines.values():
        by_field = {str(result[field]): result for result in of_line}
        unknown = by_field.keys() - set(across["order"])
        if unknown:
            raise Problem(f"{table['name']}: no column for {', '.join(sorted(unknown))}")
        cells = [fill(cell, by_field[key]) if key in by_field else "" for key in across["order"]]
        rows.append([fill(template, of_line[0]) for _, template in columns] + cells)
    return head + across["order"], rows


def sentence(text):
    return text[:1].upper() + text[1:] + "."


def caption(table):
    """What its columns do not say: machine, days, configuration and who has another one."""
    found = [whole(table, result) for result in table["results"]]
    where = machines(table) if not shows(table, "machine") and len(machines(table)) == 1 else []
    when = [] if shows(table, "date") else [dates_text(*found)]
    common = table.get("common", {}).get("configuration")
    how = [common] if common and not shows(table, "configuration") else []
    first = [", ".join(where + when)] if where + when else []
    sentences = [sentence("; ".join(first + how))] if first + how else []
    others = {}
    for result in found:
        if how and result["configuration"] != common:
            machine = f" ({result['machine']})" if len(machines(table)) > 1 else ""
            others.setdefault(result["configuration"], []).append(result["case"] + machine)
    sentences += [sentence(f"{text}: {'; '.join(cases)}") for text, cases in others.items()]
    return " ".join(sentences)


def markdown(table):
    """A table as lines of Markdown, below its caption."""
    head, rows = rows_of(table)
    lines = [head, ["---"] * len(head)] + rows
    text = caption(table)
    return (text + "\n\n" if text else "") + "".join(
        "|" + "".join(f" {cell} |" if cell else " |" for cell in line) + "\n" for line in lines)


def written(pages, questions):
    """The pages, texts by name, with all tables made anew."""
    tables = {f"{stem}/{table['name']}": table
              for stem, question in questions.items() for table in question["tables"]}
    names = []
    for page, text in pages.items():
        found = [match.group(1) for match in MARKER.finditer(text)]
        if text.count("<!-- table ") != len(found) or text.count("<!-- end -->") != len(found):
            raise Problem(f"{page}: a table has no end, or an end no table")
        names += found
    for name in names:
        if name not in tables:
            raise Problem(f"there are no results {name}")
    for name in tables:
        if names.count(name) != 1:
            raise Problem(f"{name} is in the pages {names.count(name)} times, not once")

    def made(match):
        return f"<!-- table {match.group(1)} -->\n{markdown(tables[match.group(1)])}<!-- end -->"

    return {page: MARKER.sub(made, text) for page, text in pages.items()}


def read_pages(folder):
    """Texts of the pages by path from the folder of benchmarks."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*.md"))}


def check(folder, benchmarks):
    """Yields what differs or is incomplete."""
    try:
        questions = results.load(folder)
        questions.update(model_tables.questions(questions))
        problems = list(results.check_results(questions))
        yield from problems
        if problems:
            return
        pages = read_pages(benchmarks)
        for page, text in written(pages, questions).items():
            if text != pages[page]:
                yield f"{page}: tables are not those of the results; run tables.py"
    except Problem as problem:
        yield str(problem)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", type=pathlib.Path, metavar="REPORT")
    parser.add_argument("--machine", help="H200, H100, ...: as in the results")
    parser.add_argument("--filter", default="", metavar="REGEX", help="of names in the report; all if left out")
    parser.add_argument("--date", help="year-month-day; that of the report if left out")
    arguments = parser.parse_args()
    if arguments.check:
        problems = list(check(HERE, HERE.parent))
        print("\n".join(problems + [f"{len(problems)} problems"]))
        return len(problems) > 0
    questions = results.load(HERE)
    if arguments.update:
        if not arguments.machine or (arguments.date and not results.is_date(arguments.date)):
            parser.error("--update needs --machine and a date as 2026-11-27")
        rows, context = report.measurements(arguments.update)
        rows = [(name, numbers) for name, numbers in rows if re.search(arguments.filter, name)]
        changes = results.update(questions, rows, arguments.machine, arguments.date or context["date"][:10])
        print("\n".join(changes + [f"{len(changes)} results changed"]))
        if not changes:
            return 1
        for stem, question in questions.items():
            (HERE / f"{stem}.json").write_text(results.dump(question), encoding="utf-8")
    made = {**questions, **model_tables.questions(questions)}
    for page, text in written(read_pages(HERE.parent), made).items():
        (HERE.parent / page).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(str(problem))
