#include "Core/Vectors/Vector.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space, class Number>
double dotOf(const Context<Space>& context, std::int64_t n, const Number* a, const double* b)
{
  return context
    .reduce(
      n, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t i) {
        Sums<1> sum;
        sum.v[0] = a[i] * b[i];
        return sum;
      },
      AddSums())
    .v[0];
}
}

template <class Space>
double dot(const Vector<Space>& a, const Vector<Space>& b)
{
  a.require(b.layout(), "A factor of an inner product");
  return detail::dotOf(a.context(), a.ownedSize(), a.data(), b.data());
}

template <class Space>
double dot(const Vector<Space, float>& a, const Vector<Space>& b)
{
  a.require(b.layout(), "A factor of an inner product");
  return detail::dotOf(a.context(), a.ownedSize(), a.data(), b.data());
}

template double dot(const Vector<CompiledSpace>& a, const Vector<CompiledSpace>& b);
template double dot(const Vector<CompiledSpace, float>& a, const Vector<CompiledSpace>& b);
}
