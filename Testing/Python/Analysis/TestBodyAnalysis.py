"""Body Analysis as scripts use it: an extracted body, from an STL file too, and in a state."""

import os
import tempfile

from checks import *

BODY, COMPARISON = range(2)


def measures(analysis, name):
    """Body, density field and ratio."""
    return numpy.array(fetch(analysis, COMPARISON).RowData[name])


beam = TopologyBenchmark(Resolution=8)
design = TopologyOptimize(
    Input=beam, VolumeFraction=0.4, YoungsModulus=210, MaximumIterations=20, FilterRadius=1.5)
surface = TopologySurface(Input=OutputPort(design, FINAL_DESIGN))
analysis = BodyAnalysis(Input=OutputPort(design, FINAL_DESIGN), Surface=surface)
errors = Errors(analysis)

# The defaults work without changes.
expect_equal(analysis.Refinement, 1, "default refinement")
expect_equal(list(analysis.Density), ["CELLS", "Density"], "default density")
expect_equal(list(analysis.Supports), ["POINTS", "Supports"], "default supports")
expect_equal(analysis.MaterialFromDesign, 1, "material of the design by default")
analysis.UpdatePipeline()
expect_equal(len(errors.texts), 0, f"errors {errors.texts}")

# The field is the design's own last analysis, with its material.
compliance = measures(analysis, "Compliance")
optimized = column(design, "Compliance")[-1]
expect_close(compliance[1] / optimized, 1, "compliance of the field", 1e-4)
expect_close(compliance[2], compliance[0] / compliance[1], "ratio")
expect(0.4 < compliance[2] < 1, f"compliances {compliance}")
volume = measures(analysis, "Volume")
expect_close(volume[0] / information(surface, "Volume"), 1, "volume of the body", 0.02)
expect_close(volume[1], 0.4 * 16 * 8 * 8, "volume of the field", 1.0)
stress = measures(analysis, "LargestVonMisesStress")
expect(stress[0] > 0 and stress[1] > 0, f"stresses {stress}")
expect_close(information(analysis, "BodyCompliance"), compliance[0], "compliance in the panel")
expect_close(information(analysis, "StressRatio"), stress[2], "stress ratio in the panel")

body = fetch(analysis, BODY)
solid = numpy.array(body.CellData["SolidFraction"])
von_mises = numpy.array(body.CellData["VonMisesStress"])
expect_equal(numpy.array(body.CellData["Stress"]).shape, (solid.size, 6), "components of stress")
expect_equal(von_mises[solid >= 0.5].max(), stress[0], "largest stress")
largest = numpy.flatnonzero(von_mises == stress[0])[0]
place = [float(measures(analysis, name)[0]) for name in "XYZ"]
corners = numpy.array(body.Points)[body.Cells.reshape(-1, 9)[largest, 1:]]
expect_close(corners.mean(axis=0), place, "place of the largest stress", 1e-6)

# The same body from a file, and on finer cells, where it is softer.
with tempfile.TemporaryDirectory() as folder:
    filename = os.path.join(folder, "part.stl")
    SaveData(filename, proxy=surface)
    printed = BodyAnalysis(
        Input=OutputPort(design, FINAL_DESIGN), Surface=OpenDataFile(filename))
    printed.UpdatePipeline()
    expect_close(measures(printed, "Compliance")[0] / compliance[0], 1, "body of the file", 1e-3)
analysis.Refinement = 2
analysis.UpdatePipeline()
finer = measures(analysis, "Compliance")
expect_close(finer[1] / compliance[1], 1, "the field stays on its cells")
expect(finer[0] > compliance[0], f"{finer[0]} on finer cells after {compliance[0]}")

# A mistake yields one message, and the last result remains.
cells = fetch(analysis, BODY).GetNumberOfCells()
analysis.Surface = Sphere(Center=[100, 0, 0], Radius=2)
analysis.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("encloses nothing" in errors.texts[0], errors.texts[0])
expect("Error" in information(analysis, "Status"), information(analysis, "Status"))
expect_equal(fetch(analysis, BODY).GetNumberOfCells(), cells, "cells after a mistake")
analysis.Surface = surface

# A state gives the same result.
simple.RenameSource("Body", analysis)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
analysis = simple.FindSource("Body")
analysis.UpdatePipeline()
expect_close(measures(analysis, "Compliance") / finer, numpy.ones(3), "compliances of the state")

# A part of the user's: what is loaded remains solid by default, so that its body can be analysed.
block = FastUniformGrid(WholeExtent=[0, 32, 0, 16, 0, 16])
loaded = MechanicalLoad(Input=MechanicalSupport(Input=block))
own = TopologyOptimize(Input=loaded, VolumeFraction=0.3, MaximumIterations=15)
own_surface = TopologySurface(Input=OutputPort(own, FINAL_DESIGN))
own_design = OutputPort(own, FINAL_DESIGN)
for inputs in ([own_design, own_surface], [own_surface, own_design]):
    own_analysis = BodyAnalysis(Input=inputs)
    own_errors = Errors(own_analysis)
    own_analysis.UpdatePipeline()
    expect_equal(own_errors.texts, [], "errors of a part of one's own")
    expect(0.3 < information(own_analysis, "ComplianceRatio") < 1.2,
           information(own_analysis, "Status"))
