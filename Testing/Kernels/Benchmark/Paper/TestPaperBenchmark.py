"""The benchmark's report on the smallest cantilever: complete, and of the same designs throughout.

    TestPaperBenchmark.py paper.py trabecula_benchmark folder
"""

import csv
import pathlib
import subprocess
import sys

script, program, folder = sys.argv[1:]
# What the host space can do, with assembled matrices beside it.
methods = ["recompute", "default", "csr", "eigen"]
report = subprocess.run(
    [sys.executable, script, program, "--examples", "CB", "--sizes", "1", "--designs", "2"]
    + ["--methods", *methods, "--output", folder],
    check=True,
    capture_output=True,
    text=True,
)
print(report.stdout)
for title in ("Figure 11, 3-D cantilever", "Table 3", "Figure 15"):
    assert title in report.stdout, title

with open(pathlib.Path(folder) / "paper.csv", newline="") as stream:
    rows = {row["method"]: row for row in csv.DictReader(stream)}
print(report.stderr)
assert set(rows) == set(methods), f"measured: {sorted(rows)}"
assert all(int(float(row["elements"])) == 31250 for row in rows.values())
# Another way of multiplying, the same matrix: the same answer, and as many iterations for it.
reference = rows["recompute"]
for method, row in rows.items():
    difference = float(row["compliance"]) / float(reference["compliance"]) - 1.0
    assert abs(difference) < 1e-4, f"{method}: compliance differs by {difference}"
    if method != "default":
        iterations = float(row["pcg"]) / float(reference["pcg"])
        assert 0.98 < iterations < 1.02, f"{method}: {row['pcg']} iterations"
    assert 0.0 < float(row["product_share"]) <= 1.0
assert float(rows["default"]["pcg"]) < 0.5 * float(reference["pcg"])
