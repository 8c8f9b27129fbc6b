#ifndef TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKSTEPS_H
#define TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKSTEPS_H

// Steps of smoothers for a node, given the product of its rows, for the library's own sources.

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Entry i of D^-1 r for an inverse block of a node.
template <int Block>
TRABECULA_FUNCTION float blockEntryOf(const float* inverse, const float* r, int i)
{
  float sum = 0.0F;
  TRABECULA_UNROLL
  for (int j = 0; j < Block; ++j)
  {
    sum += inverse[Block * i + j] * r[j];
  }
  return sum;
}

/// A step of LevelSmoother::step(). On CUDA each lane of a row calls it with its sum.
template <int Block>
struct StepOfNode
{
  const float* inverses;
  const float* d;
  float keep;
  float factor;
  float* r;
  float* next;
  float* x;

  template <class Real>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Real* sums) const
  {
    float residual[Block];
    TRABECULA_UNROLL
    for (int i = 0; i < Block; ++i)
    {
      residual[i] = static_cast<float>(this->r[Block * node + i] - sums[i]);
      this->r[Block * node + i] = residual[i];
    }
    TRABECULA_UNROLL
    for (int i = 0; i < Block; ++i)
    {
      const std::int64_t t = Block * node + i;
      const float step = this->keep * this->d[t] +
        this->factor * blockEntryOf<Block>(this->inverses + Block * Block * node, residual, i);
      this->next[t] = step;
      this->x[t] += step;
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    const std::int64_t t = Block * node + lanes.lane;
    const float residual = isEntry ? this->r[t] - sum : 0.0F;
    const float* inverse = this->inverses + Block * t;
    float product = 0.0F;
    TRABECULA_UNROLL
    for (int j = 0; j < Block; ++j)
    {
      const float other = lanes.of(residual, j);
      product += isEntry ? inverse[j] * other : 0.0F;
    }
    if (isEntry)
    {
      const float step = this->keep * this->d[t] + this->factor * product;
      this->r[t] = residual;
      this->next[t] = step;
      this->x[t] += step;
    }
  }
#endif
};

/// A step of LevelSmoother::subtract().
template <int Block>
struct SubtractOfNode
{
  float* r;

  template <class Real>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Real* sums) const
  {
    for (int i = 0; i < Block; ++i)
    {
      float& residual = this->r[Block * node + i];
      residual = static_cast<float>(residual - sums[i]);
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    if (isEntry)
    {
      this->r[Block * node + lanes.lane] -= sum;
    }
  }
#endif
};

/// A step of LevelSmoother::multiply().
template <int Block>
struct StoreOfNode
{
  float* y;

  TRABECULA_FUNCTION void operator()(std::int64_t node, const float* sums) const
  {
    for (int i = 0; i < Block; ++i)
    {
      this->y[Block * node + i] = sums[i];
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    if (isEntry)
    {
      this->y[Block * node + lanes.lane] = sum;
    }
  }
#endif
};
}
}

#endif
