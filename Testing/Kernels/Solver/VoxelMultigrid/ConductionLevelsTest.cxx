// Tests of multigrid on voxels with one unknown per node: its coarse matrices, with fixed nodes and
// films, are Galerkin products of the reference's matrix, and its rate of convergence is
// independent of the image.

#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Conduction/ConductionReference.h"
#include "Operator/Conduction/FilmMatrix.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// An image, its fixed nodes and its films.
struct FilmedImage
{
  VoxelGrid grid;
  std::vector<std::uint8_t> fixed;
  HostMatrix film;

  FilmedImage(const std::array<int, 3>& cells, double solid, bool hasFilm, Random& random)
    : grid(randomImage(cells, solid, random), VoxelParts::All),
      fixed(static_cast<std::size_t>(grid.numberOfNodes()))
  {
    for (std::uint8_t& isFixed : this->fixed)
    {
      isFixed = random.uniform(0.0, 1.0) < 0.03;
    }
    if (hasFilm)
    {
      std::vector<double> coefficients = random.vector(this->fixed.size(), 0.1, 2.0);
      for (double& coefficient : coefficients)
      {
        coefficient = random.uniform(0.0, 1.0) < 0.2 ? 0.0 : coefficient;
      }
      this->film = filmMatrix(this->grid.mesh(), coefficients);
    }
  }

  /// Returns (K + H) x of the reference on free nodes; x is zero at fixed ones.
  std::vector<double> multiplied(
    const std::vector<double>& matrix, const std::vector<double>& x) const
  {
    const std::size_t n = x.size();
    std::vector<double> y =
      this->film.offsets.empty() ? std::vector<double>(n, 0.0) : multiply(this->film, x);
    for (std::size_t i = 0; i < n; ++i)
    {
      for (std::size_t j = 0; j < n; ++j)
      {
        y[i] += matrix[n * i + j] * x[j];
      }
      y[i] = this->fixed[i] ? 0.0 : y[i];
    }
    return y;
  }
};

/// Weights of the corners of coarse elements at each fine node.
template <class Space>
struct HostTransfer
{
  std::vector<std::uint32_t> anchors;
  std::vector<std::int32_t> connectivity;

  HostTransfer(const VoxelTransfer<Space>& transfer, const VoxelMesh<Space>& mesh)
    : anchors(transfer.anchors.toHost()), connectivity(mesh.connectivity.toHost())
  {
  }

  template <class Visit>
  void forEachWeight(const Visit& visit) const
  {
    for (std::size_t n = 0; n < this->anchors.size(); ++n)
    {
      const unsigned at = this->anchors[n] % 27U;
      for (unsigned b = 0; b < 8; ++b)
      {
        const double along[3] = { at % 3 / 2.0, at / 3 % 3 / 2.0, at / 9 / 2.0 };
        double weight = 1.0;
        for (unsigned d = 0; d < 3; ++d)
        {
          weight *= b >> d & 1U ? along[d] : 1.0 - along[d];
        }
        visit(n, static_cast<std::size_t>(this->connectivity[8 * (this->anchors[n] / 27U) + b]),
          weight);
      }
    }
  }
  std::vector<double> prolonged(const std::vector<double>& x) const
  {
    std::vector<double> y(this->anchors.size(), 0.0);
    this->forEachWeight(
      [&](std::size_t n, std::size_t node, double weight) { y[n] += weight * x[node]; });
    return y;
  }
  std::vector<double> restricted(const std::vector<double>& x, std::size_t nodes) const
  {
    std::vector<double> y(nodes, 0.0);
    this->forEachWeight(
      [&](std::size_t n, std::size_t node, double weight) { y[node] += weight * x[n]; });
    return y;
  }
};

template <class Space>
class ConductionLevelsTest : public OnSpace<Space>
{
protected:
  /// Solves K T = 1 from zero, with multigrid as preconditioner.
  SolverReport solved(const VoxelGrid& grid, const std::vector<std::uint8_t>& fixed,
    const HostMatrix& film, double tolerance, std::vector<double>& temperature)
  {
    const auto K = makeConductionOperator(layoutsOf(this->context(), grid, 1), grid);
    const Vector<Space> k(K->materialPointsPointer(), grid.moduli());
    K->setModuli(k);
    SpringOperator<Space> system(*K, {}, film);
    VoxelConduction<Space> voxels(layoutsOf(this->context(), grid, 1), grid);
    VoxelMultigrid<Space, 1> M(grid, voxels, VoxelLaw<1>(), fixed, std::nullopt, film);
    M.update();
    const Vector<Space> f(K->layoutPointer(), std::vector<double>(fixed.size(), 1.0));
    Vector<Space> T(K->layoutPointer());
    T.zero();
    ConjugateGradient<Space> solver(K->layoutPointer());
    Observer silent;
    const SolverReport report = solver.solve(system, M, f, T, tolerance, 200, silent);
    temperature = T.toHost();
    return report;
  }
};
TYPED_TEST_SUITE(ConductionLevelsTest, Spaces, SpaceNames);
}

TYPED_TEST(ConductionLevelsTest, AreGalerkinProductsOfTheReference)
{
  using Space = TypeParam;
  Random random(3620);
  for (const double solid : { 0.4, 0.8, 1.0 })
  {
    for (const bool hasFilm : { false, true })
    {
      SCOPED_TRACE(solid);
      const FilmedImage image({ 13, 11, 10 }, solid, hasFilm, random);
      const std::vector<double> matrix =
        reference::conductivityMatrix(image.grid.mesh(), image.grid.moduli());
      VoxelConduction<Space> K(layoutsOf(this->context(), image.grid, 1), image.grid);
      VoxelLevels<Space, 1> levels(image.grid, K, VoxelLaw<1>(), image.fixed, image.film);
      levels.update(4);
      ASSERT_GE(levels.size(), 2u);
      std::vector<HostTransfer<Space>> transfers;
      for (std::size_t l = 1; l < levels.size(); ++l)
      {
        transfers.emplace_back(levels[l - 1].transfer, levels[l].mesh);
        const std::vector<double> x =
          random.vector(static_cast<std::size_t>(levels[l].n), -1.0, 1.0);
        std::vector<std::vector<double>> fields = { x };
        for (std::size_t t = l; t-- > 0;)
        {
          fields.push_back(transfers[t].prolonged(fields.back()));
        }
        std::vector<double>& finest = fields.back();
        for (std::size_t i = 0; i < finest.size(); ++i)
        {
          finest[i] = image.fixed[i] ? 0.0 : finest[i];
        }
        std::vector<double> expected = image.multiplied(matrix, finest);
        for (std::size_t t = 0; t < l; ++t)
        {
          expected = transfers[t].restricted(expected, static_cast<std::size_t>(levels[t + 1].n));
        }
        const DeviceVector<float, Space> onSpace(
          this->context(), std::vector<float>(x.begin(), x.end()));
        DeviceVector<float, Space> y(this->context(), std::vector<float>(x.size(), NAN));
        levels.multiply(l, onSpace.data(), y.data());
        const std::vector<float> found = y.toHost();
        EXPECT_LT(
          relativeDifference(std::vector<double>(found.begin(), found.end()), expected), 1e-6)
          << "level " << l << (hasFilm ? " with film" : "");
      }
    }
  }
}

TYPED_TEST(ConductionLevelsTest, BoundsTheLargestEigenvalueWithFilms)
{
  using Space = TypeParam;
  Random random(3621);
  for (const double scale : { 1e-3, 1.0, 1e3 })
  {
    const FilmedImage image({ 9, 8, 7 }, 0.8, true, random);
    HostMatrix film = image.film;
    for (double& value : film.values)
    {
      value *= scale;
    }
    VoxelConduction<Space> K(layoutsOf(this->context(), image.grid, 1), image.grid);
    const std::vector<std::uint8_t> fixed(image.fixed.size(), 0);
    VoxelLevels<Space, 1> levels(image.grid, K, VoxelLaw<1>(), fixed, film);
    levels.update(4);
    // The power method yields a lower bound of the largest eigenvalue.
    const std::vector<double> matrix =
      reference::conductivityMatrix(image.grid.mesh(), image.grid.moduli());
    std::vector<double> diagonal(fixed.size());
    for (std::size_t i = 0; i < diagonal.size(); ++i)
    {
      diagonal[i] = matrix[(diagonal.size() + 1) * i];
      for (std::int64_t k = film.offsets[i]; k < film.offsets[i + 1]; ++k)
      {
        const auto place = static_cast<std::size_t>(k);
        diagonal[i] +=
          film.columns[place] == static_cast<std::int32_t>(i) ? film.values[place] : 0.0;
      }
    }
    FilmedImage free = image;
    free.fixed = fixed;
    free.film = film;
    std::vector<double> x = random.vector(fixed.size(), -1.0, 1.0);
    double eigenvalue = 0.0;
    for (int step = 0; step < 40; ++step)
    {
      const std::vector<double> y = free.multiplied(matrix, x);
      eigenvalue = dot(x, y);
      double square = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i)
      {
        x[i] = y[i] / diagonal[i];
        square += diagonal[i] * x[i] * x[i];
      }
      for (double& value : x)
      {
        value /= std::sqrt(square);
      }
    }
    EXPECT_LE(eigenvalue, static_cast<double>(levels[0].largestEigenvalue)) << scale;
    EXPECT_LE(static_cast<double>(levels[0].largestEigenvalue), 1.8 * eigenvalue) << scale;
  }
}

TYPED_TEST(ConductionLevelsTest, TakesIterationsIndependentOfTheImage)
{
  // A porous block with some cells of low conductivity is fixed below and has a film on the other
  // faces.
  std::vector<int> counts;
  for (const int cells : { 16, 32 })
  {
    VoxelImage image = solidImage({ cells, cells, cells }, { 1.0, 1.0, 1.0 });
    for (std::size_t v = 0; v < image.moduli.size(); ++v)
    {
      const int at[3] = { static_cast<int>(v) % cells, static_cast<int>(v) / cells % cells,
        static_cast<int>(v) / (cells * cells) };
      const int period = cells / 4;
      int inside = 0;
      for (const int i : at)
      {
        inside += i % period >= period / 4 && i % period < period - period / 4 ? 1 : 0;
      }
      image.moduli[v] = inside == 3 ? 0.0 : inside == 2 ? 1e-3 : 1.0;
    }
    const VoxelGrid grid(image);
    const std::vector<std::int32_t> positions = grid.nodePositions();
    std::vector<std::uint8_t> fixed(positions.size() / 3);
    std::vector<double> coefficients(fixed.size(), 0.0);
    for (std::size_t n = 0; n < fixed.size(); ++n)
    {
      fixed[n] = positions[3 * n + 2] == 0;
      coefficients[n] = positions[3 * n] == cells ? 0.01 : 0.0;
    }
    std::vector<double> temperature;
    const SolverReport report =
      this->solved(grid, fixed, filmMatrix(grid.mesh(), coefficients), 1e-6, temperature);
    EXPECT_TRUE(report.converged);
    counts.push_back(report.iterations);
  }
  EXPECT_LE(counts[0], 8);
  EXPECT_LE(counts[1], counts[0] + 2);
}
