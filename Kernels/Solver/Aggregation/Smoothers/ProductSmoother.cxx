#include "Solver/Aggregation/Smoothers/ProductSmoother.h"

#include "Core/Parallel.h"
#include "Solver/Aggregation/Smoothers/BlockSteps.h"
#include "Solver/SmootherKernels.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// Calls work for each node with its entries of a product.
template <int Block, class Space, class Real, class Work>
void forEachProduct(
  const Context<Space>& context, std::int64_t nodes, const Real* product, const Work& work)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t node) {
      Real sums[Block];
      TRABECULA_UNROLL
      for (int i = 0; i < Block; ++i)
      {
        sums[i] = product[Block * node + i];
      }
      work(node, sums);
    });
}
}

template <class Space>
ProductSmoother<Space>::ProductSmoother(
  StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int block)
  : Stiffness(&stiffness), System(&system), IsSingle(isSingle(stiffness)),
    Jacobi(stiffness.context(), block,
      block == 1 ? stiffness.layout().ownedSize() : stiffness.layout().owned())
{
  const LayoutPointer<Space>& layout = stiffness.layoutPointer();
  if (this->IsSingle)
  {
    this->SingleProduct = Vector<Space, float>(layout);
  }
  else
  {
    this->Argument = Vector<Space>(layout);
  }
  if (block == 1 || !this->IsSingle)
  {
    this->Product = Vector<Space>(layout);
  }
}

template <class Space>
void ProductSmoother<Space>::update(const std::uint8_t* constrained)
{
  this->Stiffness->diagonal(this->Product);
  this->System->addDiagonal(this->Product);
  this->Jacobi.setDiagonal(this->Product.data(), constrained);
}

template <class Space>
void ProductSmoother<Space>::update(
  const BlockPattern<Space>& pattern, const double* values, const std::uint8_t* constrained)
{
  this->Jacobi.setRows(pattern, values, constrained);
}

template <class Space>
template <class Finish>
void ProductSmoother<Space>::apply(const float* x, const Finish& finish) const
{
  if (this->IsSingle)
  {
    // The argument is a view of x that is only read, except for ghosts, which are copies.
    const Vector<Space, float> argument(this->Stiffness->layoutPointer(), const_cast<float*>(x));
    this->Stiffness->applySingle(argument, this->SingleProduct);
    this->System->addSpringForces(argument, this->SingleProduct);
    finish(std::as_const(this->SingleProduct).data());
    return;
  }
  detail::convert(this->Jacobi.context(), this->size(), x, this->Argument.data());
  this->System->apply(this->Argument, this->Product);
  finish(std::as_const(this->Product).data());
}

template <class Space>
void ProductSmoother<Space>::step(
  const float* d, float keep, float factor, float* r, float* next, float* x) const
{
  const float* inverses = this->Jacobi.inverses();
  const std::int64_t nodes = this->Jacobi.nodes();
  this->apply(d,
    [&](const auto* product)
    {
      if (this->Jacobi.block() == 1)
      {
        detail::forEachProduct<1>(this->Jacobi.context(), nodes, product,
          detail::StepOfNode<1>{ inverses, d, keep, factor, r, next, x });
      }
      else
      {
        detail::forEachProduct<3>(this->Jacobi.context(), nodes, product,
          detail::StepOfNode<3>{ inverses, d, keep, factor, r, next, x });
      }
    });
}

template <class Space>
void ProductSmoother<Space>::subtract(const float* d, float* r) const
{
  this->apply(d,
    [&](const auto* product)
    {
      detail::forEachProduct<1>(
        this->Jacobi.context(), this->size(), product, detail::SubtractOfNode<1>{ r });
    });
}

template <class Space>
void ProductSmoother<Space>::multiply(const float* x, float* y) const
{
  this->apply(x,
    [&](const auto* product)
    { detail::convert(this->Jacobi.context(), this->size(), product, y); });
}

template class ProductSmoother<CompiledSpace>;
}
