"""Showcase: the quarter annulus of the isogeometric level-set paper, with its smooth boundary.

    xvfb-run -a pvpython level_set_annulus.py Trabecula.so [--resolution 48] [--iterations 60]
        [--output out]

leaves level_set_annulus.png, the state file level_set_annulus.pvsm and boundary.vtp in the output
folder. The example is from Xia, Wang, Wang and Mei (2017), as the source NURBS Patch makes it: the lower
edge is held, a force pulls at the outer corner of the other.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=48, iterations=60)
patch = pv.NURBSPatch(registrationName="Patch", Preset="Quarter Annulus",
                      Elements=[arguments.resolution, arguments.resolution, 1])
patch.UpdatePipeline()
stop_if_empty(patch)
design = level_set(patch, arguments)
boundary = pv.OutputPort(design, BOUNDARY)
pv.SaveData(result(arguments, "boundary.vtp"), proxy=boundary, DataMode="Binary")
print(f"boundary.vtp: {boundary.GetDataInformation().GetNumberOfCells()} closed curves around "
      f"{field_value(design, 'Area', BOUNDARY):.6g} of {1.5 * math.pi / 2:.6g}")

view = make_view(1000, 900)
in_layout("Level set", view)
# Clip would take the coefficients at points of Bezier cells for values.
fine = pv.ExtractSurface(registrationName="Values", Input=design, NonlinearSubdivisionLevel=3)
material = pv.Clip(registrationName="Material", Input=fine, ClipType="Scalar", Invert=0,
                   Scalars=["POINTS", "LevelSet"], Value=0.0)
shown = plain(pv.Show(material, view), BONE)
shown.Ambient, shown.Diffuse = 0.7, 0.35
curves = plain(pv.Show(pv.OutputPort(design, MOVING_BOUNDARY), view), INK)
curves.LineWidth = 4.0
show_edges(design, view)
show_forces(patch, view, share=0.15)
view.InteractionMode = "2D"
look(view, patch, (0.0, 0.0, 1.0), (0, 1, 0), closer=1.1)
finish("level_set_annulus", view, arguments)
