// Tests of pieces of material and of the threshold of solid, against searches that are short enough
// to be verified by reading.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Generators/QuadraticMesh.h"
#include "Mesh/MeshParts.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns the number of common corners of two elements.
int commonNodes(const Mesh& mesh, std::size_t a, std::size_t b)
{
  const std::set<std::int32_t> nodes(mesh.element(a), mesh.element(a) + mesh.nodesOf(a));
  return static_cast<int>(std::count_if(mesh.element(b), mesh.element(b) + mesh.nodesOf(b),
    [&](std::int32_t node) { return nodes.count(node) > 0; }));
}

/// Extends the piece of an element over faces, which have four nodes.
void grow(const Mesh& mesh, const std::vector<std::uint8_t>& isMaterial, std::size_t element,
  std::set<std::size_t>& piece)
{
  piece.insert(element);
  for (std::size_t e = 0; e < isMaterial.size(); ++e)
  {
    if (isMaterial[e] && !piece.count(e) && commonNodes(mesh, element, e) == 4)
    {
      grow(mesh, isMaterial, e, piece);
    }
  }
}
}

TEST(MaterialPieces, PiecesAreThoseOfASearchOverFaces)
{
  Random random(3301);
  for (int trial = 0; trial < 10; ++trial)
  {
    const Mesh mesh = distortedBox({ 4, 3, 3 }, 0.1, random);
    std::vector<std::uint8_t> isMaterial(mesh.numberOfElements());
    for (std::uint8_t& flag : isMaterial)
    {
      flag = random.uniform(0.0, 1.0) < 0.4 ? 1 : 0;
    }
    const MaterialPieces pieces = findMaterialPieces(mesh, isMaterial);
    std::set<std::int32_t> numbers;
    for (std::size_t e = 0; e < isMaterial.size(); ++e)
    {
      EXPECT_EQ(isMaterial[e] != 0, pieces.pieceOfCell[e] >= 0);
      if (!isMaterial[e])
      {
        continue;
      }
      numbers.insert(pieces.pieceOfCell[e]);
      std::set<std::size_t> piece;
      grow(mesh, isMaterial, e, piece);
      for (std::size_t other = 0; other < isMaterial.size(); ++other)
      {
        EXPECT_EQ(isMaterial[other] && pieces.pieceOfCell[other] == pieces.pieceOfCell[e],
          piece.count(other) > 0);
      }
    }
    EXPECT_EQ(numbers.size(), pieces.count);
  }
}

TEST(MaterialPieces, PiecesOfTetrahedraAreThoseOfSortedFaces)
{
  Random random(3305);
  for (const bool isQuadratic : { false, true })
  {
    const Mesh linear =
      makeBox(CellType::Tetrahedron, { 4, 4, 3 }, [](const std::array<double, 3>& x) { return x; });
    const Mesh mesh = isQuadratic ? makeQuadratic(linear).mesh : linear;
    for (int trial = 0; trial < 5; ++trial)
    {
      std::vector<std::uint8_t> isMaterial(mesh.numberOfElements());
      for (std::uint8_t& flag : isMaterial)
      {
        flag = random.uniform(0.0, 1.0) < 0.4 ? 1 : 0;
      }
      const MaterialPieces pieces = findMaterialPieces(mesh, isMaterial);
      const MeshParts parts = findParts(keepElements(mesh, isMaterial));
      ASSERT_EQ(std::size_t(parts.count), pieces.count);
      ASSERT_GT(pieces.count, 1u);
      std::size_t kept = 0;
      for (std::size_t e = 0; e < isMaterial.size(); ++e)
      {
        if (isMaterial[e])
        {
          EXPECT_EQ(parts.partOfElement[kept++], pieces.pieceOfCell[e]);
        }
      }
    }
  }
}

TEST(MaterialPieces, ThresholdKeepsTheVolume)
{
  Random random(3302);
  for (int trial = 0; trial < 20; ++trial)
  {
    const std::size_t n = 50 + random.index(500);
    std::vector<double> density(n);
    std::vector<double> volumes(n);
    double material = 0.0;
    double largest = 0.0;
    for (std::size_t e = 0; e < n; ++e)
    {
      density[e] = std::pow(random.uniform(0.0, 1.0), trial % 2 ? 0.5 : 3.0);
      volumes[e] = 0.5 + random.uniform(0.0, 1.0);
      material += density[e] * volumes[e];
      largest = std::max(largest, volumes[e]);
    }
    const double threshold = solidThreshold(density, volumes);
    double inside = 0.0;
    int nearThreshold = 0;
    for (std::size_t e = 0; e < n; ++e)
    {
      inside += density[e] >= threshold ? volumes[e] : 0.0;
      nearThreshold += std::abs(density[e] - threshold) < 2.0 / 4096 ? 1 : 0;
    }
    // No threshold is nearer than half of the volume of elements with the same density.
    EXPECT_LE(std::abs(inside - material), (1 + nearThreshold) * largest);
  }
  // The designs are discrete or uniform.
  EXPECT_LE(solidThreshold({ 1.0, 0.0, 1.0, 0.001 }, { 1.0, 1.0, 1.0, 1.0 }), 1.0);
  EXPECT_GT(solidThreshold({ 1.0, 0.0, 1.0, 0.001 }, { 1.0, 1.0, 1.0, 1.0 }), 0.001);
  EXPECT_LE(solidThreshold({ 0.3, 0.3, 0.3 }, { 1.0, 1.0, 1.0 }), 0.3);
}
