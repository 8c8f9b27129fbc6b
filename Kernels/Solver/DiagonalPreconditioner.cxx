#include "Solver/DiagonalPreconditioner.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// d holds the diagonal, then its inverse; 0 where an unknown is prescribed or has no stiffness.
template <class Space>
void invertDiagonal(std::int64_t n, const std::uint8_t* supports, double* d)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t i) { d[i] = supports[i] || !(d[i] > 0.0) ? 0.0 : 1.0 / d[i]; });
}

/// target = D^-1 r plus the coarse motions on free unknowns.
template <class Space>
void applyDiagonal(std::int64_t n, const double* inverseDiagonal, const double* r,
  const CoarseMotion motion, float* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      double z = inverseDiagonal[i] * r[i];
      if (motion.aggregateOf && inverseDiagonal[i] != 0.0)
      {
        z += motion(i / 3, static_cast<int>(i % 3));
      }
      target[i] = static_cast<float>(z);
    });
}

template <class Space>
void markFreeUnknowns(std::int64_t n, const double* inverseDiagonal, float* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = inverseDiagonal[i] != 0.0 ? 1.0F : 0.0F; });
}
}

template <class Space>
DiagonalPreconditioner<Space>::DiagonalPreconditioner(const std::vector<std::uint8_t>& supports)
  : Supports(supports), InverseDiagonal(supports.size())
{
}

template <class Space>
void DiagonalPreconditioner<Space>::invert()
{
  detail::invertDiagonal<Space>(static_cast<std::int64_t>(this->Supports.size()),
    this->Supports.data(), this->InverseDiagonal.data());
}

template <class Space>
const float* DiagonalPreconditioner<Space>::apply(const double* r)
{
  const std::size_t n = this->InverseDiagonal.size();
  if (this->Result.size() == 0)
  {
    this->Result = DeviceVector<float, Space>(n);
  }
  detail::CoarseMotion motion = {};
  if (this->Coarse)
  {
    this->Coarse->solve(r);
    motion = this->Coarse->motion();
  }
  detail::applyDiagonal<Space>(
    static_cast<std::int64_t>(n), this->InverseDiagonal.data(), r, motion, this->Result.data());
  return this->Result.data();
}

template <class Space>
const float* DiagonalPreconditioner<Space>::freeUnknowns() const
{
  const std::size_t n = this->InverseDiagonal.size();
  if (this->Free.size() == 0)
  {
    this->Free = DeviceVector<float, Space>(n);
  }
  detail::markFreeUnknowns<Space>(
    static_cast<std::int64_t>(n), this->InverseDiagonal.data(), this->Free.data());
  return this->Free.data();
}

template class DiagonalPreconditioner<CompiledSpace>;
}
