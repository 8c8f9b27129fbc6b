"""The report on the element-free Galerkin method of the smallest lattice: complete, with tables.

    TestMeshfreeBenchmark.py efg.py trabecula_benchmark folder
"""

import csv
import pathlib
import subprocess
import sys

script, program, folder = sys.argv[1:]
report = subprocess.run(
    [sys.executable, script, program, "--designs", "2", "--examples", "I_29x15x3", "--output",
     folder],
    check=True,
    capture_output=True,
    text=True,
)
print(report.stdout)
print(report.stderr)
for title in ("Table 1", "Table 2", "Figure 20", "Products", "Figure 22"):
    assert title in report.stdout, title

with open(pathlib.Path(folder) / "efg.csv", newline="") as stream:
    rows = list(csv.DictReader(stream))
families = [row["family"] for row in rows]
assert families.count("assembly") == 1, families
assert families.count("designs") == 2, families
assert families.count("tolerance") == 8, families
for row in rows:
    if row["family"] == "assembly":
        for name in ("by_row_s", "by_pair_32_s", "product_assembled_s", "product_matrix_free_s",
                     "product_table_s"):
            assert float(row[name]) > 0.0, name
    else:
        for phase in ("assembly", "solution", "sensitivity", "update", "total"):
            assert float(row[phase + "_s"]) >= 0.0, phase
        assert float(row["iterations"]) > 0.0
# A tighter tolerance takes more iterations for the same answer.
tolerances = [row for row in rows if row["family"] == "tolerance"]
tight, loose = (next(row for row in tolerances if row["variant"] == name)
                for name in ("1e-8", "1e-2"))
assert float(tight["iterations"]) > float(loose["iterations"])
assert abs(float(tight["compliance"]) / float(loose["compliance"]) - 1.0) < 1e-2
