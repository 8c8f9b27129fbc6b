"""Materials and units as scripts use them: the same part in two systems, states, files, conflicts."""

import json
import os
import tempfile

from checks import *
from vtkmodules.vtkCommonDataModel import vtkImageData

MILLIMETRES, METRES, INCHES = "mm, N, MPa, t", "m, N, Pa, kg", "in, lbf, psi"
RESULT, SUMMARY = range(2)


def block(edge):
    """A block of 20 x 4 x 4 mm; the edge of its voxels is 2 mm in some unit."""
    image = vtkImageData()
    image.SetDimensions(11, 3, 3)
    image.SetSpacing(edge, edge, edge)
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(image)
    source.UpdatePipeline()
    return source


def pulled(edge, units):
    """A block that is held and loaded; only its first filter states units."""
    held = MechanicalSupport(Input=block(edge), Side="-X", Units=units)
    return MechanicalLoad(Input=held, Side="+X", Force=[800.0, 0.0, -50.0])


def summary(analysis):
    table = fetch(analysis, SUMMARY).VTKObject
    names = [table.GetValueByName(row, "Quantity").ToString() for row in range(table.GetNumberOfRows())]
    return {name: (table.GetValueByName(row, "Result").ToDouble(),
                   table.GetValueByName(row, "Unit").ToString()) for row, name in enumerate(names)}


# The same block in mm and in m: displacements in mm are 1000 times those in m.
found = {}
for units, edge in ((MILLIMETRES, 2.0), (METRES, 2e-3)):
    analysis = ElasticAnalysis(Input=pulled(edge, units), Material="Steel")
    expect_equal(analysis.Units, "Consistent units", "units of its own")
    errors = Errors(analysis)
    analysis.UpdatePipeline()
    expect_equal(errors.texts, [], "errors")
    found[units] = summary(analysis)
inMillimetres, inMetres = found[MILLIMETRES], found[METRES]
for name, factor, unit, other in (
        ("LargestDisplacement", 1e3, "mm", "m"), ("LargestVonMisesStress", 1e-6, "MPa", "Pa"),
        ("Compliance", 1e3, "N mm", "N m"), ("Mass", 1e-3, "t", "kg"), ("SafetyFactor", 1, "-", "-"),
        ("LoadX", 1, "N", "N"), ("Volume", 1e9, "mm^3", "m^3")):
    expect_equal((inMillimetres[name][1], inMetres[name][1]), (unit, other), f"units of {name}")
    expect_close(inMillimetres[name][0] / inMetres[name][0] / factor, 1, name, 1e-6)
expect_close(inMetres["Mass"][0] / (7850 * 0.02 * 0.004 ** 2), 1, "mass", 1e-6)
expect_close(inMetres["SafetyFactor"][0] * inMetres["LargestVonMisesStress"][0] / 235e6, 1,
             "safety factor", 1e-6)
expect_close(information(analysis, "Mass"), inMetres["Mass"][0], "mass in the panel", 1e-12)
status = information(analysis, "Status")
expect("Smallest safety factor: " in status and " kg." in status, status)
expect("Steel, m, N, Pa, kg." in status, status)
units = fetch(analysis, RESULT).FieldData["Units"]
expect_equal(units.GetValue(0), METRES, "field data")

# What a list offers is what the filter knows.
texts = list(analysis.GetProperty("MaterialTable"))
expect_equal(texts[0::6], ["Steel", "Aluminium", "Titanium", "PLA", "ABS", "PA12", "Cortical bone",
                           "Cancellous bone"], "materials")
expect(texts[3].startswith("Young's modulus 210000 MPa, "), texts[3])
names = analysis.GetProperty("Units").Available
expect_equal(list(names), ["Consistent units", MILLIMETRES, METRES, INCHES], "choices of units")

# A filter in other units than its input is refused, and works again with those of the input.
analysis.Units = INCHES
errors = Errors(analysis)
analysis.UpdatePipeline()
expect_equal(len(errors.texts), 1, "errors of other units")
expect("Units are 'in, lbf, psi', and the input is in 'm, N, Pa, kg'." in errors.texts[0],
       errors.texts[0])
analysis.Units = METRES
analysis.UpdatePipeline()
expect_equal(len(errors.texts), 1, "errors of the same units")

# An optimization, its body, a state, and a file of the user.
ResetSession()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "materials.json")
    with open(path, "w") as file:
        json.dump({"materials": [{"name": "Oak", "YoungsModulus [Pa]": 11e9, "PoissonsRatio": 0.35,
                                  "MassDensity [kg/m^3]": 700, "YieldStress [Pa]": 40e6}]}, file)
    design = TopologyOptimize(registrationName="Design", Input=TopologyBenchmark(Resolution=4),
                              Units=MILLIMETRES, Material="Oak", MaterialFile=path,
                              MaximumIterations=2, VolumeFraction=0.5)
    design.UpdatePipeline(2)
    last = fetch(design, FINAL_DESIGN)
    mass, fraction = (numpy.array(last.FieldData[name])[0] for name in ("Mass", "VolumeFraction"))
    volume = IntegrateVariables(Input=OutputPort(design, FINAL_DESIGN), DivideCellDataByVolume=1)
    volume = numpy.array(fetch(volume, 0).CellData["Volume"])[0]
    expect_close(mass / (fraction * 7e-10 * volume), 1, "mass of the design", 1e-6)
    expect_close(column(design, "Mass")[-1] / mass, 1, "mass in the table", 1e-12)
    expect_equal(numpy.array(last.FieldData["YoungsModulus"])[0], 11000.0, "modulus of the design")
    compliance = column(design, "Compliance")
    design.UpdatePropertyInformation()
    columns = list(design.GetProperty("HistoryColumns"))
    expect_equal(columns[-3:], ["Mass", "Other", "Real"], "column of the monitor")
    surface = TopologySurface(Input=OutputPort(design, FINAL_DESIGN))
    body = BodyAnalysis(Input=OutputPort(design, FINAL_DESIGN), Surface=surface)
    body.UpdatePipeline()
    expect_close(information(surface, "Mass") / (7e-10 * information(surface, "Volume")), 1,
                 "mass of the surface", 1e-5)
    expect_close(information(body, "SafetyFactor") * information(body, "BodyStress") / 40, 1,
                 "safety factor of the body", 1e-5)
    table = fetch(body, 1).RowData
    expect_close(numpy.array(table["Mass"])[0], information(body, "Mass"), "mass of the body", 1e-9)

    state = os.path.join(folder, "state.pvsm")
    SaveState(state)
    ResetSession()
    LoadState(state)
    design = FindSource("Design")
    expect_equal([design.Material, design.MaterialFile, design.Units], ["Oak", path, MILLIMETRES],
                 "properties of the state")
    design.UpdatePipeline(2)
    expect_close(column(design, "Compliance") / compliance, numpy.ones(3), "compliance of the state")
    errors = Errors(design)
    design.MaterialFile = os.path.join(folder, "none.json")
    design.UpdatePipeline(2)
    expect_equal(len(errors.texts), 1, "errors of a file that is not there")
    expect("none.json' cannot be read." in errors.texts[0], errors.texts[0])
    design.UpdatePropertyInformation()
    expect(design.GetProperty("MaterialError").GetData() in errors.texts[0], "error in the panel")
