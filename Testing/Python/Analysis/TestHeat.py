"""Heat Conduction, Thermal Condition and thermal expansion as scripts use them."""

import os
import tempfile

from checks import *
from vtkmodules.vtkCommonDataModel import vtkImageData

RESULT, SUMMARY = range(2)


def summary(proxy):
    table = fetch(proxy, SUMMARY)
    names = table.RowData["Quantity"]
    names = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    return dict(zip(names, numpy.array(table.RowData["Result"])))


def block():
    image = vtkImageData()
    image.SetDimensions(13, 5, 5)
    image.SetSpacing(0.5, 0.5, 0.5)
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(image)
    source.UpdatePipeline()
    return source


# A bar of 6 x 2 x 2: resistances of 6 / 3 and 1 / 2, so that 40 per area flow from 100 to 0.
hot = ThermalCondition(Input=block(), Temperature=100)
expect_equal([hot.Kind, hot.Region, hot.Side], ["Fixed Temperature", "Side", "-X"], "defaults")
film = ThermalCondition(Input=hot, Kind="Film", Side="+X", FilmCoefficient=2)
heat = HeatConduction(Input=film, Conductivity=3, SolverTolerance=1e-10)
errors = Errors(heat)
heat.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
expect_equal(information(hot, "CaughtPoints"), 25, "points that are kept hot")
expect_close(information(film, "CaughtArea"), 4, "area of the film")
result = fetch(heat, RESULT)
expect_equal(result.GetClassName(), "vtkImageData", "the result of an image")
x = numpy.array([result.GetPoint(i)[0] for i in range(result.GetNumberOfPoints())])
expect_close(result.PointData["Temperature"], 100 - 40 / 3 * x, "temperature", 1e-6)
expect_close(numpy.array(result.PointData["HeatFlux"])[:, 0], numpy.full(len(x), 40.0), "flux", 1e-5)
expect_close(numpy.array(result.CellData["HeatFlux"])[:, 0], numpy.full(12 * 16, 40.0),
             "flux of cells", 1e-5)
reaction = numpy.array(result.PointData["HeatReaction"])
expect_close([reaction[x == 0].sum(), reaction[x == 6].sum()], [160, -160], "reactions", 1e-5)
found = summary(heat)
expect_close(found["HeatOfFixedTemperatures"], 160, "heat of fixed temperatures", 1e-5)
expect_close(found["HeatThroughFilms"], -160, "heat through films", 1e-5)
expect(found["Imbalance"] < 1e-7, f"imbalance {found['Imbalance']}")
expect_close(information(heat, "LowestTemperature"), 20, "lowest temperature", 1e-6)
expect_equal(list(heat.TemperatureSupports), ["POINTS", "TemperatureSupports"], "default array")

# Heat flows and sources: all of it leaves through the film.
flow = ThermalCondition(Input=film, Kind="Heat Flow", HeatFlow=7, Side="+Z")
source = ThermalCondition(Input=flow, Kind="Source", HeatSource=0.5, Region="Box",
                          BoxPosition=[-1, -1, -1], BoxLength=[4, 4, 4])
heat.Input = source
heat.UpdatePipeline()
found = summary(heat)
expect_close([found["HeatFlow"], found["HeatOfSources"]], [7, 6], "heat", 1e-9)
expect_close(information(source, "TotalPower"), 6, "power of the source")
expect_close(found["HeatOfFixedTemperatures"] + found["HeatThroughFilms"], -13, "balance", 1e-5)

# A mistake yields one message, and the last result remains.
errors = Errors(heat)
heat.Conductivity = 0
heat.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Conductivity is 0" in errors.texts[0], errors.texts[0])
expect(fetch(heat, RESULT).GetNumberOfCells() > 0, "the last result")
nothing = HeatConduction(Input=block())
errors = Errors(nothing)
nothing.UpdatePipeline()
expect("Thermal Condition" in errors.texts[0], errors.texts)

# Between rigid ends, and in a sleeve, a heated bar is pressed: - E alpha T, with the mean temperature of 60.
heat.Conductivity = 3
heat.Input = film
first = MechanicalSupport(Input=heat, Side="-X", HoldY=0, HoldZ=0)
second = MechanicalSupport(Input=first, Side="+X", HoldY=0, HoldZ=0)
held = MechanicalSupport(Input=second, HoldX=0, Region="Box", BoxPosition=[-1, -1, -1],
                         BoxLength=[9, 9, 9])
bar = ElasticAnalysis(Input=held, YoungsModulus=1000, PoissonsRatio=0, ThermalExpansion=1e-3,
                      SolverTolerance=1e-10)
errors = Errors(bar)
bar.UpdatePipeline()
expect_equal(errors.texts, [], "errors of the analysis")
expect_equal(list(bar.Temperature), ["POINTS", "Temperature"], "default temperature")
reaction = numpy.array(fetch(bar, RESULT).PointData["Reaction"])
ends = [i for i in range(len(reaction)) if i % 13 == 0]
expect_close(reaction[ends, 0].sum(), 4 * 60.0, "force of the hot bar", 1e-5)
bar.ReferenceTemperature = 60
bar.UpdatePipeline()
reaction = numpy.array(fetch(bar, RESULT).PointData["Reaction"])
expect_close(reaction[ends, 0].sum(), 0, "force where the mean is the reference", 1e-5)

# Clamped everywhere it needs no other load: - E alpha (T - T0) / (1 - 2 nu) in each direction.
bar.Input = MechanicalSupport(Input=heat, Region="Box", BoxPosition=[-1, -1, -1], BoxLength=[9, 9, 9])
bar.PoissonsRatio = 0.25
bar.ReferenceTemperature = 0
bar.UpdatePipeline()
expect_equal(errors.texts, [], "errors of the clamped bar")
stress = numpy.array(fetch(bar, RESULT).CellData["Stress"])
expect_close(stress[:, :3].mean(axis=0), [-1000 * 1e-3 * 60 / (1 - 2 * 0.25)] * 3,
             "mean stress of the clamped bar", 1e-5)
expect_close(numpy.abs(stress[:, 3:]).max(), 0, "its shear", 1e-6)

# A state gives the same result.
simple.ResetSession()
cold = ThermalCondition(Input=TopologyBenchmark(Resolution=4))
heated = ThermalCondition(Input=cold, Kind="Heat Flux", HeatFlux=3, Side="+X")
part = HeatConduction(Input=heated, Conductivity=7, SolverTolerance=1e-10)
part.UpdatePipeline()
highest = summary(part)["HighestTemperature"]
simple.RenameSource("Part", part)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
part = simple.FindSource("Part")
part.UpdatePipeline()
expect_close(summary(part)["HighestTemperature"], highest, "temperature of the state", 1e-12)
expect_close(highest, 3 * 8 / 7, "temperature of the heated end", 1e-6)
