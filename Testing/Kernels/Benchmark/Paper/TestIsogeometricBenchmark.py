"""The report on isogeometric level sets of the smallest cantilever: complete, with tables.

    TestIsogeometricBenchmark.py iga.py trabecula_benchmark folder
"""

import csv
import pathlib
import subprocess
import sys

script, program, folder = sys.argv[1:]
report = subprocess.run(
    [sys.executable, script, program, "--designs", "2", "--examples", "cantilever_32x16", "--output",
     folder],
    check=True,
    capture_output=True,
    text=True,
)
print(report.stdout)
print(report.stderr)
for title in ("Table 5", "Table 6", "Table 7", "Assembly", "Products", "Design iterations"):
    assert title in report.stdout, title

with open(pathlib.Path(folder) / "iga.csv", newline="") as stream:
    rows = {row["family"]: row for row in csv.DictReader(stream)}
assert sorted(rows) == ["converged", "designs", "products", "stages"], rows
for row in rows.values():
    assert row["unknowns"] == "1224.0", row
for name in ("stage1_s", "triplets_s", "atomics_s", "coloured_s", "by_row_s", "teams_s", "stage3_s",
             "stage4_s"):
    assert float(rows["stages"][name]) > 0.0, name
for name in ("product_s", "single_s", "points_s", "assembled_s", "multigrid_update_s", "cycle_s"):
    assert float(rows["products"][name]) > 0.0, name
assert 0.0 < float(rows["designs"]["most_iterations"]) <= 25.0
# The paper's table 7, within two per cent.
assert abs(float(rows["converged"]["compliance"]) / 58.992 - 1.0) < 0.02, rows["converged"]
