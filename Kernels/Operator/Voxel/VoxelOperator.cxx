#include "Operator/Voxel/VoxelOperator.inl"

#include "Operator/Voxel/Host/VoxelHostKernels.h"

namespace trabecula
{
namespace
{
template <class Real>
VoxelHostGrid<Real> hostGrid(const DeviceVector<VoxelBrick, HostSpace>& bricks, const Real* moduli,
  const std::array<double, 3>& spacing, double poissonsRatio, double* faces = nullptr)
{
  const voxelhex8::Brick<Real> unit = voxelhex8::unitBrick<Real>(spacing.data(), poissonsRatio);
  return { static_cast<std::int64_t>(bricks.size()), bricks.data(), moduli,
    { unit.gradient[0], unit.gradient[1], unit.gradient[2] }, unit.lambda, unit.mu,
    reinterpret_cast<Real*>(faces) };
}
}

static_assert(interleavedColumns(1) == VoxelHostFewColumns &&
    interleavedColumns(MostColumns) == VoxelHostMostColumns,
  "there are loops for other numbers of columns");

template <>
double* VoxelOperator<HostSpace>::faces(int columns)
{
  const std::size_t wanted =
    VoxelHostFaceValues * static_cast<std::size_t>(columns) * this->Bricks.size();
  if (this->Faces.size() < wanted)
  {
    this->Faces = DeviceVector<double, HostSpace>(this->context(), wanted);
  }
  return this->Faces.data();
}

template <>
void VoxelOperator<HostSpace>::multiply(const double* x, double* y)
{
  voxelHostKernels().productInDouble(
    hostGrid(this->Bricks, this->Moduli.data(), this->Spacing, this->PoissonsRatio, this->faces(1)),
    x, y);
}

template <>
void VoxelOperator<HostSpace>::multiply(const float* x, float* y)
{
  voxelHostKernels().productInFloat(hostGrid(this->Bricks, this->ModuliInFloat.data(),
                                      this->Spacing, this->PoissonsRatio, this->faces(1)),
    x, y);
}

template <>
void VoxelOperator<HostSpace>::multiplyInterleaved(int columns, const double* x, double* y)
{
  voxelHostKernels().of(columns).productInDouble(
    hostGrid(
      this->Bricks, this->Moduli.data(), this->Spacing, this->PoissonsRatio, this->faces(columns)),
    x, y);
}

template <>
void VoxelOperator<HostSpace>::multiplyInterleaved(int columns, const float* x, float* y)
{
  voxelHostKernels().of(columns).productInFloat(
    hostGrid(this->Bricks, this->ModuliInFloat.data(), this->Spacing, this->PoissonsRatio,
      this->faces(columns)),
    x, y);
}

template <>
void VoxelOperator<HostSpace>::residual(const float* b, const float* x, float* r)
{
  this->multiply(x, r);
  forEach(
    this->context(), this->size(), TRABECULA_LAMBDA(std::int64_t i) { r[i] = b[i] - r[i]; });
}

template <>
void VoxelOperator<HostSpace>::smoothingStep(const float* inverseDiagonal, float ofDirection,
  float ofResidual, const float* d, float* r, float* e, float* x)
{
  this->multiply(d, e);
  forEach(
    this->context(), this->size(), TRABECULA_LAMBDA(std::int64_t i) {
      const float residual = r[i] - e[i];
      const float direction = ofDirection * d[i] + ofResidual * inverseDiagonal[i] * residual;
      r[i] = residual;
      e[i] = direction;
      x[i] += direction;
    });
}

template <>
void VoxelOperator<HostSpace>::addEnergies(const double* u, double weight, double* energies)
{
  const double* unitModuli = nullptr;
  voxelHostKernels().addUnitEnergies(
    hostGrid(this->Bricks, unitModuli, this->Spacing, this->PoissonsRatio), u, weight, energies);
}

template class VoxelOperator<HostSpace>;
}
