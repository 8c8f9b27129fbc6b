"""Builds the demo's pipeline in the window: paraview --script=Data/gui.py

The plugin has to be loaded, as it is if its folder is in PV_PLUGIN_PATH. Shows the cantilever of
the EbE paper optimized, without what is thin, above the chart of its compliance; Play shows how the
design came to be.
"""

import paraview.simple as pv

# Loaded from PV_PLUGIN_PATH, the plugin may have come after paraview.simple.
beam = pv.TopologyBenchmark(registrationName="Cantilever", Resolution=16)
design = pv.TopologyOptimize(
    registrationName="Optimized cantilever",
    Input=beam,
    VolumeFraction=0.3,
    MinimumDensity=0.1,
    FilterRadius=3.0 * beam.ElementLength,
    MaximumIterations=50,
    DensityChangeTolerance=0.0,
    DensityThreshold=0.5,
)

view = pv.GetActiveViewOrCreate("RenderView")
domain = pv.Show(beam, view)
domain.Representation = "Outline"
domain.AmbientColor = domain.DiffuseColor = [0.8, 0.8, 0.8]

view.CameraPosition = [0.75, -1.6, 0.65]
view.CameraFocalPoint = [0.0, 0.0, 0.0]
view.CameraViewUp = [0.0, 0.0, 1.0]
pv.ResetCamera(view)
pv.Render(view)

# Going to the last time computes all iterations; the progress bar says how far they are.
scene = pv.GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
scene.GoToLast()
shown = pv.Show(design, view)
shown.Representation = "Surface With Edges"
shown.EdgeColor = [0.2, 0.25, 0.3]
pv.ColorBy(shown, ("CELLS", "Density"))
colors = pv.GetColorTransferFunction("Density")
colors.AutomaticRescaleRangeMode = "Never"
colors.RescaleTransferFunction(0.0, 1.0)
shown.SetScalarBarVisibility(view, True)

layout = pv.GetLayout(view)
cell = layout.SplitViewVertical(view, 0.7)
chart = pv.CreateView("XYChartView")
pv.AssignViewToLayout(chart, layout, cell)
history = pv.Show(pv.OutputPort(design, 2), chart, "XYChartRepresentation")
history.UseIndexForXAxis = 0
history.XArrayName = "Iteration"
history.SeriesVisibility = ["Compliance"]
chart.LeftAxisTitle = "Compliance"
chart.BottomAxisTitle = "Iteration"
chart.ShowLegend = 0

pv.SetActiveView(view)
pv.SetActiveSource(design)
pv.RenderAllViews()
pv.ResetCamera(view)  # to what the chart left of the window
