"""Results of benchmarks as files: reading and writing them, what a complete one has, taking over
the reports of trabecula_benchmark. tables.py says how a file is laid out."""

import datetime
import fnmatch
import json
import re
import statistics

REQUIRED = ["case", "machine", "date", "configuration", "values"]
TABLE_KEYS = {"name", "columns", "across", "baseline", "quantities", "common", "results"}
DIGITS = 3  # of values taken from reports


class Problem(Exception):
    """What is wrong with a result or the page, in a sentence."""


def load(folder):
    """The questions of a folder by name."""
    questions = {}
    for path in sorted(folder.glob("*.json")):
        try:
            questions[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise Problem(f"{path.name}: {error}") from error
    return questions


def dump(question):
    """A question as text: a result a line, so that a change of one is a changed line."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def block(items, indent):
        return (",\n" + indent).join(items)

    tables = []
    for table in question["tables"]:
        entries = [f'"{key}": {line(value)}' for key, value in table.items() if key != "results"]
        results = block([line(result) for result in table["results"]], "        ")
        entries.append('"results": [\n        ' + results + "\n      ]")
        tables.append("{\n      " + block(entries, "      ") + "\n    }")
    return ('{\n  "question": ' + line(question["question"]) + ',\n  "tables": [\n    '
            + block(tables, "    ") + "\n  ]\n}\n")


def whole(table, result):
    """A result with what all of its table have in common."""
    return {**table.get("common", {}), **result}


def value_of(value):
    return value["value"] if isinstance(value, dict) else value


def date_of(result, value):
    return value.get("date", result["date"]) if isinstance(value, dict) else result["date"]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_value(value):
    """Whether this is a number or an interval of two."""
    pair = isinstance(value, list) and len(value) == 2 and all(map(is_number, value))
    return is_number(value) or (pair and value[0] <= value[1])


def is_date(text):
    try:
        datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return True


def check_result(table, result):
    """Yields what is missing or wrong in a result."""
    for key in REQUIRED:
        if not result.get(key):
            yield f"no {key}"
    if not is_date(result.get("date")):
        yield "the date is not year-month-day"
        return
    for name, value in result.get("values", {}).items():
        if name not in table["quantities"]:
            yield f"{name} is no quantity of the table"
        if not is_value(value_of(value)):
            yield f"{name} is neither a number nor [least, most]"
        elif not is_date(date_of(result, value)) or date_of(result, value) > result["date"]:
            yield f"{name} has no date, or one after the result's"


def check_results(questions):
    """Yields what is wrong with the results, each once."""
    for stem, question in questions.items():
        for table in question["tables"]:
            place = f"{stem}/{table['name']}"
            for key in table.keys() - TABLE_KEYS:
                yield f"{place}: nothing knows {key}"
            for name, quantity in table["quantities"].items():
                if "unit" not in quantity:
                    yield f"{place}: {name} has no unit"
            seen = set()
            for entry in table["results"]:
                result = whole(table, entry)
                for problem in check_result(table, result):
                    yield f"{place}, {result.get('case')}: {problem}"
                key = (result.get("case"), result.get("machine"),
                       result.get(table.get("across", {}).get("field")))
                if key in seen:
                    yield f"{place}: {result.get('case')} on {result.get('machine')} stands twice"
                seen.add(key)
                benchmark = result.get("benchmark", "")
                if not isinstance(benchmark, str) and set(benchmark) - set(table["quantities"]):
                    yield f"{place}: a benchmark of {result.get('case')} measures no quantity"


def medians(rows):
    """Numbers by name of benchmark: of repetitions the medians."""
    groups = {}
    for name, numbers in rows:
        groups.setdefault(re.sub(r"/(?:iterations:\d+|repeats:\d+|manual_time|real_time)", "", name),
                          []).append(numbers)
    return {name: {key: statistics.median(row[key] for row in found if key in row)
                   for key in found[0]} for name, found in groups.items()}


def benchmark_of(entry, quantity):
    """The name in reports of the benchmark that measures a quantity, or None."""
    benchmark = entry.get("benchmark")
    return benchmark.get(quantity) if isinstance(benchmark, dict) else benchmark


def numbers_of(benchmark, found):
    """Those of a benchmark in a report. In its name * is the space, and the report has it in one."""
    if not benchmark or "*" not in benchmark:
        return found.get(benchmark, {})
    names = [name for name in found if fnmatch.fnmatchcase(name, benchmark)]
    if len(names) > 1:
        raise Problem(f"the report has {' and '.join(names)}; choose by --filter")
    return found[names[0]] if names else {}


def measured(table, entry, found):
    """The values of a result that a report has."""
    values = {}
    for name, quantity in table["quantities"].items():
        numbers = numbers_of(benchmark_of(entry, name), found)
        if quantity.get("counter") in numbers:
            value = numbers[quantity["counter"]] * quantity.get("scale", 1)
            values[name] = float(f"{value:.{quantity.get('digits', DIGITS)}g}")
    return values


def take(table, same, values, machine, date):
    """Gives values to the machine's result among those of one benchmark, or to a new one; returns it."""
    here = [entry for entry in same if whole(table, entry)["machine"] == machine]
    target = here[0] if here else {
        key: value for key, value in same[0].items() if key not in ("values", "limit")}
    old = whole(table, target)
    # What this report does not have keeps its own date.
    kept = {key: {"value": value_of(value), "date": date_of(old, value)}
            for key, value in (old.get("values", {}) if here else {}).items() if key not in values}
    target.update(machine=machine, date=date)
    target["values"] = {**values, **kept}
    if not here:
        table["results"].insert(table["results"].index(same[-1]) + 1, target)
    return target


def update(questions, rows, machine, date):
    """Takes measurements over; returns what was changed, in words."""
    changes = []
    found = medians(rows)
    for stem, question in questions.items():
        for table in question["tables"]:
            groups = {}
            for entry in table["results"]:
                groups.setdefault(json.dumps(entry.get("benchmark")), []).append(entry)
            for same in groups.values():
                values = measured(table, same[0], found)
                if values:
                    target = take(table, same, values, machine, date)
                    changes.append(f"{stem}/{table['name']}: {target['case']} on {machine}: "
                                   + ", ".join(f"{key} {x:g}" for key, x in values.items()))
    return changes
