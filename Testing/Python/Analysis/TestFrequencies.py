"""Natural Frequencies as scripts use it: modes as time steps, the table, results, messages."""

from checks import *
from vtkmodules.vtkCommonDataModel import vtkImageData

RESULT, FREQUENCIES, DEFORMED = range(3)


def block():
    image = vtkImageData()
    image.SetDimensions(21, 3, 5)
    image.SetSpacing(0.5, 0.5, 0.5)
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(image)
    source.UpdatePipeline()
    return source


def table(proxy):
    rows = fetch(proxy, FREQUENCIES).RowData
    return {name: numpy.array(rows[name]) for name in rows.keys()}


# A cantilever of steel, 10 x 1 x 2 mm: 8290 Hz by beam theory, 8380 Hz with quadratic hexahedra.
held = MechanicalSupport(Input=block(), Side="-X")
modes = NaturalFrequencies(Input=held, YoungsModulus=210e3, MassDensity=7.85e-9, NumberOfModes=4,
                           MakeQuadratic=1)
expect_equal([modes.Mass, modes.FramesPerMode], ["Consistent", 1], "defaults")
expect_equal(list(modes.PointMass), ["POINTS", "PointMass"], "default array")
errors = Errors(modes)
modes.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
found = table(modes)
expect_equal(list(found["Mode"]), [1, 2, 3, 4], "modes")
expect_close(found["Frequency"][0] / 8380, 1, "first frequency", 2e-3)
expect((numpy.diff(found["Frequency"]) > 0).all(), f"frequencies {found['Frequency']}")
expect((found["Residual"] <= 1e-6).all(), f"residuals {found['Residual']}")
expect_close(found["EffectiveMassY"][0] / (20 * 7.85e-9), 0.61, "effective mass", 0.03)
expect_close(information(modes, "FirstFrequency"), found["Frequency"][0], "read-out", 1e-6)
expect_close(information(modes, "TotalMass") / (20 * 7.85e-9), 1, "mass", 1e-9)
expect_equal(information(modes, "RigidMotions"), 0, "rigid motions")

# Each mode is a time step, and with frames a cycle of its vibration.
expect_equal(list(modes.TimestepValues), [1, 2, 3, 4], "time steps")


def shape_at(time):
    modes.UpdatePipeline(time)
    result = fetch(modes, RESULT)
    expect_close(numpy.array(result.FieldData["Frequency"])[0],
                 found["Frequency"][min(int(time), 4) - 1], "frequency of a time", 1e-6)
    return numpy.array(result.PointData["ModeShape"])


third = shape_at(3)
expect_close(numpy.linalg.norm(third, axis=1).max(), 1, "length of a shape", 1e-9)
modes.FramesPerMode = 8
modes.UpdatePipelineInformation()
expect_equal(len(modes.TimestepValues), 32, "frames")
expect_close(shape_at(3.5), -third, "half a cycle", 1e-9)
expect_close(shape_at(3.25), 0 * third, "a quarter of a cycle", 1e-9)

# Without supports the part is free.
free = NaturalFrequencies(Input=block(), YoungsModulus=210e3, MassDensity=7.85e-9, NumberOfModes=2,
                          Devices=2, Device="Processor")
free.UpdatePipeline()
expect_equal(information(free, "RigidMotions"), 6, "rigid motions of a free part")
expect("6 rigid motions free" in information(free, "Status"), information(free, "Status"))
expect_equal(fetch(free, RESULT).GetClassName(), "vtkImageData", "the result of an image")

# A mistake yields one message, and the last result remains.
errors = Errors(free)
free.MassDensity = 0
free.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Mass density is 0" in errors.texts[0], errors.texts[0])
expect(fetch(free, RESULT).GetNumberOfCells() > 0, "the last result")
