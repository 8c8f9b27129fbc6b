"""Least material under a bound, and bounds of regions, as a script asks for them."""

from checks import *

source = TopologyBenchmark(Resolution=4)
settings = dict(Input=source, MaximumIterations=20, DensityChangeTolerance=0, FilterRadius=1.5,
                VolumeFraction=0.5, Optimizer="MMA", FilterType="Density")

# Defaults bound nothing but the volume.
stiffest = TopologyOptimize(**settings)
expect_equal(stiffest.Constraint, "None", "default constraint")
expect_equal(list(stiffest.RegionVolumeBounds), [], "default bounds of regions")
expect_equal(list(stiffest.VolumeRegion), ["CELLS", "VolumeRegion"], "default volume region")
stiffest.UpdatePipeline()
compliance = column(stiffest, "Compliance")

# The least volume for that compliance is that volume.
lightest = TopologyOptimize(**settings)
lightest.VolumeFraction = 0.8
lightest.Objective = "Volume"
lightest.Constraint = "Compliance"
lightest.ConstraintBound = compliance[-1]
lightest.MaximumIterations = 30
errors = Errors(lightest)
lightest.UpdatePipeline()
volume = column(lightest, "VolumeFraction")
expect_close(volume[0], 0.8, "volume of the first design", 1e-6)
expect_close(volume[-1], 0.5, "least volume", 0.02)
expect(column(lightest, "Compliance")[-1] < 1.01 * compliance[-1], "bound on the compliance")
columns = list(information(lightest, "HistoryColumns"))
names, roles = columns[::3], columns[1::3]
expect_equal(roles[names.index("VolumeFraction")], "Objective", "what is minimized")

# A bound that even the solid body does not meet is no convergence that a script can overlook.
impossible = TopologyOptimize(**settings)
impossible.Objective = "Volume"
impossible.Constraint = "Compliance"
impossible.ConstraintBound = 0.01 * compliance[-1]
impossible.MaximumIterations = 40
impossible.UpdatePipeline()
excess = column(impossible, "BoundExcess")[-1]
expect_close(
    excess, column(impossible, "Compliance")[-1] / impossible.ConstraintBound - 1, "excess", 1e-9)
expect(excess > 1, f"excess {excess}")
status, fault = information(impossible, "Status"), information(impossible, "DesignFault")
expect(status.startswith("Not sound: The compliance is "), status)
expect("above its bound" in fault, fault)
for port in (1, 2):
    fields = servermanager.Fetch(impossible, idx=port).GetFieldData()
    expect_equal(fields.GetAbstractArray("DesignFault").GetValue(0), fault, f"mark of port {port}")
expect_equal(information(stiffest, "DesignFault"), "", "fault of a sound design")
expect("Sound: " in information(stiffest, "Verdict"), information(stiffest, "Verdict"))

# A missing bound, or one that the optimizer does not support, yields one message.
lightest.Constraint = "None"
lightest.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Give a bound" in errors.texts[0], errors.texts[0])
lightest.Constraint = "Compliance"
lightest.Optimizer = "Optimality Criteria"
lightest.UpdatePipeline()
expect_equal(len(errors.texts), 2, f"errors {errors.texts}")
expect("optimizer MMA" in errors.texts[1], errors.texts[1])
lightest.Optimizer = "MMA"
lightest.UpdatePipeline()
expect_close(column(lightest, "VolumeFraction"), volume, "volumes after the mistakes", 0)

# Each half of the beam has a bound of its own.
halves = ProgrammableFilter(Input=source, CopyArrays=1)
halves.Script = """
import numpy
number = inputs[0].GetNumberOfCells()
middle = [sum(inputs[0].GetCell(c).GetBounds()[:2]) for c in range(number)]
output.CellData.append((numpy.array(middle) > max(middle) / 2).astype(int), "VolumeRegion")
"""
bounded = TopologyOptimize(**settings)
bounded.Input = halves
bounded.RegionVolumeBounds = [0, 0.4, 1, 0.2]
bounded.UpdatePipeline()
for region, bound in ((0, 0.4), (1, 0.2)):
    reached = column(bounded, f"VolumeFraction_{region}")[-1]
    expect(reached < bound + 1e-3, f"volume of region {region} is {reached}")
expect(column(bounded, "VolumeFraction_0")[-1] > 0.39, "the bound at the held end is active")

# A bound on the largest stress, by names of the panel; the default bounds none.
expect_equal(stiffest.LargestStressBound, 0, "default bound on the stress")
expect_equal(stiffest.StressExponent, 8, "default exponent")
expect_equal(stiffest.StressInRegion, 0, "default region of the stress")
expect_equal(list(stiffest.StressLoadCases), [], "default load cases of the stress")
measured = TopologyOptimize(**settings, LargestStressBound=1e6)
measured.UpdatePipeline()
expect_close(column(measured, "Compliance"), compliance, "compliance under a bound of no effect", 1e-4)
largest = column(measured, "LargestStress")
weakest = TopologyOptimize(**settings, LargestStressBound=0.8 * largest[-1])
weakest.UpdatePipeline()
expect(column(weakest, "LargestStress")[-1] < 0.9 * largest[-1], "bounded stress")
expect_close(column(weakest, "ScaledStressNorm")[-1], column(weakest, "LargestStress")[-1],
             "what is bounded", 0.1)
expect(column(weakest, "Compliance")[-1] > compliance[-1], "price of the bound")
least = TopologyOptimize(**settings, Objective="Largest Stress", StressExponent=12,
                         StressLoadCases=["Force"], Constraint="Compliance",
                         ConstraintBound=1.5 * compliance[-1])
least.UpdatePipeline()
expect(column(least, "LargestStress_Force_P12")[-1] < largest[-1], "least stress")

# Lists of texts ask for the same, with any response, region and load case.
listed = TopologyOptimize(**settings, Objective="Largest Stress",
                          ObjectiveOptions=["", "Force", "Exponent=12"],
                          Constraints=["Compliance", "<=", repr(1.5 * compliance[-1]), "", "", ""])
listed.UpdatePipeline()
expect_close(column(listed, "LargestStress_Force_P12"), column(least, "LargestStress_Force_P12"),
             "stress by lists", 1e-6)
bounded.RegionVolumeBounds = []
bounded.Constraints = ["Volume", "<=", "0.4", "0", "", "", "Volume", "<=", "0.2", "1", "", ""]
bounded.UpdatePipeline()
for region, bound in ((0, 0.4), (1, 0.2)):
    reached = column(bounded, f"VolumeFraction_{region}")[-1]
    expect(reached < bound + 1e-3, f"volume of region {region} is {reached}")
expect_equal(list(bounded.Constraints)[:6], ["Volume", "<=", "0.4", "0", "", ""], "first row")

# All material stays connected to a side: the verdict says so.
connected = TopologyOptimize(**settings, Projection="On", ProjectionInterval=5,
                             Constraints=["VirtualTemperature", "<=", "2", "", "", "Side=4"])
connected.UpdatePipeline()
expect(column(connected, "VirtualTemperature_MinusY")[-1] < 2.05, "bound on the temperature")
verdict = information(connected, "Verdict")
expect("connected to the side -Y" in verdict, verdict)
errors = Errors(connected)
connected.Constraints = ["VirtualTemperature", "<=", "2", "", "", "Side=7"]
connected.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("The side of the virtual temperature is 7" in errors.texts[0], errors.texts[0])

# What conflicts is known without a run.
expect_equal(information(bounded, "Conflicts"), "", "conflicts of a run")
bounded.Optimizer = "Optimality Criteria"
expect("Choose the optimizer MMA" in information(bounded, "Conflicts"), "conflict of the optimizer")
kinds = list(information(bounded, "ResponseKinds"))
expect_equal(kinds[:4], ["Compliance", "Compliance", "force times length", "<="], "first response")
