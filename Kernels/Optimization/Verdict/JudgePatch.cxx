#include "Optimization/Verdict/JudgePatch.h"

#include "Geometry/Level/Patch/PatchPieces.h"
#include "Optimization/LevelSet/LevelSetValidation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns the part of the range of a parameter that each place of a lattice represents.
std::vector<double> partsOf(const std::vector<double>& places)
{
  std::vector<double> parts(places.size(), 0.0);
  for (std::size_t i = 1; i < places.size(); ++i)
  {
    parts[i - 1] += 0.5 * (places[i] - places[i - 1]);
    parts[i] += 0.5 * (places[i] - places[i - 1]);
  }
  return places.size() > 1 ? parts : std::vector<double>{ 1.0 };
}

/// Returns the area or volume that each point of a lattice represents, by the Jacobian at the
/// middle of the element whose first point precedes it.
std::vector<double> measuresOf(const NurbsPatch& patch, const PatchLattice& lattice, int samples)
{
  std::array<std::vector<double>, 3> parts;
  std::array<std::vector<double>, 3> middles;
  std::array<std::size_t, 3> elements{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    parts[k] = partsOf(lattice.places[k]);
    elements[k] = static_cast<std::size_t>(patch.elements()[k]);
    const std::vector<double> breaks = breakPoints(patch.degrees[k], patch.knots[k]);
    for (std::size_t e = 0; e < elements[k]; ++e)
    {
      middles[k].push_back(0.5 * (breaks[e] + breaks[e + 1]));
    }
  }
  std::vector<double> determinants(elements[0] * elements[1] * elements[2]);
  const auto count = static_cast<std::int64_t>(determinants.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < count; ++e)
  {
    const auto element = static_cast<std::size_t>(e);
    determinants[element] = std::abs(evaluateAt(patch,
      { middles[0][element % elements[0]], middles[1][element / elements[0] % elements[1]],
        middles[2][element / elements[0] / elements[1]] })
                                       .determinant());
  }
  const auto elementAt = [&](std::size_t k, std::size_t point)
  { return std::min(point / static_cast<std::size_t>(samples), elements[k] - 1); };
  std::vector<double> measures;
  measures.reserve(lattice.values.size());
  for (std::size_t c = 0; c < parts[2].size(); ++c)
  {
    for (std::size_t b = 0; b < parts[1].size(); ++b)
    {
      const std::size_t row = elements[0] * (elementAt(1, b) + elements[1] * elementAt(2, c));
      for (std::size_t a = 0; a < parts[0].size(); ++a)
      {
        measures.push_back(
          parts[0][a] * parts[1][b] * parts[2][c] * determinants[row + elementAt(0, a)]);
      }
    }
  }
  return measures;
}

/// The least thickness of material that carries a load, in steps of the lattice. Pieces that touch
/// in a point are counted as one piece, but transmit no load.
constexpr double LeastThickness = 1.0 / 3.0;
}

DesignConditions patchConditions(const LevelSetProblem& problem)
{
  const LevelSetProblem inPlane = conditionsInPlane(problem);
  DesignConditions conditions(inPlane.conditions, inPlane.design,
    std::vector<std::uint8_t>(problem.patch.numberOfControlPoints(), 1));
  conditions.convergence = problem.convergence();
  return conditions;
}

DesignVerdict judgePatch(
  const DesignConditions& conditions, const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  constexpr std::int64_t most = std::int64_t(1) << 28; // about six GiB with labels and measures
  const int samples = samplesWithin(patch, patch.dimension == 2 ? 4 : 2, most);
  const PatchLattice lattice = sampleLevelSet(patch, levelSet, samples);
  const PatchPoints points(patch, lattice);
  const auto piecesOf = [&](double thickness)
  {
    PatchPieces found = findPieces(lattice, thickness);
    return MaterialPieces{ std::move(found.labels), found.sizes.size() };
  };
  DesignVerdict verdict;
  judgeLoads(verdict, conditions, piecesOf(LeastThickness), points);
  judgePieces(verdict, conditions, piecesOf(0.0), measuresOf(patch, lattice, samples), points);
  return verdict;
}
}
