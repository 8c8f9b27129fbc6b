"""Showcase: an arm whose lowest natural frequency is bounded from below, beside a free one.

    xvfb-run -a pvpython away_from_frequency.py Trabecula.so [--resolution 8] [--iterations 50] [--output out]

leaves away_from_frequency.png, the state file away_from_frequency.pvsm and surface.stl, that of the bounded design, in
the output folder, and prints the lowest frequencies of both. The arm of aluminium is 120 mm long and 40 mm high and
wide; it is held at one end and carries 100 N at a solid head at the other. The free arm swings sideways at a
frequency that an engine could excite; the second one has no natural frequency below 1600 Hz. Both are cut at half the
density, and their first modes are shown. Units are mm, N, t and s. An iteration with a bound on the vibration period
takes several times as long as one without, so that the mesh is small.
"""

from paraview import servermanager

from showcase import *

HEIGHT, LENGTH, HEAD = 40.0, 120.0, 10.0
FREQUENCY = 1600.0
MASS_DENSITY = 2.7e-9
UNITS = "mm, N, MPa, t"
MODES = 4

arguments = parse_arguments(__doc__, resolution=8, iterations=50)
n = arguments.resolution
edge = HEIGHT / n
box = pv.Box(registrationName="Box", XLength=LENGTH, YLength=HEIGHT, ZLength=HEIGHT,
             Center=[0.5 * LENGTH, 0.5 * HEIGHT, 0.5 * HEIGHT])
arm = pv.VoxelizeSurface(registrationName="Arm", Input=box, Units=UNITS, Cells=3 * n)
arm.UpdatePipeline()
stop_if_empty(arm)
held = pv.MechanicalSupport(registrationName="Held end", Input=arm, Region="Side", Side="-X")
loaded = pv.MechanicalLoad(
    registrationName="Load", Input=held, Region="Side", Side="+X", Force=[0.0, 0.0, -100.0])
head = pv.DesignRegion(
    registrationName="Head", Input=loaded, Kind="Solid", Region="Box",
    BoxPosition=[LENGTH - HEAD - 0.01 * edge, -edge, -edge], BoxLength=[LENGTH] * 3)


def frequencies_of(analysis):
    table = servermanager.Fetch(analysis, idx=1)
    column = table.GetColumnByName("Frequency")
    return [column.GetValue(row) for row in range(table.GetNumberOfRows())]


def show_mode(modes, name, view):
    """The first mode, at each time of the animation, which is that of the iterations."""
    first = pv.ForceTime(registrationName="First mode", Input=pv.OutputPort(modes, 2), ForcedTime=1.0)
    shown = pv.Show(first, view)
    shown.Representation, shown.Ambient, shown.Diffuse = "Surface", 0.3, 0.75
    pv.ColorBy(shown, ("POINTS", "ModeShape", "Magnitude"))
    colors = pv.GetColorTransferFunction("ModeShape")
    colors.AutomaticRescaleRangeMode, colors.ColorSpace = "Never", "Lab"
    colors.RGBPoints = [0.0, *BONE, 0.5, 0.94, 0.62, 0.30, 1.0, 0.70, 0.08, 0.10]
    shown.SetScalarBarVisibility(view, False)
    annotate(first, f'"{name}\\nfirst natural frequency %.0f Hz" % Frequency[0]', view)


views, layout = side_by_side("Away from a frequency")
bounds = {
    "Free": [],
    "Bounded": ["VibrationPeriod", "<=", repr(1.0 / FREQUENCY), "", "", f"MassDensity={MASS_DENSITY}"],
}
for (name, constraints), view in zip(bounds.items(), views):
    design = optimize(
        head, arguments, name=name, Material="Aluminium", Units=UNITS, VolumeFraction=0.4,
        SolidLayers="None", Interpolation="Modified SIMP", MinimumModulusRatio=1e-6,
        FilterType="Density", FilterRadius=1.8 * edge, Optimizer="MMA", Projection="On",
        ProjectionSharpness=8.0, ProjectionInterval=max(1, arguments.iterations // 5),
        Constraints=constraints)
    print_verdict(design, name, arguments)
    surface = surface_of(design)
    material = pv.Threshold(registrationName="Material", Input=pv.OutputPort(design, FINAL_DESIGN),
                            Scalars=["CELLS", "Density"])
    # After few iterations there may be no material yet.
    material.LowerThreshold, material.UpperThreshold = 0.0 if arguments.state_only else 0.5, 1.0
    modes = pv.NaturalFrequencies(
        registrationName=f"{name} modes", Input=material, Material="Aluminium", Units=UNITS,
        NumberOfModes=MODES, Device=arguments.device)
    if not arguments.state_only:
        modes.UpdatePipeline()
        stop_if_empty(modes)
        print(f"{name} modes: " + ", ".join(f"{value:.4g}" for value in frequencies_of(modes)) + " Hz")
    show_mode(modes, name, view)
    material.LowerThreshold = 0.5
    show_edges(arm, view)
    show_markers(held, HELD, view)
save_surface(surface, arguments)
look_at_both(views, arm, (0.9, -1.3, 0.9), (0, 0, 1), closer=1.0)
finish("away_from_frequency", layout, arguments)
