"""Those of designs and optimizations; see mutations.py."""

MUTATIONS_OF_DESIGNS = [
    # Design
    ("Design/MaterialInterpolation.h",
     "return this->penalization * this->power(density, this->penalization - 1.0) *",
     "return this->power(density, this->penalization - 1.0) *", "MaterialInterpolation*"),
    ("Design/Stage/DensityToModulus.h", "return density >= this->least * (1.0 - 1e-9)",
     "return density > this->least * (1.0 + 1e-9)", "NodalParametrizationTest*:Every/MeshfreeOptimization*"),
    ("Design/Optimizer/OptimalityCriteria.cxx", "return { largerOf(minimumDensity, x - moveLimit),",
     "return { largerOf(minimumDensity, x - 2.0 * moveLimit),", "OptimalityCriteria*"),
    ("Design/Optimizer/MovingAsymptotes.cxx",
     "turn < 0.0 ? settings.decrease : turn > 0.0 ? settings.increase : 1.0;",
     "turn < 0.0 ? settings.increase : turn > 0.0 ? settings.decrease : 1.0;",
     "MovingAsymptotes*"),
    ("Design/Filter/ElementBins.cxx", "const std::int64_t last = i + 1 < grid.counts[0] ? i + 1 : i;",
     "const std::int64_t last = i;", "NeighbourFilterTest*"),
    ("Design/Response/Linear/LinearResponse.cxx", "-0.25 / s, this->Energies);",
     "-0.5 / s, this->Energies);", "Every/Mechanism*"),
    ("Design/Response/Density/CentreOfGravity.cxx", "(coordinates[p] - centre);", "coordinates[p];",
     "Every/ResponseAnswers*"),
    ("Design/Response/Density/LocalVolume.cxx", "exponent - 1.0) : 0.0;", "exponent) : 0.0;",
     "Every/ResponseAnswers*"),
    ("Design/Response/Linear/Reaction.cxx", "values[i] = -values[i];", "values[i] = 0.0;",
     "Every/ResponseAnswers*"),
]
