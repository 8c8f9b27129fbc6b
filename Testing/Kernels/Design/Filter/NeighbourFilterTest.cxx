#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Design/Filter/FilterReference.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Optimizer/OptimalityCriteria.h"
#include "Element/Hex8Reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class NeighbourFilterTest : public OnSpace<Space>
{
protected:
  NeighbourFilter<Space> filter(const Mesh& mesh, double radius, bool volumeWeighted)
  {
    std::vector<double> centroids;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      for (const double x : reference::hex8Centroid(reference::hex8Corners(mesh, e)))
      {
        centroids.push_back(x);
      }
    }
    const LayoutPointer<Space> elements = this->layout(mesh.numberOfElements());
    this->Volumes.emplace_back(elements, reference::elementVolumes(mesh));
    return { elements, Vector<Space>(elements->withComponents(3), centroids),
      volumeWeighted ? &this->Volumes.back() : nullptr, radius };
  }

  /// Applies one of the filters to an output that is filled with NaN.
  template <class Apply>
  std::vector<double> apply(std::size_t size, const Apply& function)
  {
    Vector<Space> out = poisoned(this->layout(size));
    function(out);
    return out.toHost();
  }

private:
  std::vector<Vector<Space>> Volumes; ///< the filters refer to these vectors
};

/// A mesh, and radii from one that contains no neighbour to one that contains all elements.
struct FilterCase
{
  Mesh mesh;
  std::vector<double> radii;
};

std::vector<FilterCase> filterCases(Random& random)
{
  std::vector<FilterCase> cases;
  cases.push_back({ makeBoxMesh({ 7, 5, 4 }, { 7.0, 5.0, 4.0 }), { 0.5, 1.0, 1.5, 3.0, 30.0 } });
  cases.push_back({ distortedBox({ 6, 5, 4 }, 0.18, random), { 0.3, 1.2, 2.1, 4.0 } });
  // In this graded mesh, the largest element is a hundred times the smallest.
  FilterCase graded{ makeBoxMesh({ 12, 3, 3 }, { 1.0, 1.0, 1.0 }), { 0.05, 0.2, 0.5, 2.0 } };
  for (std::size_t n = 0; n < graded.mesh.numberOfNodes(); ++n)
  {
    graded.mesh.points[3 * n] = std::pow(graded.mesh.points[3 * n], 2.5);
  }
  cases.push_back(graded);
  // The mesh has two parts far from each other. Bins between them must not be stored.
  FilterCase parts{ makeBoxMesh({ 6, 2, 2 }, { 6.0, 2.0, 2.0 }), { 1.5 } };
  for (std::size_t n = 0; n < parts.mesh.numberOfNodes(); ++n)
  {
    parts.mesh.points[3 * n] += parts.mesh.points[3 * n] > 3.5 ? 1e6 : 0.0;
  }
  cases.push_back(parts);
  FilterCase turned{ distortedBox({ 5, 5, 5 }, 0.1, random), { 1.7e-3 } };
  moveRigidly(turned.mesh, 1e-3, random);
  cases.push_back(turned);
  return cases;
}
}

TYPED_TEST_SUITE(NeighbourFilterTest, Spaces, SpaceNames);

TYPED_TEST(NeighbourFilterTest, MatchesBruteForce)
{
  Random random(71);
  for (const FilterCase& example : filterCases(random))
  {
    for (const double radius : example.radii)
    {
      for (const bool weighted : { true, false })
      {
        SCOPED_TRACE(radius);
        const Mesh& mesh = example.mesh;
        const std::size_t size = mesh.numberOfElements();
        const auto neighbours = reference::findNeighbours(mesh, radius);
        const std::vector<double> volumes =
          weighted ? reference::elementVolumes(mesh) : std::vector<double>(size, 1.0);
        const std::vector<double> density = random.vector(size, 0.0, 1.0);
        const std::vector<double> values = random.vector(size, -1.0, 0.0);
        const auto deviceDensity = this->vector(density);
        const auto deviceValues = this->vector(values);
        auto filter = this->filter(mesh, radius, weighted);

        EXPECT_LT(relativeDifference(this->apply(size,
                                       [&](auto& out) {
                                         filter.filterSensitivity(deviceDensity, deviceValues, out);
                                       }),
                    reference::filterSensitivity(neighbours, volumes, density, values)),
          1e-12);
        EXPECT_LT(relativeDifference(
                    this->apply(size, [&](auto& out) { filter.filterDensity(deviceDensity, out); }),
                    reference::filterDensity(neighbours, volumes, density)),
          1e-12);
        EXPECT_LT(relativeDifference(
                    this->apply(
                      size, [&](auto& out) { filter.filterDensityTransposed(deviceValues, out); }),
                    reference::filterDensityTranspose(neighbours, volumes, values)),
          1e-12);
      }
    }
  }
}

TYPED_TEST(NeighbourFilterTest, CountsNeighbours)
{
  Random random(72);
  const Mesh mesh = distortedBox({ 7, 6, 5 }, 0.18, random);
  for (const double radius : { 0.3, 1.3, 2.6 })
  {
    std::size_t expected = 0;
    for (const auto& list : reference::findNeighbours(mesh, radius))
    {
      expected += list.size() - 1;
    }
    EXPECT_EQ(
      this->filter(mesh, radius, true).countNeighbours(), static_cast<std::int64_t>(expected))
      << "radius " << radius;
  }
}

TYPED_TEST(NeighbourFilterTest, TransposeIsTheTranspose)
{
  Random random(73);
  for (const FilterCase& example : filterCases(random))
  {
    const std::size_t size = example.mesh.numberOfElements();
    const std::vector<double> x = random.vector(size, 0.0, 1.0);
    const std::vector<double> y = random.vector(size, 0.0, 1.0);
    const auto deviceX = this->vector(x);
    const auto deviceY = this->vector(y);
    auto filter = this->filter(example.mesh, example.radii.back(), true);
    const auto Fx = this->apply(size, [&](auto& out) { filter.filterDensity(deviceX, out); });
    const auto Fty =
      this->apply(size, [&](auto& out) { filter.filterDensityTransposed(deviceY, out); });
    double left = 0.0;
    double right = 0.0;
    for (std::size_t e = 0; e < size; ++e)
    {
      left += y[e] * Fx[e];
      right += Fty[e] * x[e];
    }
    EXPECT_NEAR(left / right, 1.0, 1e-13);
  }
}

TYPED_TEST(NeighbourFilterTest, KeepsConstantsAndBounds)
{
  Random random(74);
  for (const FilterCase& example : filterCases(random))
  {
    for (const bool weighted : { true, false })
    {
      const std::size_t size = example.mesh.numberOfElements();
      auto filter = this->filter(example.mesh, example.radii.back(), weighted);
      const auto constant = this->vector(std::vector<double>(size, 0.37));
      for (const double value :
        this->apply(size, [&](auto& out) { filter.filterDensity(constant, out); }))
      {
        EXPECT_NEAR(value, 0.37, 1e-15);
      }
      const std::vector<double> x = random.vector(size, 0.0, 1.0);
      const auto deviceX = this->vector(x);
      const auto [low, high] = std::minmax_element(x.begin(), x.end());
      for (const double value :
        this->apply(size, [&](auto& out) { filter.filterDensity(deviceX, out); }))
      {
        EXPECT_GE(value, *low - 1e-15);
        EXPECT_LE(value, *high + 1e-15);
      }
    }
  }
}

TYPED_TEST(NeighbourFilterTest, PredictsTheFilteredVolume)
{
  // In general, a filter changes the volume near the boundary. The optimizer takes this into
  // account by the transposed filter of the volumes: v.Fx = (F'v).x.
  Random random(75);
  const Mesh mesh = distortedBox({ 6, 5, 4 }, 0.18, random);
  const std::size_t size = mesh.numberOfElements();
  const std::vector<double> volumes = reference::elementVolumes(mesh);
  const std::vector<double> x = random.vector(size, 0.0, 1.0);
  const auto deviceX = this->vector(x);
  const auto deviceVolumes = this->vector(volumes);
  auto filter = this->filter(mesh, 1.8, true);
  const auto Fx = this->apply(size, [&](auto& out) { filter.filterDensity(deviceX, out); });
  const auto Ftv =
    this->apply(size, [&](auto& out) { filter.filterDensityTransposed(deviceVolumes, out); });
  double filtered = 0.0;
  double predicted = 0.0;
  for (std::size_t e = 0; e < size; ++e)
  {
    filtered += volumes[e] * Fx[e];
    predicted += Ftv[e] * x[e];
  }
  EXPECT_NEAR(predicted / filtered, 1.0, 1e-14);
}

TYPED_TEST(NeighbourFilterTest, ARadiusThatReachesNobodyChangesNothing)
{
  Random random(76);
  const Mesh mesh = distortedBox({ 5, 4, 3 }, 0.18, random);
  const std::size_t size = mesh.numberOfElements();
  const std::vector<double> x = random.vector(size, 0.1, 1.0);
  const auto deviceX = this->vector(x);
  auto filter = this->filter(mesh, 0.2, true);
  EXPECT_EQ(filter.countNeighbours(), 0);
  EXPECT_LT(relativeDifference(
              this->apply(size, [&](auto& out) { filter.filterDensity(deviceX, out); }), x),
    1e-15);
}
