// Tests of the mass of NURBS patches: the plain sum over Gauss points, and the mass of the body.

#include "Support/Patches.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/IsogeometricOperator.h"
#include "Operator/Mass/PatchMass.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct PatchCase
{
  int dimension;
  std::array<int, 3> degrees;
  std::array<int, 3> spans;
};

/// Degrees and numbers of spans of each direction differ.
const std::vector<PatchCase>& patchCases()
{
  static const std::vector<PatchCase> all = {
    { 2, { 1, 1, 0 }, { 9, 5, 1 } },
    { 2, { 3, 2, 0 }, { 4, 7, 1 } },
    { 2, { 2, 2, 0 }, { 1, 1, 1 } },
    { 3, { 1, 2, 3 }, { 5, 3, 2 } },
    { 3, { 2, 2, 2 }, { 3, 3, 3 } },
    { 3, { 4, 1, 2 }, { 1, 4, 2 } },
  };
  return all;
}

/// What is expected of the mass of a patch, from rational functions evaluated one by one.
struct PlainPatchMass
{
  std::vector<double> product;
  std::vector<double> diagonal;
  std::vector<double> unitEnergies;
  double total = 0.0;
};

PlainPatchMass plainMass(
  const NurbsPatch& patch, const std::vector<double>& densities, const std::vector<double>& u)
{
  const auto d = static_cast<std::size_t>(patch.dimension);
  const GaussTables gauss(patch);
  const std::vector<double> measures = gaussMeasures(patch);
  const std::array<int, 3> elements = patch.elements();
  const std::size_t perElement = measures.size() / patch.numberOfElements();
  PlainPatchMass result;
  result.product.assign(u.size(), 0.0);
  result.diagonal.assign(u.size(), 0.0);
  result.unitEnergies.assign(measures.size(), 0.0);
  for (std::size_t q = 0; q < measures.size(); ++q)
  {
    std::size_t element = q / perElement;
    std::size_t local = q % perElement;
    std::array<double, 3> xi = {};
    for (std::size_t k = 0; k < 3; ++k)
    {
      const SplineTable& table = gauss.tables[k];
      const auto points = static_cast<std::size_t>(table.perSpan);
      const auto spans = static_cast<std::size_t>(elements[k]);
      xi[k] = table.places[element % spans * points + local % points];
      element /= spans;
      local /= points;
    }
    const NurbsPoint at = evaluateAt(patch, xi);
    const double mass = densities[q] * measures[q];
    result.total += mass;
    for (std::size_t c = 0; c < d; ++c)
    {
      const auto unknown = [&](std::size_t function)
      { return d * static_cast<std::size_t>(at.controlPoints[function]) + c; };
      double value = 0.0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(at.count); ++i)
      {
        value += at.values[i] * u[unknown(i)];
      }
      result.unitEnergies[q] += measures[q] * value * value;
      for (std::size_t i = 0; i < static_cast<std::size_t>(at.count); ++i)
      {
        result.product[unknown(i)] += mass * at.values[i] * value;
        result.diagonal[unknown(i)] += mass * at.values[i] * at.values[i];
      }
    }
  }
  return result;
}

template <class Space>
class PatchMassTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(PatchMassTest, Spaces, SpaceNames);
}

TYPED_TEST(PatchMassTest, IsThePlainSumOverGaussPoints)
{
  Random random(23);
  for (const PatchCase& one : patchCases())
  {
    SCOPED_TRACE(std::to_string(one.dimension) + " dimensions, degree " +
      std::to_string(one.degrees[0]) + ", spans " + std::to_string(one.spans[0]));
    const NurbsPatch patch = randomPatch(random, one.dimension, one.degrees, one.spans, true);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), patch, true);
    PatchMass<TypeParam> mass(layouts, patch);
    const auto unknowns = static_cast<std::size_t>(layouts.unknowns->size());
    const auto points = static_cast<std::size_t>(layouts.materialPoints->size());
    const std::vector<double> densities = random.vector(points, 0.1, 2.0);
    const std::vector<double> u = random.vector(unknowns, -1.0, 1.0);
    const PlainPatchMass expected = plainMass(patch, densities, u);
    const Vector<TypeParam> ofPoints(layouts.materialPoints, densities);
    const Vector<TypeParam> x(layouts.unknowns, u);
    mass.setModuli(ofPoints);

    Vector<TypeParam> result(layouts.unknowns);
    mass.apply(x, result);
    EXPECT_LT(relativeDifference(result.toHost(), expected.product), 1e-13);
    mass.diagonal(result);
    EXPECT_LT(relativeDifference(result.toHost(), expected.diagonal), 1e-13);
    Vector<TypeParam> energies(layouts.materialPoints, std::vector<double>(points, 0.0));
    mass.addUnitEnergies(x, 1.0, energies);
    EXPECT_LT(relativeDifference(energies.toHost(), expected.unitEnergies), 1e-13);

    // A translation moves the mass of the body.
    std::vector<double> along(unknowns, 0.0);
    for (std::size_t i = 1; i < unknowns; i += static_cast<std::size_t>(one.dimension))
    {
      along[i] = 1.0;
    }
    mass.apply(Vector<TypeParam>(layouts.unknowns, along), result);
    const std::vector<double> moved = result.toHost();
    EXPECT_NEAR(std::inner_product(along.begin(), along.end(), moved.begin(), 0.0), expected.total,
      1e-12 * expected.total);
  }
}
