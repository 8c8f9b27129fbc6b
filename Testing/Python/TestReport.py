"""Files of a part: 3MF and STEP as other programs read them, and a report whose numbers are those of
the pipeline."""

import html.parser
import os
import re
import tempfile
import xml.etree.ElementTree
import zipfile

from checks import *

folder = tempfile.mkdtemp()


def path(name):
    return os.path.join(folder, name)


# A bar of steel in mm: held at one end, pulled down at the other.
bar = Box(XLength=40, YLength=10, ZLength=20)
unit = ProgrammableFilter(Input=bar, CopyArrays=1)
unit.Script = """
from vtkmodules.vtkCommonCore import vtkStringArray
array = vtkStringArray()
array.SetName("LengthUnit")
array.InsertNextValue("mm")
output.GetFieldData().AddArray(array)
"""
held = MechanicalSupport(Input=unit, Region="Side", Side="-X")
loaded = MechanicalLoad(Input=held, Region="Side", Side="+X", Force=[0.0, 0.0, -500.0])
voxels = VoxelizeSurface(Input=loaded, Cells=16)
design = TopologyOptimize(Input=voxels, YoungsModulus=210000.0, PoissonsRatio=0.3, VolumeFraction=0.7,
                          MaximumIterations=4)
surface = TopologySurface(Input=OutputPort(design, 1), Keep="Largest piece")
surface.UpdatePipeline()
triangles = surface.GetDataInformation().GetNumberOfCells()
surface.Decimate = 1
surface.LargestDeviation = 0.4
body = BodyAnalysis(Input=[OutputPort(design, 1)], Surface=surface)
body.UpdatePipeline()
volume = information(surface, "Volume")
decimated = surface.GetDataInformation().GetNumberOfCells()
expect(decimated < 0.5 * triangles, f"{triangles} triangles became {decimated}")
expect_equal(information(surface, "Closed"), "yes", "closed")

# 3MF: a zip container of XML with the unit, points that triangles share, and the volume.
SaveData(path("part.3mf"), proxy=surface)
space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
with zipfile.ZipFile(path("part.3mf")) as container:
    expect_equal(container.testzip(), None, "checksums")
    expect_equal(sorted(container.namelist()),
                 ["3D/3dmodel.model", "[Content_Types].xml", "_rels/.rels"], "parts")
    model = xml.etree.ElementTree.fromstring(container.read("3D/3dmodel.model"))
expect_equal(model.get("unit"), "millimeter", "unit")
points = numpy.array([[float(v.get(c)) for c in "xyz"] for v in model.iter(space + "vertex")])
corners = numpy.array([[int(t.get(c)) for c in ("v1", "v2", "v3")]
                       for t in model.iter(space + "triangle")])
expect_equal(len(corners), decimated, "triangles")
a, b, c = (points[corners[:, i]] for i in range(3))
expect_close(numpy.einsum("ij,ij->i", a, numpy.cross(b, c)).sum() / 6.0, volume, "volume", 1e-5 * volume)
sides = numpy.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
expect_equal(len({tuple(side) for side in sides}), len(sides), "each side once in each direction")
expect_equal({tuple(side) for side in sides}, {tuple(side[::-1]) for side in sides}, "closed")

# STEP, where OpenCASCADE was there when the plugin was built.
if os.path.exists(os.path.join(os.path.dirname(sys.argv[1]), "trabecula_cad")):
    SaveData(path("part.step"), proxy=surface)
    again = CADReader(FileName=path("part.step"))
    again.UpdatePipeline()
    status = information(again, "Status")
    expect(status.startswith(f"1 solid, {decimated} faces,"), status)
    expect("invalid" not in status and "sewn" not in status, status)
    expect_close(float(re.search(r"volume ([0-9.e+]+)", status).group(1)), volume, "volume of the STEP",
                 1e-5 * volume)
    Delete(again)


class Tables(html.parser.HTMLParser):
    """The rows of texts of each table, the pictures, and all text."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.rows, self.words, self.cell = {}, None, [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.rows = self.tables.setdefault(attributes.get("id", ""), [])
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell = ""
        elif tag not in ("meta", "link", "img"):
            return
        expect(not attributes.get("src", "data:").startswith(("http", "file", "/")), "a file of its own")

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].append(self.cell)
            self.cell = None

    def handle_data(self, text):
        self.words.append(text)
        if self.cell is not None:
            self.cell += text


from trabecula.report import write_report  # of the plugin

expect_equal(write_report(path("report.html"), surface), path("report.html"), "path")
with open(path("report.html"), encoding="utf-8") as file:
    report = Tables(file.read())
words = " ".join(report.words)
summary = {row[0]: row[1] for row in report.tables["summary"]}
expect_equal(summary["Units"], "mm", "unit in the report")
expect(summary["Young's modulus"].startswith("210000 "), summary["Young's modulus"])
expect_equal(summary["Poisson's ratio"], "0.3", "Poisson's ratio")
expect_equal(summary["Volume"], f"{volume:.6g} mm^3", "volume")
expect_equal(summary["Compliance (Body Analysis)"].split()[0],
             f"{information(body, 'Compliance'):.6g}", "compliance")
expect_equal(summary["Largest von Mises stress (Body Analysis)"].split()[0],
             f"{information(body, 'LargestVonMisesStress'):.6g}", "stress")
expect_equal(summary["Largest displacement (Body Analysis)"].split(),
             [f"{body.PointData['Displacement'].GetRange(-1)[1]:.6g}", "mm"], "displacement")
expect("Mass" not in summary and "The mass: neither a Material nor Mass Density is set." in words, "no mass")

caught = {row[0]: row[1:] for row in report.tables["conditions"][1:]}
expect_equal(sorted(name.split()[0].rstrip("0123456789") for name in caught),
             ["MechanicalLoad", "MechanicalSupport"], "conditions")
force = next(row[1] for name, row in caught.items() if "Load" in name)
expect("Resultant Force " in force and "-500 force" in force, force)

history = column(design, "Compliance")
rows = report.tables["history"]
expect_equal(rows[0][:2], ["Iteration", "Compliance"], "columns of the history")
expect_equal([row[:2] for row in rows[1:]],
             [["0", f"{history[0]:.6g}"], ["4", f"{history[-1]:.6g}"]], "history")
bound = report.tables["constraints"][1]
expect_equal([bound[0], bound[2], bound[3], bound[4]], ["VolumeFraction", "<=", "0.7", "met"], "bound")
expect_close(float(bound[1]), column(design, "VolumeFraction")[-1], "value of the bound", 1e-6)
expect(information(design, "Status") in words, "status of the design")
expect(information(body, "ConstraintVerdict").strip() in words, "constraints of the body")

# A material has a density and a yield stress: there is a mass, and a factor of safety.
design.Units, body.Units = "mm, N, MPa, t", "mm, N, MPa, t"
design.Material, body.Material = "Steel", "Steel"
design.UpdatePipeline()
body.UpdatePipeline()
write_report(path("report.html"), design, title="A <bar> & more", pictures=False)
with open(path("report.html"), encoding="utf-8") as file:
    text = file.read()
summary = {row[0]: row[1] for row in Tables(text).tables["summary"]}
expect_equal(summary["Units"], "mm, N, MPa, t", "units")
expect(summary["Material"].startswith("Steel, "), summary["Material"])
expect_equal(summary["Mass"], f"{information(surface, 'Mass'):.6g} t", "mass")
expect_close(float(summary["Mass"].split()[0]), 7.85e-9 * information(surface, "Volume"), "mass of steel",
             1e-5 * 7.85e-9 * volume)
expect_equal(summary["Factor of safety (Body Analysis)"], f"{information(body, 'SafetyFactor'):.6g}",
             "factor of safety")
expect_equal(summary["Largest von Mises stress (Body Analysis)"],
             f"{information(body, 'LargestVonMisesStress'):.6g} MPa", "stress with its unit")
expect("<h1>A &lt;bar&gt; &amp; more</h1>" in text, "title")
expect("<img" not in text, "pictures that were not asked for")

# What has not been computed is said, and nothing is invented.
write_report(path("bare.html"), bar, pictures=False)
other = Sphere()
write_report(path("other.html"), other, pictures=False)
with open(path("other.html"), encoding="utf-8") as file:
    words = " ".join(Tables(file.read()).words)
for text in ("has not been computed", "The material: the pipeline has no analysis", "The history: no",
             "The volume and mass of the part", "Supports and loads: the pipeline has none"):
    expect(text in words, f"{text} is missing: {words}")
expect("Compliance" not in words, "a compliance from nowhere")

# Errors name what to do, and what was there stays.
for arguments, kind, message in (((path("no/such/folder/a.html"), surface), OSError, "does not exist"),
                                 ((folder, surface), OSError, folder)):
    try:
        write_report(*arguments, pictures=False)
    except kind as error:
        expect(message in str(error), str(error))
    else:
        raise AssertionError(f"{arguments} was written")
expect(os.path.getsize(path("report.html")) > 0 and not os.path.exists(path("report.html.part")), "rest")
