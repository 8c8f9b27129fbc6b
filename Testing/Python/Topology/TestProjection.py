"""Projections of densities, as a script asks for them."""

from checks import *

source = TopologyBenchmark(Resolution=4)
design = TopologyOptimize(Input=source, MaximumIterations=60, FilterRadius=1.5, FilterType="Density",
                          DensityChangeTolerance=0.02)
expect_equal(design.Projection, "Off", "default projection")
expect_equal(design.ProjectionSharpness, 32, "default sharpness")
expect_equal(design.ProjectionInterval, 40, "default interval")
errors = Errors(design)
design.UpdatePipeline()
grey = column(design, "Greyness")[-1]
expect("ProjectionSharpness" not in fetch(design, CONVERGENCE).RowData.keys(), "no column")

# Sharpness is doubled up to the largest, and the run does not converge before.
design.Projection = "On"
design.ProjectionSharpness = 8
design.ProjectionInterval = 10
design.UpdatePipeline()
sharpness = column(design, "ProjectionSharpness")
expect_equal(sorted(set(sharpness)), [1, 2, 4, 8], "sharpness")
expect(list(sharpness) == sorted(sharpness), f"{sharpness}")
expect((sharpness == 8).sum() > 1, f"{sharpness}")
expect(column(design, "Greyness")[-1] < 0.6 * grey, f"{column(design, 'Greyness')[-1]}, {grey}")
expect_close(column(design, "VolumeFraction")[-1], 0.3, "volume fraction", 2e-3)

design.Projection = "Volume-Preserving"
design.Optimizer = "MMA"
design.UpdatePipeline()
expect(column(design, "Greyness")[-1] < 0.6 * grey, f"{column(design, 'Greyness')[-1]}, {grey}")
expect_equal(errors.texts, [], "errors")

# Incompatible settings yield one message, which states what to choose.
design.Optimizer = "Optimality Criteria"
design.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Optimizer MMA" in errors.texts[0], errors.texts[0])
design.Projection = "On"
design.FilterType = "Sensitivity"
design.UpdatePipeline()
expect_equal(len(errors.texts), 2, f"errors {errors.texts}")
expect("Filter Type Density" in errors.texts[1], errors.texts[1])

# The penalization is increased, and a robust design has a minimum size.
design = TopologyOptimize(Input=source, MaximumIterations=12, FilterType="Density",
                          DensityChangeTolerance=0.02, Projection="On", ProjectionSharpness=2,
                          ProjectionInterval=4, PenalizationContinuation="On", PenalizationStep=1,
                          PenalizationInterval=4, RobustDesign="On", MinimumSize=1.5, Optimizer="MMA")
errors = Errors(design)
design.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
expect_equal(sorted(set(column(design, "Penalization"))), [1, 2, 3], "penalizations")
expect((column(design, "DilatedVolumeFraction") > column(design, "VolumeFraction")).all(), "volumes")
design.UpdatePropertyInformation()
expect_close(design.FilterRadiusUsed, 1.5 / 0.88, "filter radius", 1e-12)
# Stresses and weight need all three designs.
design.MaximumIterations = 4
design.Constraints = ["LargestStress", "<=", "1e6", "", "", ""]
design.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("All Three Designs" in errors.texts[0], errors.texts[0])
design.RobustAnalysis = "All Three Designs"
design.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect((column(design, "LargestStress") > 0).all(), "stresses")
design.Constraints = []
errors = Errors(design)
design.RobustDesign = "Off"
design.Interpolation = "RAMP"
design.MassDensity = 1
design.Acceleration = [0, 0, -1]
design.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
expect("DilatedVolumeFraction" not in fetch(design, CONVERGENCE).RowData.keys(), "no column")
