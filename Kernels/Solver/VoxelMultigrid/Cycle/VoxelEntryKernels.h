#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELENTRYKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELENTRYKERNELS_H

// What loops of the multigrid cycle on voxels do with the entries of a product, for the library's
// own sources.

#include "Core/Parallel.h"
#include "Solver/SmootherKernels.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// What becomes of an entry i of a product, q, of an unknown: they differ for interleaved columns.
/// read() gives what else is needed, so that it can be on its way while the product is computed: on
/// a GPU levels wait for memory more than for its traffic.
struct StoreEntry
{
  float* y;

  struct Operands
  {
  };
  TRABECULA_FUNCTION Operands read(std::int64_t, std::int64_t) const { return {}; }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands, float q) const { this->y[i] = q; }
};

/// The same for one of interleaved columns.
struct StoreInColumn
{
  float* y; ///< its first entry
  int columns;

  struct Operands
  {
  };
  TRABECULA_FUNCTION Operands read(std::int64_t, std::int64_t) const { return {}; }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands, float q) const
  {
    this->y[this->columns * i] = q;
  }
};

/// r -= q on unknowns with a diagonal.
struct SubtractEntry
{
  const float* inverseDiagonal;
  float* r;

  struct Operands
  {
    float inverseDiagonal;
    float r;
  };
  TRABECULA_FUNCTION Operands read(std::int64_t unknown, std::int64_t i) const
  {
    return { this->inverseDiagonal[unknown], this->r[i] };
  }
  TRABECULA_FUNCTION void write(std::int64_t i, const Operands& own, float q) const
  {
    this->r[i] = own.inverseDiagonal != 0.0F ? own.r - q : 0.0F;
  }
};

/// A step of the smoother, of which q is the product of d; next may be d.
struct StepOfEntry
{
  const float* inverseDiagonal;
  float keep;
  float factor;
  const float* d;
  float* r;
  float* next;
  float* x;

  struct Operands
  {
    float inverseDiagonal;
    float d;
    float r;
    float x;
  };
  TRABECULA_FUNCTION Operands read(std::int64_t unknown, std::int64_t i) const
  {
    return { this->inverseDiagonal[unknown], this->d[i], this->r[i], this->x[i] };
  }
  TRABECULA_FUNCTION void write(std::int64_t i, Operands own, float q) const
  {
    this->next[i] = nextStep(q, own.inverseDiagonal, this->keep, this->factor, own.d, own.r, own.x);
    this->r[i] = own.r;
    this->x[i] = own.x;
  }
};
}
}

#endif
