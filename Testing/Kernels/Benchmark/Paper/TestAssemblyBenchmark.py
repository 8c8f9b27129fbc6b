"""The report on assembly of the smallest mesh: complete, all methods, tables and figures.

    TestAssemblyBenchmark.py assembly.py trabecula_benchmark folder
"""

import csv
import pathlib
import subprocess
import sys

script, program, folder = sys.argv[1:]
report = subprocess.run(
    [sys.executable, script, program, "--meshes", "cylinder_TET4_750/", "--output", folder],
    check=True,
    capture_output=True,
    text=True,
)
print(report.stdout)
print(report.stderr)
for title in ("Value stage in bsr", "Value stage in ell", "Products", "setFromTriplets"):
    assert title in report.stdout, title

with open(pathlib.Path(folder) / "assembly.csv", newline="") as stream:
    rows = list(csv.DictReader(stream))
assert len(rows) == 1, f"measured: {len(rows)} meshes"
row = rows[0]
assert int(float(row["elements"])) == 750
methods = ["by_row", "by_element", "separate", "coloured", "shared_nonzeros", "sorted"]
for name in ["bsr", "ell"]:
    for method in methods:
        assert float(row[f"{name}_{method}_s"]) > 0.0, f"{name} {method}"
for name in ["lists_s", "count_s", "fill_s", "places_s", "index_ell_s", "solve_s", "eigen_s"]:
    assert float(row[name]) > 0.0, name
assert float(row["converged"]) == 1.0
# A block has 72 bytes and a column, a row where it starts.
assert float(row["memory_bsr_B"]) == 76 * float(row["pairs"]) + 8 * (float(row["nodes"]) + 1)
