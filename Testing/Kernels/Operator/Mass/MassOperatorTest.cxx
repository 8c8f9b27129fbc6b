// Tests of the mass matrix of every element: known numbers, the reference on random meshes, images,
// rigid motions, and memory.

#include "Operator/Assembled/AssembledCases.h"
#include "Support/Dot.h"
#include "Support/Meshes/DistortedElement.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/ThreadCounts.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Operator/Mass/MassOperator.h"
#include "Operator/Mass/MassReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class MassOperatorTest : public OnSpace<Space>
{
protected:
  /// Compares all functions of an operator with the reference, for random densities and
  /// displacements.
  static void compare(StiffnessOperator<Space>& M, const Mesh& mesh, bool isLumped, Random& random)
  {
    const std::size_t n = mesh.points.size();
    const std::size_t elements = mesh.numberOfElements();
    const std::vector<double> rho = random.vector(elements, 1e-3, 2.0);
    const std::vector<double> u = random.vector(n, -1, 1);
    const std::vector<double> matrix = reference::massMatrix(mesh, rho, isLumped);
    const Vector<Space> densities(M.materialPointsPointer(), rho);
    const Vector<Space> x(M.layoutPointer(), u);
    M.setModuli(densities);
    const auto product = [&]
    {
      Vector<Space> y = poisoned(M.layoutPointer());
      M.apply(x, y);
      return y.toHost();
    };
    std::vector<double> expected(n, 0.0);
    std::vector<double> diagonal(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      diagonal[i] = matrix[(n + 1) * i];
      for (std::size_t j = 0; j < n; ++j)
      {
        expected[i] += matrix[n * i + j] * u[j];
      }
    }
    EXPECT_LT(relativeDifference(expectSameWithThreads(product), expected), 2e-13);
    Vector<Space> d = poisoned(M.layoutPointer());
    M.diagonal(d);
    EXPECT_LT(relativeDifference(d.toHost(), diagonal), 2e-13);
    EXPECT_GT(*std::min_element(diagonal.begin(), diagonal.end()), 0.0);

    // Unit energies are derivatives by densities: their sum with densities is u.(M u).
    Vector<Space> energies(M.materialPointsPointer(), std::vector<double>(elements, 1.0));
    M.addUnitEnergies(x, 0.5, energies);
    const std::vector<double> unit = energies.toHost();
    double sum = 0.0;
    for (std::size_t e = 0; e < elements; ++e)
    {
      sum += 2.0 * (unit[e] - 1.0) * rho[e];
      EXPECT_GT(unit[e], 1.0);
    }
    EXPECT_NEAR(sum, dot(expected, u), 1e-12 * sum);

    // A translation has the mass of the body in its direction, and none in others.
    Vector<Space> volumes(M.materialPointsPointer());
    Vector<Space> centroids(M.materialPoints().withComponents(3));
    M.geometry(volumes, centroids);
    std::vector<double> translation(n, 0.0);
    for (std::size_t i = 1; i < n; i += 3)
    {
      translation[i] = 1.0;
    }
    const Vector<Space> moved(M.layoutPointer(), translation);
    M.apply(moved, d);
    const std::vector<double> force = d.toHost();
    const double mass = dot(volumes.toHost(), rho);
    // Curved quadratic tetrahedra have more points for the mass than for the volume.
    const bool isCurved = std::any_of(mesh.types.begin(), mesh.types.end(),
                            [](CellType type) { return type == CellType::QuadraticTetrahedron; }) ||
      mesh.cellType == CellType::QuadraticTetrahedron;
    EXPECT_NEAR(dot(force, translation), mass, (isCurved ? 1e-3 : 1e-12) * mass);
    EXPECT_NEAR(dot(force, std::vector<double>(n, 1.0)), dot(force, translation), 1e-12 * mass);
  }
};
TYPED_TEST_SUITE(MassOperatorTest, Spaces, SpaceNames);
}

TYPED_TEST(MassOperatorTest, HasTheKnownMatrixOfADistortedElement)
{
  // Density 1, values cos a in one component: computed by an independent program in Python.
  struct Known
  {
    CellType type;
    bool straight;
    double trace, energy;
  };
  constexpr Known all[] = {
    { CellType::Tetrahedron, true, 0.0594288198, 0.0182980565 },
    { CellType::QuadraticTetrahedron, true, 0.0764084826, 0.0183062297 },
    { CellType::QuadraticTetrahedron, false, 0.0698346142, 0.0177762722 },
    { CellType::Hexahedron, true, 2.35884356, 0.812918688 },
    { CellType::QuadraticHexahedron, true, 7.31241294, 1.93540435 },
    { CellType::QuadraticHexahedron, false, 7.30457502, 1.95425949 },
  };
  for (const Known& known : all)
  {
    SCOPED_TRACE(nameOf(known.type, known.straight));
    const Mesh mesh = distortedElement(known.type, known.straight);
    const auto M = makeMassOperator(layoutsOf(this->context(), mesh), mesh);
    const Vector<TypeParam> density(M->materialPointsPointer(), { 1.0 });
    M->setModuli(density);
    for (std::size_t c = 0; c < 3; ++c)
    {
      std::vector<double> u(mesh.points.size(), 0.0);
      for (std::size_t a = 0; a < mesh.numberOfNodes(); ++a)
      {
        u[3 * a + c] = std::cos(double(a));
      }
      const Vector<TypeParam> x(M->layoutPointer(), u);
      Vector<TypeParam> y(M->layoutPointer());
      M->apply(x, y);
      EXPECT_NEAR(dot(y.toHost(), u), known.energy, 5.1e-9 * known.energy);
      M->diagonal(y);
      EXPECT_NEAR(dot(y.toHost(), std::vector<double>(u.size(), 1.0)), 3.0 * known.trace,
        5.1e-9 * 3.0 * known.trace);
    }
  }
}

TYPED_TEST(MassOperatorTest, MatchesTheReferenceOnAllTypesAndMixed)
{
  Random random(3821);
  for (const bool isLumped : { false, true })
  {
    for (const AssembledCase& one : assembledCases(random))
    {
      SCOPED_TRACE(one.name + (isLumped ? ", lumped" : ""));
      const auto M = makeMassOperator(layoutsOf(this->context(), one.mesh), one.mesh, isLumped);
      this->compare(*M, one.mesh, isLumped, random);
    }
  }
}

TYPED_TEST(MassOperatorTest, MatchesTheReferenceOnImages)
{
  Random random(3822);
  for (const bool isLumped : { false, true })
  {
    const VoxelGrid grid(randomImage({ 9, 6, 5 }, 0.6, random), VoxelParts::All);
    const auto M = makeMassOperator(layoutsOf(this->context(), grid), grid, isLumped);
    this->compare(*M, grid.mesh(), isLumped, random);
    Vector<TypeParam> gradients(M->materialPoints().withComponents(9));
    const Vector<TypeParam> u(
      M->layoutPointer(), std::vector<double>(static_cast<std::size_t>(M->size()), 0.0));
    EXPECT_THROW(M->displacementGradients(u, gradients), Error);
  }
}

TYPED_TEST(MassOperatorTest, NeedsNoMoreMemoryThanEstimated)
{
  Random random(3823);
  for (const AssembledCase& one : assembledCases(random))
  {
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), one.mesh);
    const std::size_t before = this->context().allocated();
    const auto M = makeMassOperator(layouts, one.mesh);
    EXPECT_LE(this->context().allocated() - before, massOperatorMemory(one.mesh)) << one.name;
  }
}
