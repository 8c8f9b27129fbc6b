// Tests of the number of voxels of the image to which Compare Topologies resamples designs.

#include "CompareTestInput.h"

#include "HexMeshConverter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trabecula::testing
{
namespace
{
/// Returns a density that is 1 up to an x.
DensityOf upTo(double end)
{
  return [end](double x, double, double) { return x < end ? 1.0 : 0.0; };
}

/// Returns cubes whose inner points have been moved, so that they are not on a lattice.
vtkSmartPointer<vtkUnstructuredGrid> distorted(int cells, double shift, const DensityOf& density)
{
  Mesh mesh = makeBoxMesh({ cells, cells, cells }, { 1.0, 1.0, 1.0 });
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    double* x = &mesh.points[i];
    const double inside = x[0] * (1.0 - x[0]) * x[1] * (1.0 - x[1]) * x[2] * (1.0 - x[2]);
    x[0] += shift * inside;
    x[1] -= shift * inside;
  }
  return withDensity(filters::makeGrid(mesh), density);
}

double voxelsOfUnitCube(vtkCompareTopologies* filter)
{
  return std::pow(measure(filter, 0, "VoxelSize"), -3.0);
}
}

TEST(CompareTopologiesImage, ImageFollowsTheSizeOfTheMeshes)
{
  // With a Resolution of 128 there would be two million voxels.
  auto few = comparisonOf({ distorted(2, 4.0, upTo(0.4)), distorted(2, -4.0, upTo(0.6)) });
  few->Update();
  EXPECT_TRUE(contains(few->GetCommonMesh(), "resampled to an image of 32 x 32 x 32"))
    << few->GetCommonMesh();
  EXPECT_LE(voxelsOfUnitCube(few), 32768 + 1e-6);
  auto one = comparisonOf({ distorted(1, 0.0, upTo(1.0)), distorted(2, 4.0, upTo(1.0)) });
  one->Update();
  EXPECT_TRUE(contains(one->GetCommonMesh(), "32 x 32 x 32")) << one->GetCommonMesh();
  // The larger mesh decides, or the requested resolution if that is lower.
  auto more = comparisonOf({ distorted(2, 4.0, upTo(0.4)), distorted(3, -4.0, upTo(0.6)) });
  more->Update();
  EXPECT_TRUE(contains(more->GetCommonMesh(), "48 x 48 x 48")) << more->GetCommonMesh();
  more->SetResolution(20);
  more->Update();
  EXPECT_TRUE(contains(more->GetCommonMesh(), "20 x 20 x 20")) << more->GetCommonMesh();
  // Both designs have one mesh, and only shapes require the image.
  auto same = comparisonOf({ distorted(2, 4.0, upTo(0.4)), distorted(2, 4.0, upTo(0.6)) });
  same->Update();
  EXPECT_TRUE(contains(same->GetCommonMesh(), "measured on an image of 32 x 32 x 32"))
    << same->GetCommonMesh();
}

TEST(CompareTopologiesImage, LatticesWithWideGapsAreNotFilled)
{
  // A few elements on one lattice, which would have 65 million voxels.
  const auto apart = [](int gap)
  {
    Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 2.0, 1.0, 1.0 });
    const Mesh other = makeBoxMesh({ 2, 1, 1 }, { 2.0, 1.0, 1.0 });
    const auto nodes = static_cast<std::int32_t>(mesh.points.size() / 3);
    for (const double x : other.points)
    {
      mesh.points.push_back(x + gap);
    }
    for (const std::int32_t node : other.connectivity)
    {
      mesh.connectivity.push_back(node + nodes);
    }
    return filters::makeGrid(mesh);
  };
  const DensityOf solid = [](double, double, double) { return 1.0; };
  auto first = densityImage({ 2, 2, 2 }, { 1, 1, 1 }, { 0, 0, 0 }, solid);
  auto near = comparisonOf({ first, withDensity(apart(10), solid) });
  near->Update();
  EXPECT_TRUE(contains(near->GetCommonMesh(), "fit into one lattice of 12 x 11 x 11"))
    << near->GetCommonMesh();
  // A block that is large enough to be visible at the scale of the gap.
  auto block = densityImage({ 4, 4, 4 }, { 1, 1, 1 }, { 0, 0, 0 }, solid);
  auto far = comparisonOf({ block, withDensity(apart(400), solid) });
  Errors errors(far);
  far->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  for (const char* words :
    { "Design 2 is too small for the image of 64 x 64 x 64 voxels", "Clip", "larger Resolution" })
  {
    EXPECT_TRUE(contains(errors.text(), words)) << words << " in " << errors.text();
  }
}
}
