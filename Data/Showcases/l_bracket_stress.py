"""Showcase: an L-bracket with a bound on its stress, which rounds the corner, beside the stiffest one.

    xvfb-run -a pvpython l_bracket_stress.py Trabecula.so [--resolution 40] [--iterations 80] [--output out]

leaves l_bracket_stress.png, the state file l_bracket_stress.pvsm and surface.stl, that of the bounded design, in the
output folder. The bracket of aluminium is 100 mm high and 20 mm thick, held at its top and pulled down by 5 kN at its
end. In the second design the largest stress at the centres of cells is at most 135 MPa. Both bodies are then analysed
anew, with cells half as large, where stresses at the surface and in the corner are larger; pictures and numbers are
those of this analysis. Units are mm, N and MPa.
"""

from showcase import *

HEIGHT, ARM, PAD, FORCE = 100.0, 0.4, 0.1, 5000.0
BOUND = 135.0
UNITS = "mm, N, MPa, t"

arguments = parse_arguments(__doc__, resolution=40, iterations=80)
n = arguments.resolution
edge = HEIGHT / n
corner = round(ARM * n)
block = pv.FastUniformGrid(registrationName="Block", WholeExtent=[0, n, 0, n, 0, n // 5])
bracket = pv.Clip(registrationName="L", Input=block, ClipType="Box", Invert=0, Crinkleclip=1)
bracket.ClipType.Position, bracket.ClipType.Length = [corner - 0.5, corner - 0.5, -1.0], [n, n, n]
bracket = pv.Transform(registrationName="Bracket", Input=bracket, Transform="Transform")
bracket.Transform.Scale = [edge] * 3
bracket.UpdatePipeline()
stop_if_empty(bracket)
held = pv.MechanicalSupport(
    registrationName="Held end", Input=bracket, Region="Side", Side="+Y", Units=UNITS)
# Boxes begin between two layers of points.
low = (corner - round(PAD * n) - 0.5) * edge
pulled = pv.MechanicalLoad(
    registrationName="Load", Input=held, Region="Box", Force=[0.0, -FORCE, 0.0],
    BoxPosition=[HEIGHT - 0.5 * edge, low, -edge], BoxLength=[edge, HEIGHT, HEIGHT])
pad = pv.DesignRegion(
    registrationName="Pad", Input=pulled, Kind="Solid", Region="Box",
    BoxPosition=[(1.0 - PAD) * HEIGHT - 0.5 * edge, low, -edge], BoxLength=[HEIGHT] * 3)


def show_stress(body, view, last):
    material = pv.Threshold(registrationName="Material", Input=body, Scalars=["CELLS", "SolidFraction"])
    material.LowerThreshold, material.UpperThreshold = 0.5, 1.0
    shown = pv.Show(material, view)
    shown.Representation, shown.Ambient, shown.Diffuse = "Surface", 0.3, 0.75
    pv.ColorBy(shown, ("CELLS", "VonMisesStress"))
    colors = pv.GetColorTransferFunction("VonMisesStress")
    colors.AutomaticRescaleRangeMode, colors.ColorSpace = "Never", "Lab"
    colors.RGBPoints = [0.0, 0.24, 0.52, 0.72, 0.5 * BOUND, *BONE, BOUND, 0.94, 0.62, 0.30,
                        1.55 * BOUND, 0.70, 0.08, 0.10]
    shown.SetScalarBarVisibility(view, last)
    if last:
        bar = pv.GetScalarBar(colors, view)
        bar.Title, bar.ComponentTitle, bar.HorizontalTitle = "von Mises stress, MPa", "", 1
        bar.TitleColor = bar.LabelColor = INK
        bar.TitleFontSize, bar.LabelFontSize = 18, 16
        bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.0f", "%.0f"
        bar.WindowLocation, bar.ScalarBarLength = "Upper Right Corner", 0.3


views, layout = side_by_side("L-bracket")
bounds = {"Stiffest": [], "Bounded": ["LargestStress", "<=", repr(BOUND), "", "", ""]}
for (name, constraints), view in zip(bounds.items(), views):
    design = optimize(
        pad, arguments, name=name, Material="Aluminium", Units=UNITS, VolumeFraction=0.4,
        SolidLayers="None", Interpolation="Modified SIMP", MinimumModulusRatio=1e-6,
        FilterType="Density", FilterRadius=2.0 * edge, Optimizer="MMA", MoveLimit=0.2,
        Projection="On", ProjectionSharpness=8.0,
        ProjectionInterval=max(1, arguments.iterations // 5), Constraints=constraints)
    print_verdict(design, name, arguments)
    # After few iterations all of the bracket hangs together, but not its material.
    surface = surface_of(design, **(
        dict(ThresholdBy="Volume fraction", VolumeFraction=0.95) if arguments.state_only else {}))
    body = pv.BodyAnalysis(registrationName=f"{name} body", Input=pv.OutputPort(design, FINAL_DESIGN),
                           Surface=surface, Device=arguments.device,
                           Refinement=1 if arguments.state_only else 2)
    if not arguments.state_only:
        body.UpdatePipeline()
        stop_if_empty(body)
        print(f"{name} body: largest stress {field_value(body, 'LargestVonMisesStress'):.4g} MPa")
    show_stress(body, view, name == "Bounded")
    show_edges(bracket, view)
    annotate(body, f'"{name}\\nlargest stress %.0f MPa" % LargestVonMisesStress[0]', view)
    surface.ThresholdBy, body.Refinement = "Volume of the field", 2
save_surface(surface, arguments)
look_at_both(views, bracket, (0.35, 0.3, 1.0), (0, 1, 0), closer=1.0)
finish("l_bracket_stress", layout, arguments)
