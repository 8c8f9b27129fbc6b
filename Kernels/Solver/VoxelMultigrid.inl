#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Rows of the coarsest level from which on it is smoothed instead of solved.
constexpr std::int64_t MostInverseRows = 4096;
/// Rows that are few enough to stop coarsening at.
constexpr std::int64_t FewRows = 1200;
constexpr std::size_t MostLevels = 12;
/// Power iterations for the largest eigenvalue, and what their result is raised by: polynomials of
/// degree 8 grow fast beyond the eigenvalue they are made for.
constexpr int PowerIterations = 40;
constexpr float EigenvalueMargin = 1.2F;

/// y = A x by rows of 3x3 blocks.
template <class Space>
void multiplyBlocks(std::int64_t rows, const std::int64_t* starts, const std::int32_t* columns,
  const float* blocks, const float* x, float* y)
{
  forEach<Space>(
    rows, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t node = i / 3;
      const float* block = blocks + 3 * (i % 3);
      float sum = 0.0F;
      for (std::int64_t k = starts[node]; k < starts[node + 1]; ++k)
      {
        const float* value = x + 3 * std::int64_t(columns[k]);
        sum += block[9 * k] * value[0] + block[9 * k + 1] * value[1] + block[9 * k + 2] * value[2];
      }
      y[i] = sum;
    });
}

/// target (+)= rows of packed interpolation times source, on unknowns whose mask is not zero;
/// sources are taken where their mask is not zero. Masks may be null.
template <class Space>
void transfer(std::int64_t rows, const std::int64_t* starts, const std::uint32_t* entries,
  const float* source, const float* sourceMask, const float* targetMask, bool adds, float* target)
{
  forEach<Space>(
    rows, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t node = i / 3;
      const std::int64_t direction = i % 3;
      float sum = 0.0F;
      for (std::int64_t k = starts[node]; k < starts[node + 1]; ++k)
      {
        const std::uint32_t entry = entries[k];
        const std::int64_t at = 3 * std::int64_t(entry >> 2) + direction;
        const float weight = 1.0F / static_cast<float>(1U << (entry & 3U));
        sum += sourceMask && sourceMask[at] == 0.0F ? 0.0F : weight * source[at];
      }
      if (targetMask && targetMask[i] == 0.0F)
      {
        sum = 0.0F;
      }
      target[i] = adds ? target[i] + sum : sum;
    });
}

/// First step of a Chebyshev smoother: r = b - q, d = r / (D theta), x += d; without q, x = d.
template <class Space>
void startSmoothing(std::int64_t n, const float* b, const float* q, const float* inverseDiagonal,
  float factor, float* r, float* d, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const float residual = q ? b[i] - q[i] : b[i];
      const float step = factor * inverseDiagonal[i] * residual;
      r[i] = residual;
      d[i] = step;
      x[i] = q ? x[i] + step : step;
    });
}

/// Further steps: r -= q, d = keep d + factor r / D, x += d.
template <class Space>
void continueSmoothing(std::int64_t n, const float* q, const float* inverseDiagonal, float keep,
  float factor, float* r, float* d, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const float residual = r[i] - q[i];
      const float step = keep * d[i] + factor * inverseDiagonal[i] * residual;
      r[i] = residual;
      d[i] = step;
      x[i] += step;
    });
}

/// q = D^-1 q, and its norm.
template <class Space>
void scaleAndMeasure(
  Reducer<Space>& reducer, std::int64_t n, const float* inverseDiagonal, float* q, double* norm)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const float value = inverseDiagonal[i] * q[i];
      q[i] = value;
      Sums<1> sum;
      sum.v[0] = double(value) * double(value);
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *norm = sqrt(sum.v[0]); });
}

template <class Space>
void scaleTo(std::int64_t n, const float* q, const double* norm, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { x[i] = static_cast<float>(q[i] / *norm); });
}

/// Noise that is the same on every machine, in [-1, 1].
template <class Space>
void fillWithNoise(std::int64_t n, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      std::uint32_t h = static_cast<std::uint32_t>(i) * 2654435761U;
      h = (h ^ h >> 15) * 2246822519U;
      h ^= h >> 13;
      x[i] = static_cast<float>(h) * (2.0F / 4294967296.0F) - 1.0F;
    });
}

template <class Space, class From, class To>
void convert(std::int64_t n, const From* from, To* to)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<To>(from[i]); });
}

/// y = A x, A dense and symmetric; rows past n are not read.
template <class Space>
void multiplyDense(
  std::int64_t n, std::int64_t stride, const float* matrix, const float* x, float* y)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t row) {
      float sum = 0.0F;
      for (std::int64_t column = 0; column < n; ++column)
      {
        sum += matrix[column * stride + row] * x[column];
      }
      y[row] = sum;
    });
}
}

/// Matrix, transfer to the next level, and vectors.
template <class Space>
struct VoxelMultigrid<Space>::Level
{
  std::int64_t n;
  float largestEigenvalue = 1.0F;
  DeviceVector<std::int64_t, Space> starts;
  DeviceVector<std::int32_t, Space> columns;
  DeviceVector<float, Space> blocks;
  DeviceVector<std::int64_t, Space> prolongationStarts;
  DeviceVector<std::uint32_t, Space> prolongation;
  DeviceVector<std::int64_t, Space> restrictionStarts;
  DeviceVector<std::uint32_t, Space> restriction;
  DeviceVector<float, Space> inverseDiagonal;
  DeviceVector<float, Space> b;
  DeviceVector<float, Space> x;
  DeviceVector<float, Space> r;
  DeviceVector<float, Space> d;
  DeviceVector<float, Space> q;

  explicit Level(std::int64_t unknowns)
    : n(unknowns), inverseDiagonal(unknowns), b(unknowns), x(unknowns), r(unknowns), d(unknowns),
      q(unknowns)
  {
  }

  void setTransfer(const Coarsening& coarsening, std::size_t coarseNodes)
  {
    const std::size_t fineNodes = coarsening.starts.size() - 1;
    std::vector<std::int64_t> rows(coarseNodes + 1, 0);
    for (const std::uint32_t entry : coarsening.entries)
    {
      ++rows[(entry >> 2) + 1];
    }
    for (std::size_t i = 0; i < coarseNodes; ++i)
    {
      rows[i + 1] += rows[i];
    }
    std::vector<std::int64_t> next(rows.begin(), rows.end() - 1);
    std::vector<std::uint32_t> transposed(coarsening.entries.size());
    for (std::size_t node = 0; node < fineNodes; ++node)
    {
      for (std::int64_t k = coarsening.starts[node]; k < coarsening.starts[node + 1]; ++k)
      {
        const std::uint32_t entry = coarsening.entries[k];
        transposed[next[entry >> 2]++] = static_cast<std::uint32_t>(node) << 2 | (entry & 3U);
      }
    }
    this->prolongationStarts = DeviceVector<std::int64_t, Space>(coarsening.starts);
    this->prolongation = DeviceVector<std::uint32_t, Space>(coarsening.entries);
    this->restrictionStarts = DeviceVector<std::int64_t, Space>(rows);
    this->restriction = DeviceVector<std::uint32_t, Space>(transposed);
  }

  void setMatrix(const BlockMatrix& matrix)
  {
    if (this->starts.size() == 0)
    {
      this->starts = DeviceVector<std::int64_t, Space>(matrix.starts);
      this->columns = DeviceVector<std::int32_t, Space>(matrix.columns);
      this->blocks = DeviceVector<float, Space>(matrix.blocks.size());
    }
    this->blocks.assign(matrix.blocks);
    std::vector<float> inverse(this->n, 0.0F);
    for (std::int64_t i = 0; i < this->n; ++i)
    {
      for (std::int64_t k = matrix.starts[i / 3]; k < matrix.starts[i / 3 + 1]; ++k)
      {
        const float value = matrix.blocks[9 * k + 4 * (i % 3)];
        if (matrix.columns[k] == i / 3 && value > 0.0F)
        {
          inverse[i] = 1.0F / value;
        }
      }
    }
    this->inverseDiagonal.assign(inverse);
  }
};

template <class Space>
VoxelMultigrid<Space>::VoxelMultigrid(const VoxelGrid& grid, VoxelOperator<Space>& K,
  double poissonsRatio, const std::vector<std::uint8_t>& supports,
  const VoxelMultigridSettings& settings)
  : Operator(K), Settings(settings), Spacing(grid.spacing()), PoissonsRatio(poissonsRatio),
    Supports(supports), InverseDiagonal(supports.size())
{
  this->Meshes.push_back(latticeMesh(grid));
  this->Levels.push_back(std::make_unique<Level>(K.size()));
  while (this->Levels.size() < detail::MostLevels && this->Levels.back()->n > detail::FewRows)
  {
    Coarsening coarsening = coarsen(this->Meshes.back());
    LatticeMesh mesh = std::move(coarsening.mesh);
    this->Levels.back()->setTransfer(coarsening, mesh.numberOfNodes());
    this->Levels.push_back(
      std::make_unique<Level>(3 * static_cast<std::int64_t>(mesh.numberOfNodes())));
    coarsening.starts = {};
    coarsening.entries = {};
    coarsening.mesh.cells.clear();
    this->Coarsenings.push_back(std::move(coarsening));
    this->Meshes.push_back(std::move(mesh));
  }
  this->update();
}

template <class Space>
VoxelMultigrid<Space>::~VoxelMultigrid() = default;

template <class Space>
const double* VoxelMultigrid<Space>::inverseDiagonal() const
{
  return this->InverseDiagonal.data();
}

template <class Space>
std::vector<std::int64_t> VoxelMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (const auto& level : this->Levels)
  {
    sizes.push_back(level->n);
  }
  return sizes;
}

template <class Space>
void VoxelMultigrid<Space>::update()
{
  std::vector<double> moduli(static_cast<std::size_t>(this->Operator.numberOfElements()));
  Memory<Space>::copyToHost(moduli.data(), this->Operator.moduli(), moduli.size() * sizeof(double));
  this->Operator.diagonal(this->InverseDiagonal.data());
  std::vector<double> inverse = this->InverseDiagonal.toHost();
  for (std::size_t i = 0; i < inverse.size(); ++i)
  {
    inverse[i] = this->Supports[i] ? 0.0 : 1.0 / inverse[i];
  }
  this->InverseDiagonal.assign(inverse);
  detail::convert<Space>(
    this->Levels[0]->n, this->InverseDiagonal.data(), this->Levels[0]->inverseDiagonal.data());

  ElementMatrices matrices;
  BlockMatrix assembled;
  for (std::size_t l = 0; l + 1 < this->Levels.size(); ++l)
  {
    const LatticeMesh& fine = this->Meshes[l];
    // A coarsening travels without its mesh, which is the next level's.
    std::swap(this->Coarsenings[l].mesh, this->Meshes[l + 1]);
    matrices = l == 0 ? galerkinOfVoxels(fine, this->Coarsenings[l], moduli, this->Spacing,
                          this->PoissonsRatio, this->Supports)
                      : galerkinOfElements(fine, this->Coarsenings[l], matrices);
    std::swap(this->Coarsenings[l].mesh, this->Meshes[l + 1]);
    assembled = assemble(this->Meshes[l + 1], matrices);
    this->Levels[l + 1]->setMatrix(assembled);
  }
  for (std::size_t l = 0; l < this->Levels.size(); ++l)
  {
    this->estimateEigenvalue(l);
  }
  this->CoarsestInverse.reset();
  if (this->Levels.size() > 1 && this->Levels.back()->n <= detail::MostInverseRows &&
    !this->invertCoarsest(assembled))
  {
    throw Error("The structure can move as a rigid body: its supports hold too little of it. Hold "
                "at least three nodes that do not lie on a line.");
  }
}

template <class Space>
bool VoxelMultigrid<Space>::invertCoarsest(const BlockMatrix& matrix)
{
  const std::int64_t n = this->Levels.back()->n;
  const std::int64_t rows = (n + InverseTile - 1) / InverseTile * InverseTile;
  std::vector<double> dense(static_cast<std::size_t>(rows * rows), 0.0);
  for (std::int64_t node = 0; node < n / 3; ++node)
  {
    for (std::int64_t k = matrix.starts[node]; k < matrix.starts[node + 1]; ++k)
    {
      for (int j = 0; j < 9; ++j)
      {
        dense[(3 * node + j / 3) * rows + 3 * std::int64_t(matrix.columns[k]) + j % 3] =
          matrix.blocks[9 * k + j];
      }
    }
  }
  for (std::int64_t i = 0; i < rows; ++i)
  {
    // The ridge makes up for single precision and for coarse motions that supports leave alike. An
    // empty row is to have no effect.
    double& value = dense[i * rows + i];
    value = value > 0.0 ? value * (1.0 + 1e-5) : 1e30;
  }
  DeviceVector<double, Space> matrixOnSpace(dense);
  this->CoarsestInverse = DeviceVector<float, Space>(dense.size());
  return invertSymmetric<Space>(rows, matrixOnSpace.data(), this->CoarsestInverse.data());
}

template <class Space>
void VoxelMultigrid<Space>::multiply(std::size_t level, const float* x, float* y)
{
  if (level == 0)
  {
    this->Operator.apply(x, y);
    return;
  }
  const Level& l = *this->Levels[level];
  detail::multiplyBlocks<Space>(l.n, l.starts.data(), l.columns.data(), l.blocks.data(), x, y);
}

template <class Space>
void VoxelMultigrid<Space>::estimateEigenvalue(std::size_t level)
{
  Level& l = *this->Levels[level];
  Reducer<Space> reducer;
  DeviceVector<double, Space> norm(1);
  detail::fillWithNoise<Space>(l.n, l.q.data());
  for (int i = 0; i <= detail::PowerIterations; ++i)
  {
    // The first pass only zeroes supported unknowns.
    detail::scaleAndMeasure<Space>(reducer, l.n, l.inverseDiagonal.data(), l.q.data(), norm.data());
    if (i < detail::PowerIterations)
    {
      detail::scaleTo<Space>(l.n, l.q.data(), norm.data(), l.d.data());
      this->multiply(level, l.d.data(), l.q.data());
    }
  }
  const double estimate = norm.toHost()[0];
  if (!std::isfinite(estimate) || !(estimate > 0.0))
  {
    throw Error("Multigrid found no eigenvalue of the stiffness on its level " +
      std::to_string(level) +
      ". Check that moduli are neither too large nor too small for single precision, and that some "
      "displacements are free.");
  }
  l.largestEigenvalue = static_cast<float>(estimate) * detail::EigenvalueMargin;
}

template <class Space>
void VoxelMultigrid<Space>::smooth(std::size_t level, bool fromZero)
{
  Level& l = *this->Levels[level];
  const double largest = l.largestEigenvalue;
  const double smallest = largest / this->settings(level).smoothedPart;
  const double theta = 0.5 * (largest + smallest);
  const double delta = 0.5 * (largest - smallest);
  const double sigma = theta / delta;
  double rho = 1.0 / sigma;
  if (!fromZero)
  {
    this->multiply(level, l.x.data(), l.q.data());
  }
  detail::startSmoothing<Space>(l.n, l.b.data(), fromZero ? nullptr : l.q.data(),
    l.inverseDiagonal.data(), static_cast<float>(1.0 / theta), l.r.data(), l.d.data(), l.x.data());
  for (int step = 1; step < this->settings(level).smoothing; ++step)
  {
    const double next = 1.0 / (2.0 * sigma - rho);
    this->multiply(level, l.d.data(), l.q.data());
    detail::continueSmoothing<Space>(l.n, l.q.data(), l.inverseDiagonal.data(),
      static_cast<float>(next * rho), static_cast<float>(2.0 * next / delta), l.r.data(),
      l.d.data(), l.x.data());
    rho = next;
  }
}

template <class Space>
void VoxelMultigrid<Space>::cycle(std::size_t level, bool fromZero)
{
  Level& l = *this->Levels[level];
  if (level + 1 == this->Levels.size() && this->CoarsestInverse.size() > 0)
  {
    const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
    detail::multiplyDense<Space>(l.n, stride, this->CoarsestInverse.data(), l.b.data(), l.x.data());
    return;
  }
  this->smooth(level, fromZero);
  if (level + 1 == this->Levels.size())
  {
    this->smooth(level, false);
    return;
  }
  Level& coarse = *this->Levels[level + 1];
  for (int i = 0; i < this->settings(level).cycles; ++i)
  {
    // The residual after smoothing, in place of the one before its last step.
    this->multiply(level, l.d.data(), l.q.data());
    detail::continueSmoothing<Space>(
      l.n, l.q.data(), l.inverseDiagonal.data(), 0.0F, 0.0F, l.r.data(), l.d.data(), l.x.data());
    detail::transfer<Space>(coarse.n, l.restrictionStarts.data(), l.restriction.data(), l.r.data(),
      l.inverseDiagonal.data(), nullptr, false, coarse.b.data());
    this->cycle(level + 1, true);
    detail::transfer<Space>(l.n, l.prolongationStarts.data(), l.prolongation.data(),
      coarse.x.data(), nullptr, l.inverseDiagonal.data(), true, l.x.data());
    this->smooth(level, false);
  }
}

template <class Space>
void VoxelMultigrid<Space>::apply(const double* r, double* z)
{
  Level& l = *this->Levels[0];

  detail::convert<Space>(l.n, r, l.b.data());
  this->cycle(0, true);
  detail::convert<Space>(l.n, l.x.data(), z);
}
}
