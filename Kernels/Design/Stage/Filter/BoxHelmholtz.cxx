#include "Design/Stage/Filter/BoxHelmholtz.h"

#include "Core/Parallel.h"
#include "Design/Stage/Filter/CosineTransform.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// First positions of the nodes along each axis, and one more than the last ones.
inline std::array<std::array<std::int64_t, 2>, 3> boxOfNodes(const VoxelGrid& grid)
{
  const std::vector<std::int32_t> positions = grid.nodePositions();
  std::array<std::array<std::int64_t, 2>, 3> box = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    box[axis] = { positions[axis], positions[axis] + 1 };
  }
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    box[i % 3][0] = std::min<std::int64_t>(box[i % 3][0], positions[i]);
    box[i % 3][1] = std::max<std::int64_t>(box[i % 3][1], positions[i] + 1);
  }
  return box;
}

/// What the diagonal of the matrix consists of along each axis.
struct DiagonalOfBox
{
  std::int64_t counts[3] = {};
  const double* stiffnesses[3] = {};
  const double* masses[3] = {};
  const double* norms[3] = {};
  double squaredLength = 0.0;

  /// The inverse of the entry in the basis of cosines, which are not normalized.
  TRABECULA_FUNCTION double inverse(std::int64_t place) const
  {
    const std::int64_t i = place % this->counts[0];
    const std::int64_t j = place / this->counts[0] % this->counts[1];
    const std::int64_t k = place / (this->counts[0] * this->counts[1]);
    const double kx = this->stiffnesses[0][i];
    const double ky = this->stiffnesses[1][j];
    const double kz = this->stiffnesses[2][k];
    const double mx = this->masses[0][i];
    const double my = this->masses[1][j];
    const double mz = this->masses[2][k];
    const double entry = 1.0 + this->squaredLength * (kx * my * mz + mx * ky * mz + mx * my * kz);
    return 1.0 / (entry * this->norms[0][i] * this->norms[1][j] * this->norms[2][k]);
  }
};

template <class Space>
void scaleByDiagonal(
  const Context<Space>& context, std::int64_t n, const DiagonalOfBox diagonal, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] *= diagonal.inverse(i); });
}

template <class Space>
void scatterToBox(const Context<Space>& context, std::int64_t n, const std::int32_t* places,
  const double* from, double* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[places[i]] = from[i]; });
}

template <class Space>
void gatherFromBox(const Context<Space>& context, std::int64_t n, const std::int32_t* places,
  const double* from, double* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = from[places[i]]; });
}
}

template <class Space>
BoxHelmholtz<Space>::BoxHelmholtz(
  LayoutPointer<Space> nodes, const VoxelGrid& grid, double squaredLength)
  : Nodes(std::move(nodes)), SquaredLength(squaredLength)
{
  constexpr double pi = 3.14159265358979323846;
  const Context<Space>& context = this->Nodes->context();
  const auto box = detail::boxOfNodes(grid);
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double h = grid.spacing()[axis];
    const std::int64_t count = box[axis][1] - box[axis][0];
    const std::int64_t cells = count - 1;
    this->Counts[axis] = count;
    std::vector<double> stiffnesses;
    std::vector<double> masses;
    std::vector<double> norms;
    for (std::int64_t k = 0; k < count; ++k)
    {
      // Eigenvalues over those of the lumped mass, whose norm of the wave is the last one.
      const double half = std::sin(0.5 * pi * static_cast<double>(k) / static_cast<double>(cells));
      stiffnesses.push_back(4.0 * half * half / (h * h));
      masses.push_back(1.0 - 2.0 / 3.0 * half * half);
      norms.push_back(h * static_cast<double>(cells) * (k == 0 || k == cells ? 1.0 : 0.5));
    }
    this->Cosines[axis] = DeviceVector<double, Space>(context, tableOfCosines(count));
    this->Stiffnesses[axis] = DeviceVector<double, Space>(context, stiffnesses);
    this->Masses[axis] = DeviceVector<double, Space>(context, masses);
    this->Norms[axis] = DeviceVector<double, Space>(context, norms);
  }
  const std::vector<std::int32_t> positions = grid.nodePositions();
  std::vector<std::int32_t> places;
  for (std::size_t i = 0; i < positions.size(); i += 3)
  {
    places.push_back(static_cast<std::int32_t>(positions[i] - box[0][0] +
      this->Counts[0] *
        (positions[i + 1] - box[1][0] + this->Counts[1] * (positions[i + 2] - box[2][0]))));
  }
  this->Places = DeviceVector<std::int32_t, Space>(context, places);
}

template <class Space>
void BoxHelmholtz<Space>::transform(std::size_t axis, const double* from, double* to) const
{
  const std::int64_t inner = axis == 0 ? 1
    : axis == 1                        ? this->Counts[0]
                                       : this->Counts[0] * this->Counts[1];
  transformByCosines(this->Nodes->context(),
    { inner, this->Counts[axis], this->Nodes->size() / (inner * this->Counts[axis]) },
    this->Cosines[axis].data(), from, to);
}

template <class Space>
void BoxHelmholtz<Space>::solve(const Vector<Space>& b, Vector<Space>& y) const
{
  const Context<Space>& context = this->Nodes->context();
  const std::int64_t n = this->Nodes->size();
  LeasedVector<Space> inBox(this->Nodes);
  LeasedVector<Space> other(this->Nodes);
  detail::scatterToBox(context, n, this->Places.data(), b.data(), inBox.data());
  this->transform(0, inBox.data(), other.data());
  this->transform(1, other.data(), inBox.data());
  this->transform(2, inBox.data(), other.data());
  detail::DiagonalOfBox diagonal;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    diagonal.counts[axis] = this->Counts[axis];
    diagonal.stiffnesses[axis] = this->Stiffnesses[axis].data();
    diagonal.masses[axis] = this->Masses[axis].data();
    diagonal.norms[axis] = this->Norms[axis].data();
  }
  diagonal.squaredLength = this->SquaredLength;
  detail::scaleByDiagonal(context, n, diagonal, other.data());
  // The matrices of cosines are symmetric.
  this->transform(2, other.data(), inBox.data());
  this->transform(1, inBox.data(), other.data());
  this->transform(0, other.data(), inBox.data());
  detail::gatherFromBox(context, n, this->Places.data(), inBox.data(), y.data());
}

template class BoxHelmholtz<CompiledSpace>;

#ifndef __CUDACC__
bool fillsBox(const VoxelGrid& grid)
{
  if (grid.numberOfElements() == 0)
  {
    return false;
  }
  std::int64_t cells = 1;
  bool isShort = true;
  for (const std::array<std::int64_t, 2>& along : detail::boxOfNodes(grid))
  {
    const std::int64_t alongAxis = along[1] - along[0] - 1;
    isShort = isShort && alongAxis <= static_cast<std::int64_t>(MostCosines);
    cells *= alongAxis;
  }
  return isShort && cells == grid.numberOfElements();
}

std::size_t boxHelmholtzMemory(const std::array<std::size_t, 3>& cells)
{
  std::size_t nodes = 1;
  std::size_t numbers = 0;
  for (const std::size_t along : cells)
  {
    nodes *= along + 1;
    numbers += 3 * (along + 1) + (along + 1) * (along / 2 + 1);
  }
  // There are the places of nodes, and two vectors in the workspace.
  return (numbers + 2 * nodes) * sizeof(double) + nodes * sizeof(std::int32_t);
}
#endif
}
