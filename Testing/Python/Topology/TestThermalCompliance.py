"""Designs of Topology Optimize that conduct heat, as scripts use them."""

import os
import tempfile

from checks import *
from vtkmodules.vtkCommonDataModel import vtkImageData

FLOW = 3.0


def block():
    image = vtkImageData()
    image.SetDimensions(13, 7, 2)
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(image)
    source.UpdatePipeline()
    return source


# Heat enters at the right side and leaves at the lower half of the left one.
cold = ThermalCondition(Input=block(), Temperature=20, Region="Box", BoxPosition=[-0.1, -0.1, -0.1],
                        BoxLength=[0.2, 3.2, 1.2])
hot = ThermalCondition(Input=cold, Kind="Heat Flow", HeatFlow=FLOW, Side="+X")
settings = dict(Input=hot, Objective="Thermal Compliance", Conductivity=2, VolumeFraction=0.4,
                Interpolation="Modified SIMP", MinimumModulusRatio=1e-3, FilterRadius=1.5,
                SolverTolerance=1e-10, DensityChangeTolerance=0, MaximumIterations=25)
design = TopologyOptimize(**settings)
errors = Errors(design)
design.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
expect_equal(list(design.HeatFlow), ["POINTS", "HeatFlow"], "default heat flow")
expect_equal(list(design.HeatSource), ["CELLS", "HeatSource"], "default heat source")
compliance = column(design, "ThermalCompliance")
expect(compliance[-1] < 0.6 * compliance[0], f"compliances {compliance}")
expect_close(information(design, "ThermalCompliance"), compliance[-1], "read-out")
expect_close(column(design, "VolumeFraction"), numpy.full(26, 0.4), "volume", 1e-3)
columns = list(information(design, "HistoryColumns"))
names, roles = columns[::3], columns[1::3]
expect_equal(roles[names.index("ThermalCompliance")], "Objective", "what is minimized")
expect("Compliance" not in names, f"columns {names}")
status = information(design, "Status")
expect("Kept solid at fixed temperatures and heat flows" in status, status)

# All heat passes through the design, so its work is that of the flow.
final = fetch(design, FINAL_DESIGN)
expect_equal(final.GetClassName(), "vtkImageData", "the design of an image")
temperature = numpy.array(final.PointData["Temperature"])
flow = numpy.array(final.PointData["HeatFlow"])
expect_close(flow.sum(), FLOW, "heat flow", 1e-9)
expect_close(flow.dot(temperature - 20) / compliance[-1], 1, "work of the heat", 1e-6)
expect_close(temperature.min(), 20, "lowest temperature", 1e-6)
dissipation = numpy.array(final.CellData["HeatDissipationDensity"])
expect_close(2 * dissipation.sum() / compliance[-1], 1, "dissipation", 1e-6)
expect_close(final.FieldData["ThermalCompliance"].GetRange()[0], compliance[-1], "field data")

# The design is an input of Heat Conduction, with the conductivities that it was made with.
conducting = Calculator(Input=OutputPort(design, FINAL_DESIGN), AttributeType="Cell Data",
                        ResultArrayName="Conductivity",
                        Function="2 * (0.001 + 0.999 * Density^3)")
heat = HeatConduction(Input=conducting, SolverTolerance=1e-10)
heat.UpdatePipeline()
again = numpy.array(fetch(heat, 0).PointData["Temperature"])
expect_close(again, temperature, "temperatures of the design", 1e-5)

# MMA with a projection, passive cells, and a bound that does not apply to heat.
clear = TopologyOptimize(**settings)
clear.Optimizer, clear.FilterType, clear.Projection = "MMA", "Density", "On"
clear.ProjectionInterval = 4
clear.UpdatePipeline()
grey = column(clear, "Greyness")
expect(grey[-1] < 0.5 * grey[0], f"greyness {grey}")
errors = Errors(clear)
clear.Constraint = "Compliance"
clear.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("The compliance is that of a structure" in errors.texts[0], errors.texts[0])

# Two temperatures yield one message.
warm = ThermalCondition(Input=hot, Temperature=30, Side="+Y")
design.Input = warm
errors = Errors(design)
design.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("range from 20 to 30" in errors.texts[0], errors.texts[0])

# The temperature of a structure is solved with its design, and may be fixed at different values.
held = MechanicalSupport(Input=warm, Side="-X")
structure = TopologyOptimize(Input=held, ThermalExpansion=1e-3, ReferenceTemperature=20, SolveTemperature=True,
                             Conductivity=2, MinimumConductivityRatio=0.01, Optimizer="MMA",
                             FilterType="Density", FilterRadius=1.5, Interpolation="Modified SIMP",
                             SolverTolerance=1e-10, DensityChangeTolerance=0, MaximumIterations=2)
errors = Errors(structure)
structure.UpdatePipeline()
expect_equal(errors.texts, [], "errors of a heated structure")
expect_equal(list(structure.PointMass), ["POINTS", "PointMass"], "default point masses")
final = fetch(structure, FINAL_DESIGN)
temperature = numpy.array(final.PointData["Temperature"])
expect_close(temperature.min(), 20, "lowest temperature of the structure", 1e-6)
conducting = Calculator(Input=OutputPort(structure, FINAL_DESIGN), AttributeType="Cell Data",
                        ResultArrayName="Conductivity",
                        Function="2 * (0.01 + 0.99 * Density^3)")
heat = HeatConduction(Input=conducting, SolverTolerance=1e-10)
heat.UpdatePipeline()
again = numpy.array(fetch(heat, 0).PointData["Temperature"])
expect_close(again, temperature, "temperatures of the structure", 1e-5)

# A state gives the same results.
simple.ResetSession()
cold = ThermalCondition(Input=TopologyBenchmark(Resolution=4))
hot = ThermalCondition(Input=cold, Kind="Heat Flux", HeatFlux=3, Side="+X")
part = TopologyOptimize(Input=hot, Objective="Thermal Compliance", Conductivity=7, MaximumIterations=3,
                        VolumeFraction=0.6)
part.UpdatePipeline()
history = column(part, "ThermalCompliance")
expect("Supports and forces have no effect" in information(part, "Status"), "note on forces")
simple.RenameSource("Part", part)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
part = simple.FindSource("Part")
part.UpdatePipeline()
expect_close(column(part, "ThermalCompliance"), history, "compliances of the state", 1e-12)
