"""The script that makes the tables of the benchmarks from their results: each of its rules is broken
once in a scratch folder, and must be reported.

    python3 benchmark_tables.py ROOT
"""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "Kernels" / "Benchmark" / "Results"))
import results  # noqa: E402, after its folder is known
import tables  # noqa: E402


def self_test():
    """Each rule broken once; returns the number of failures."""
    table = {
        "name": "t", "quantities": {"s": {"unit": "s", "counter": "real_time"}, "n": {"unit": "1"}},
        "columns": [["case", "{case}"], ["s", "{s}[ ({n})]"], ["peer", "[{peer.value}, {peer.value/s}]"],
                    ["measured", "{machine}, {date}"]],
        "common": {"configuration": "defaults", "date": "2026-11-26"},
        "results": [
            {"case": "A", "machine": "X", "benchmark": "a/Cuda/A", "peer": {"value": 12},
             "values": {"s": [1, 3], "n": {"value": 7, "date": "2026-11-20"}}},
            {"case": "B", "machine": "X", "configuration": "slow", "values": {"s": 12345.5}},
        ],
    }
    page = "# T\n<!-- table q/t -->\n<!-- end -->\nafter\n"
    expected = ("Defaults. Slow: B.\n\n| case | s | peer | measured |\n| --- | --- | --- | --- |\n"
                "| A | 1 to 3 (7) | 12, 6 | X, 20 to 26 Nov 2026 |\n| B | 12,345.5 | | X, 26 Nov 2026 |\n")
    failures = 0

    def expect(what, holds):
        nonlocal failures
        failures += not holds
        if not holds:
            print(f"failed: {what}")

    def problems(change=None, text=None):
        question = json.loads(json.dumps({"question": "Q?", "tables": [table]}))
        made = text or tables.written({"A.md": page}, {"q": question})["A.md"]
        if change:
            change(question["tables"][0])
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "q.json").write_text(results.dump(question), encoding="utf-8")
            (folder / "A.md").write_text(made, encoding="utf-8")
            return list(tables.check(folder, folder))

    def first(**changes):
        return lambda it: it["results"][0].update(changes)

    question = {"question": "Q?", "tables": [table]}
    expect("the table", tables.markdown(table) == expected)
    expect("the dump is what it was", json.loads(results.dump(question)) == question)
    expect("nothing wrong", not problems())
    other = {"A.md": page, "B.md": "text"}
    made = tables.written(other, {"q": question})
    expect("nothing else of pages changes",
           made["A.md"].endswith("end -->\nafter\n") and made["B.md"] == "text")
    for what, change in {
        "run tables.py": first(values={"s": 2}), "no machine": first(machine=""),
        "not year-month-day": first(date="26 November"), "neither a number": first(values={"s": "fast"}),
        "nor [least, most]": first(values={"s": [3, 1]}), "m is no quantity": first(values={"m": 1}),
        "measures no quantity": first(benchmark={"m": "a"}),
        "stands twice": first(case="B"),
        "after the result's": first(values={"s": {"value": 1, "date": "2026-11-28"}}),
        "nothing knows colums": lambda it: it.update(colums=[]),
        "n has no unit": lambda it: it["quantities"]["n"].clear(),
    }.items():
        expect(what, any(what in problem for problem in problems(change)))
    for what, text in {"2 times": page + page, "0 times": "# T\n",
                       "no results q/u": page + page.replace("q/t", "q/u"),
                       "no end": "<!-- table q/t -->\n"}.items():
        expect(what, any(what in problem for problem in problems(text=text)))

    rows = [("a/Cuda/A/iterations:1/manual_time", {"real_time": x}) for x in (5.0, 4.12345, 4.0)]
    for machine in ("X", "Y"):
        copy = json.loads(json.dumps(question))
        expect("an update", len(results.update({"q": copy}, rows + [("b", {})], machine, "2026-11-27")) == 1)
        listed = copy["tables"][0]["results"]
        result = listed[0 if machine == "X" else 1]
        expect("the median with three digits", result["values"]["s"] == 4.12)
        expect("date and machine", (result["date"], result["machine"]) == ("2026-11-27", machine))
        expect("what was not measured keeps its date on its machine",
               ("n" in result["values"]) == (machine == "X")
               and (machine == "Y" or result["values"]["n"]["date"] == "2026-11-20"))
        expect("no result is lost", len(listed) == (2 if machine == "X" else 3))
        expect("still complete", not list(results.check_results({"q": copy})))
    several = json.loads(json.dumps(question))
    several["tables"][0]["results"][0]["benchmark"] = {"s": "a/Cuda/A", "n": "a/Cuda/B"}
    several["tables"][0]["quantities"]["n"]["counter"] = "pcg"
    results.update({"q": several}, rows + [("a/Cuda/B/real_time", {"pcg": 8.0})], "X", "2026-11-27")
    expect("a benchmark for each quantity",
           several["tables"][0]["results"][0]["values"] == {"s": 4.12, "n": 8.0})
    several["tables"][0]["results"][0]["benchmark"] = "a/*/A"
    results.update({"q": several}, rows, "X", "2026-11-28")
    expect("a benchmark of any space", several["tables"][0]["results"][0]["date"] == "2026-11-28")
    try:
        results.update({"q": several}, rows + [("a/Host/A", {"real_time": 1.0})], "X", "2026-11-28")
        expect("one space at a time", False)
    except results.Problem as problem:
        expect("which spaces", "a/Cuda/A and a/Host/A" in str(problem))
    pivot = {**table, "across": {"field": "mesh", "order": ["1", "2"], "cell": "{s}"},
             "columns": [["case", "{case}"]],
             "results": [{"case": "A", "mesh": m, "machine": "X", "values": {"s": m}} for m in (2, 1)]}
    expect("columns by mesh", tables.rows_of(pivot) == (["case", "1", "2"], [["A", "1", "2"]]))
    pivot["results"].append({"case": "B", "mesh": 2, "machine": "X", "values": {"s": 8}})
    based = {**pivot, "baseline": "B", "across": {**pivot["across"], "cell": "{s}[ ({baseline.s/s})]"}}
    expect("a baseline", tables.rows_of(based)[1] == [["A", "1", "2 (4)"], ["B", "", "8 (1)"]])
    expect("machine and date above", tables.caption(pivot) == "X, 26 Nov 2026; defaults.")
    pivot["results"][0]["machine"] = "Y"
    expect("a column of machines", tables.rows_of(pivot)[0][:2] == ["case", "machine"])
    print(f"{failures} failures")
    return failures


if __name__ == "__main__":
    sys.exit(self_test())
