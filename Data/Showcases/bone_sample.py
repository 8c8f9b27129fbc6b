"""Showcase: a bone-like sample compressed between two plates, and its surface for printing.

    xvfb-run -a pvpython bone_sample.py Trabecula.so [--resolution 56] [--output out]

leaves bone_sample.png, the state file bone_sample.pvsm and surface.stl in the output folder, and
prints stiffness and failure load. --resolution is the number of voxels along an edge of 4.8 mm; the
sample is compressed by 0.5 %. Red is strained beyond 0.007, where bone is overloaded. Units are mm,
N and MPa.
"""

from showcase import *

EDGE = 4.8  # mm
PERIODS = 5.0  # of the noise along an edge
CRITICAL_STRAIN = 0.007

arguments = parse_arguments(__doc__, resolution=56, iterations=0)
n = arguments.resolution
sample = pv.TrabecularSample(
    registrationName="Sample", Dimensions=[n] * 3, VoxelSize=EDGE / n, VoxelsperPeriod=n / PERIODS,
    VolumeFraction=0.3)
bone = pv.VoxelMicroFE(
    registrationName="Compression", Input=sample, YoungsModulus=6829.0, PoissonsRatio=0.3,
    Test="Axial", Axis="Z", Strain=-0.005, CriticalVolume=0.02, CriticalStrain=CRITICAL_STRAIN,
    Device=arguments.device)
bone.UpdatePipeline()
stop_if_empty(bone)
print(f"Compression: {bone.GetDataInformation().GetNumberOfCells()} voxels, stiffness "
      f"{field_value(bone, 'Stiffness'):.6g} N/mm, failure load "
      f"{field_value(bone, 'FailureLoad'):.6g} N")
surface = surface_of(sample, port=0, Density=["CELLS", "Solid"], HoldBoundary=1)
save_surface(surface, arguments)


def show_strain(view):
    shown = pv.Show(pv.OutputPort(bone, 0), view)
    shown.Ambient, shown.Diffuse = 0.25, 0.85
    pv.ColorBy(shown, ("CELLS", "EffectiveStrain"))
    colors = pv.GetColorTransferFunction("EffectiveStrain")
    colors.AutomaticRescaleRangeMode = "Never"
    colors.ColorSpace = "Lab"
    middle, high = 0.5 * CRITICAL_STRAIN, CRITICAL_STRAIN
    colors.RGBPoints = [0.0, *BONE, middle, 0.94, 0.62, 0.30, high, 0.70, 0.08, 0.10]
    bar = pv.GetScalarBar(colors, view)
    bar.Visibility, bar.Title, bar.ComponentTitle, bar.HorizontalTitle = 1, "Effective strain", "", 1
    bar.TitleColor = bar.LabelColor = INK
    bar.TitleFontSize, bar.LabelFontSize = 18, 16
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.3f", "%.3f"
    bar.UseCustomLabels, bar.CustomLabels = 1, [0.002, 0.004, 0.006]
    bar.WindowLocation, bar.ScalarBarLength = "Lower Right Corner", 0.3


def show_plates(view):
    """A little larger than the sample."""
    thickness = 0.04 * EDGE
    for name, height in (("Lower plate", -0.5 * thickness), ("Upper plate", EDGE + 0.5 * thickness)):
        plate = pv.Box(registrationName=name, XLength=1.06 * EDGE, YLength=1.06 * EDGE,
                       ZLength=thickness, Center=[0.5 * EDGE, 0.5 * EDGE, height])
        plain(pv.Show(plate, view), STEEL, 1.0 if height < 0.0 else 0.25)


view = make_view()
in_layout("Bone sample", view)
show_strain(view)
show_plates(view)
look(view, sample, (-1.2, -2.4, 1.2), (0, 0, 1), closer=1.15)
finish("bone_sample", view, arguments)
