#ifndef TRABECULA_OPERATOR_LINEAROPERATOR_H
#define TRABECULA_OPERATOR_LINEAROPERATOR_H

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"

#include <cstdint>
#include <utility>

namespace trabecula
{
/**
 * A symmetric matrix given by its products; the interface of solvers to a stiffness.
 *
 * Products check the layouts of vectors and update ghosts; implementations compute the owned
 * entries of y, and may write those of ghosts.
 */
template <class Space>
class LinearOperator
{
public:
  virtual ~LinearOperator() = default;

  /// The layout of x and y.
  const Layout<Space>& layout() const { return *this->Of; }
  const LayoutPointer<Space>& layoutPointer() const { return this->Of; }
  const Context<Space>& context() const { return this->Of->context(); }
  /// Number of rows and of columns in memory of this part.
  std::int64_t size() const { return this->Of->size(); }

  /// y = A x; x and y do not overlap. @throws Error if a layout does not match
  void apply(const Vector<Space>& x, Vector<Space>& y)
  {
    this->prepare(x, y);
    this->product(x, y);
  }

  static constexpr int MostPartials = 1024;
  /**
   * y = A x, and partial sums of x.y over the owned entries of this part, if they cost less than a
   * pass over x and y.
   *
   * @param partials in memory of the space, MostPartials long
   * @returns number of partial sums written; 0 if the caller must compute x.y
   */
  int applyDot(const Vector<Space>& x, Vector<Space>& y, double* partials)
  {
    this->prepare(x, y);
    if (this->Of->hasGhosts())
    {
      this->product(x, y); // partial sums would include ghosts
      return 0;
    }
    return this->productDot(x, y, partials);
  }

  /// Whether there are products with columns in an arrangement.
  virtual bool hasProducts(Arrangement arrangement) const
  {
    return arrangement == Arrangement::Apart;
  }
  /// y = A x for each column; columns of y that are not active may be left unchanged.
  void apply(MultiVector<Space>& x, MultiVector<Space>& y, const ColumnSet& active)
  {
    if (!x.layout().matches(*this->Of) || !y.layout().matches(*this->Of) ||
      x.columns() != y.columns() || x.arrangement() != y.arrangement())
    {
      throw Error("The columns of a product have other layouts or arrangements than " +
        this->Of->text() + ".");
    }
    if (x.arrangement() == Arrangement::Interleaved)
    {
      if (this->readsGhosts())
      {
        x.updateGhosts();
      }
      this->productOfInterleaved(x, y);
      return;
    }
    for (int v = 0; v < x.columns(); ++v)
    {
      if (active[static_cast<std::size_t>(v)])
      {
        Vector<Space> to = y.column(v);
        this->apply(x.column(v), to);
      }
    }
  }

protected:
  explicit LinearOperator(LayoutPointer<Space> layout) : Of(std::move(layout)) {}

  virtual void product(const Vector<Space>& x, Vector<Space>& y) = 0;
  virtual int productDot(const Vector<Space>& x, Vector<Space>& y, double* /*partials*/)
  {
    this->product(x, y);
    return 0;
  }
  virtual void productOfInterleaved(const MultiVector<Space>& /*x*/, MultiVector<Space>& /*y*/)
  {
    throw Error("This operator has no products with interleaved vectors.");
  }
  /// Whether the product itself reads entries of ghosts.
  virtual bool readsGhosts() const { return true; }

private:
  void prepare(const Vector<Space>& x, const Vector<Space>& y) const
  {
    x.require(*this->Of, "A vector that is multiplied");
    y.require(*this->Of, "The result of a product");
    if (this->readsGhosts())
    {
      x.updateGhosts();
    }
  }

  LayoutPointer<Space> Of;
};
}

#endif
