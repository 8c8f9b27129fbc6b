#include "Geometry/TopologySurfaceTestInput.h"
#include "Support/Refusals.h"
#include "Support/SurfaceDesigns.h"

#include "Core/Error.h"
#include "Geometry/Level/LevelTetrahedra.h"
#include "Geometry/Level/Smoothing/SurfaceFolds.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

using namespace trabecula;
using namespace trabecula::testing;

TEST(TopologySurface, TellsOfCellsThatDoNotShareTheirPoints)
{
  struct Listener : Observer
  {
    std::string heard;
    void message(const std::string& text) override { this->heard += text; }
  };
  // The upper half shares no nodes with the lower one.
  TopologySurfaceProblem problem = designOf(2, [](double, double, double) { return 1.0; });
  Mesh& mesh = problem.mesh;
  const auto nodes = static_cast<std::int32_t>(mesh.numberOfNodes());
  const std::vector<double> copy = mesh.points;
  mesh.points.insert(mesh.points.end(), copy.begin(), copy.end());
  for (std::size_t i = 32; i < 64; ++i)
  {
    mesh.connectivity[i] += nodes;
  }
  Listener listener;
  TopologySurface surface;
  problem.settings.smooth = false;
  EXPECT_TRUE(makeTopologySurface(problem, listener, surface));
  expectMessage(listener.heard, { "13 points", "Clean to Grid" });
  EXPECT_EQ(surface.numberOfPieces, 2);
}

TEST(TopologySurface, StopsWhenAsked)
{
  struct Stopper : Observer
  {
    std::string stopAt;
    std::string now;

    void progress(double, const std::string& text) override { this->now = text; }
    bool stopRequested() override { return this->now == this->stopAt; }
  };
  const TopologySurfaceProblem problem = sphere(8, 0.4);
  Stopper observer;
  TopologySurface surface;
  for (const char* text :
    { "Finding faces", "Finding the threshold", "Cutting cells", "Finding pieces", "Smoothing" })
  {
    observer.stopAt = text;
    EXPECT_FALSE(makeTopologySurface(problem, observer, surface)) << text;
  }
  observer.stopAt = "never";
  EXPECT_TRUE(makeTopologySurface(problem, observer, surface));
}

TEST(TopologySurface, KnowsHolesAndCavities)
{
  const int cells = 24;
  const auto isInRing = [](double x, double y, double z)
  {
    const double across = std::hypot(x - 0.5, y - 0.5) - 0.3;
    return std::hypot(across, z - 0.5) - 0.12;
  };
  TopologySurface surface = surfaceOf(designOf(
    cells, [&](double x, double y, double z) { return densityOf(isInRing(x, y, z), cells); }));
  EXPECT_EQ(surface.topology.eulerCharacteristic, 0);
  EXPECT_EQ(surface.numberOfPieces, 1);
  surface = surfaceOf(designOf(cells,
    [&](double x, double y, double z)
    {
      return densityOf(
        std::max(distanceToSphere(x, y, z, 0.45), -distanceToSphere(x, y, z, 0.2)), cells);
    }));
  EXPECT_EQ(surface.topology.eulerCharacteristic, 4);
  EXPECT_EQ(surface.numberOfPieces, 1);
}

TEST(TopologySurface, LeavesOutPiecesOnRequest)
{
  // Balls of radius 0.2, 0.1 and 0.06 in a row.
  const int cells = 30;
  TopologySurfaceProblem problem = designOf(cells,
    [&](double x, double y, double z)
    {
      const auto ball = [&](double centre, double radius)
      {
        return std::sqrt(
                 (x - centre) * (x - centre) + (y - 0.5) * (y - 0.5) + (z - 0.5) * (z - 0.5)) -
          radius;
      };
      return densityOf(std::min({ ball(0.25, 0.2), ball(0.65, 0.1), ball(0.9, 0.06) }), cells);
    });
  const TopologySurface all = surfaceOf(problem);
  EXPECT_EQ(all.numberOfPieces, 3);
  EXPECT_EQ(all.topology.eulerCharacteristic, 6);
  problem.settings.pieces = Kind::Pieces::LargeOnes;
  problem.settings.minimumPieceShare = 0.1; // the second has 0.108 of the volume
  const TopologySurface large = surfaceOf(problem);
  EXPECT_EQ(large.numberOfPieces, 2);
  EXPECT_EQ(large.removedPieces, 1);
  problem.settings.pieces = Kind::Pieces::LargestOnly;
  const TopologySurface one = surfaceOf(problem);
  EXPECT_EQ(one.numberOfPieces, 1);
  EXPECT_EQ(one.removedPieces, 2);
  EXPECT_EQ(one.topology.eulerCharacteristic, 2);
  EXPECT_NEAR(one.volume + one.removedVolume, all.volume, 1e-3 * all.volume);
  // The remaining piece keeps its shape.
  EXPECT_EQ(one.threshold, all.threshold);
  EXPECT_NEAR(one.volume, 4.0 / 3.0 * Pi * 0.008, 1e-3);
  EXPECT_EQ(*std::max_element(one.pieces.begin(), one.pieces.end()), 0);
}

TEST(TopologySurface, RefusesWhatIsWrong)
{
  const auto refusalOf = [](const std::function<void(TopologySurfaceProblem&)>& spoil)
  {
    TopologySurfaceProblem problem = sphere(4, 0.4);
    spoil(problem);
    try
    {
      surfaceOf(problem);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  expectMessage(refusalOf([](auto& p) { p.mesh = Mesh(); }), { "no cells" });
  expectMessage(refusalOf([](auto& p) { p.density.pop_back(); }), { "Density", "63", "64" });
  expectMessage(refusalOf([](auto& p) { p.region.resize(65); }), { "Design region", "65", "64" });
  expectMessage(refusalOf([](auto& p) { p.density[5] = NotANumber; }), { "cell 5", "nan" });
  expectMessage(
    refusalOf([](auto& p) { p.mesh.connectivity[8 * 7] = p.mesh.connectivity[8 * 7 + 1]; }),
    { "Cell 7", "twice" });
  expectMessage(refusalOf(
                  [](auto& p)
                  {
                    for (std::size_t i = 0; i < p.mesh.points.size(); i += 3)
                    {
                      p.mesh.points[i] = 0.0;
                    }
                  }),
    { "Cell 0", "volume" });
  expectMessage(refusalOf(
                  [](auto& p)
                  {
                    for (int copy = 0; copy < 2; ++copy)
                    {
                      p.mesh.connectivity.insert(p.mesh.connectivity.end(),
                        p.mesh.connectivity.begin(), p.mesh.connectivity.begin() + 8);
                      p.density.push_back(0.0);
                    }
                  }),
    { "More than two cells", "point 0" });
  expectMessage(refusalOf([](auto& p) { p.region.assign(p.density.size(), DesignRegion::Void); }),
    { "nothing inside", "void" });
  expectMessage(refusalOf([](auto& p) { p.settings.volumeFraction = 0.0; }), { "Volume Fraction" });
  expectMessage(refusalOf([](auto& p) { p.settings.passBand = 2.0; }), { "Pass Band" });
  expectMessage(refusalOf([](auto& p) { p.settings.threshold = NotANumber; }), { "Threshold" });
  expectMessage(
    refusalOf([](auto& p) { p.settings.smoothingIterations = -1; }), { "Smoothing Iterations" });
  expectMessage(refusalOf(
                  [](auto& p)
                  {
                    p.density.assign(p.density.size(), 0.0);
                    p.density.front() = p.density.back() = 1.0;
                    p.settings.pieces = Kind::Pieces::LargeOnes;
                    p.settings.minimumPieceShare = 0.9;
                  }),
    { "Minimum Piece Share, 0.9", "largest of 2 has 0.5" });
  expectMessage(
    refusalOf([](auto& p) { p.settings.minimumPieceShare = -0.1; }), { "Minimum Piece Share" });
}
