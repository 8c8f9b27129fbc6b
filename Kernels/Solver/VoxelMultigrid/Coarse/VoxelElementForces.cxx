#include "Solver/VoxelMultigrid/Coarse/VoxelElementForces.h"

#include "Core/Parallel.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <type_traits>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Computes forces of elements without prescribed displacements, one element per thread.
/// @tparam Unit voxelhex8::Brick or Cube
template <class Unit>
struct FreeForces
{
  std::int64_t elements;
  const std::int32_t* connectivity;
  const float* moduli;
  Unit voxel;
  Unit whole;
  const float* x;
  float* forces;

  __device__ void operator()(std::int64_t e) const
  {
    float modes[24];
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      float nodal[8];
      TRABECULA_UNROLL
      for (int a = 0; a < 8; ++a)
      {
        nodal[a] =
          this->x[3 * std::int64_t(this->connectivity[8 * e + voxelhex8::vtkCorner(a)]) + c];
      }
      hex8::toModes(nodal, modes + 8 * c);
    }
    float sums[24] = {};
    // An element whose voxels have the same modulus is a homogeneous brick.
    bool uniform = true;
    const float young = this->moduli[e];
    TRABECULA_UNROLL
    for (int o = 1; o < 8; ++o)
    {
      uniform = uniform && this->moduli[o * this->elements + e] == young;
    }
    if (uniform)
    {
      voxelhex8::stiffness(modes, young, this->whole, sums);
    }
    else
    {
      voxelhex8::halveModes(modes);
      TRABECULA_NO_UNROLL
      for (int o = 0; o < 8; ++o)
      {
        const float ofChild = this->moduli[o * this->elements + e];
        if (ofChild != 0.0F)
        {
          voxelhex8::addChildForces(o, modes, ofChild, this->voxel, sums);
        }
      }
      voxelhex8::halveModes(sums);
    }
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      float nodal[8];
      hex8::fromModes(sums + 8 * c, nodal);
      TRABECULA_UNROLL
      for (int a = 0; a < 8; ++a)
      {
        this->forces[placeOfForce<CudaSpace>(this->elements, e, 8 * c + a)] = nodal[a];
      }
    }
  }
};

/// Computes forces of the other elements, one row of an element matrix per thread.
struct ConstrainedForces
{
  std::int64_t elements;
  const std::int32_t* constrained;
  const float* matrices;
  const std::int32_t* connectivity;
  const float* x;
  float* forces;

  __device__ void operator()(std::int64_t h, int row) const
  {
    const std::int64_t e = this->constrained[h];
    const float* matrix = this->matrices + VoxelMatrixEntries * h;
    float sum = 0.0F;
    TRABECULA_UNROLL
    for (int b = 0; b < 8; ++b)
    {
      const float* u = this->x + 3 * std::int64_t(this->connectivity[8 * e + b]);
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        sum += matrix[matrixEntry(row, 3 * b + c)] * u[c];
      }
    }
    this->forces[placeOfForce<CudaSpace>(
      this->elements, e, 8 * (row % 3) + voxelhex8::vtkCorner(row / 3))] = sum;
  }
};

template <class Unit>
void elementForces(const Context<CudaSpace>& context, const FreeForces<Unit>& free,
  const ConstrainedForces& constrained, std::int64_t count, const std::int32_t* constrainedOf)
{
  // The few rows of constrained elements are processed first, as they take longer than the other
  // elements.
  const std::int64_t rows = 24 * count;
  forEach(context, rows + free.elements,
    [=] __device__(std::int64_t i)
    {
      if (i < rows)
      {
        constrained(i / 24, static_cast<int>(i % 24));
      }
      else if (constrainedOf[i - rows] < 0)
      {
        free(i - rows);
      }
    });
}
#endif
}

template <class Space>
void elementForces([[maybe_unused]] const Context<Space>& context,
  const VoxelCoarseElements<Space>& coarse, const VoxelMesh<Space>& mesh, const float* x,
  float* forces)
{
  const std::int32_t* connectivity = mesh.connectivity.data();
  const std::int64_t n = coarse.elements;
  const float* moduli = coarse.moduli.data();
  const auto voxel = coarse.law.template unit<float>(coarse.spacing);
  const auto count = static_cast<std::int64_t>(coarse.constrained.size());
#ifdef __CUDACC__
  const detail::ConstrainedForces constrained = { n, coarse.constrained.data(),
    coarse.constrainedMatrices.data(), connectivity, x, forces };
  voxelhex8::withUnit(voxel,
    [&](const auto& unit)
    {
      const detail::FreeForces<std::decay_t<decltype(unit)>> free = { n, connectivity, moduli, unit,
        voxelhex8::doubled(unit), x, forces };
      detail::elementForces(context, free, constrained, count, coarse.constrainedOf.data());
    });
#else
  voxelHostKernels().coarse->forces(
    { n, connectivity, moduli, { voxel.gradient[0], voxel.gradient[1], voxel.gradient[2] },
      voxel.lambda, voxel.mu },
    x, forces);
  voxelHostKernels().coarse->constrainedForces(
    { count, coarse.constrained.data(), coarse.constrainedMatrices.data(), connectivity }, x,
    forces);
#endif
}

template void elementForces(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelMesh<CompiledSpace>&, const float*, float*);
}
