#include "Solver/KrylovVectors.h"

#include "Core/Execution/Streams.h"
#include "Core/Parallel.h"
#include "Solver/InterleavedKrylovVectors.h"
#include "Solver/KrylovKernels.h"

#include <optional>

namespace trabecula
{
/// Vectors that are stored one after another, each with its own loops. On CUDA the loops of short
/// vectors run concurrently in several streams.
template <class Space>
class SeparateKrylovVectors : public KrylovVectors<Space>
{
public:
  SeparateKrylovVectors(const LayoutPointer<Space>& layout, int columns)
    : Computing(&layout->context()), Columns(columns),
      Residuals(layout, columns, Arrangement::Apart),
      Directions(layout, columns, Arrangement::Apart),
      Results(*this->Computing, static_cast<std::size_t>(2 * MostColumns)),
      Over(columns > 1 && layout->context().isDistributed() ? detail::SumsOver::ThisPart
                                                            : detail::SumsOver::AllParts),
      Parallel(*this->Computing,
        layout->context().isDistributed() ? 1 : streamsForColumns<Space>(layout->size(), columns))
  {
    if (columns > 1)
    {
      this->Products = MultiVector<Space>(layout, columns, Arrangement::Apart);
    }
    this->Results.zero();
  }

  bool fits(const Layout<Space>& layout, int columns, Arrangement arrangement) const override
  {
    return arrangement == Arrangement::Apart && this->Residuals.layout().matches(layout) &&
      (columns == this->Columns || (columns > 1 && columns < this->Columns));
  }

  TwoOfEachColumn start(const LinearSystems<Space>& systems) override
  {
    const float* free = systems.preconditioner.freeUnknowns().data();
    const std::int64_t n = this->Residuals.layout().ownedSize();
    const Context<Space>& context = *this->Computing;
    this->leaseProduct();
    this->forEachColumn(systems, firstColumns(systems.u.size()),
      [&](std::size_t v)
      {
        Vector<Space> d = this->Directions.column(static_cast<int>(v));
        detail::takePrescribed<Space>(
          context, n, free, systems.u[v]->data(), d.data(), this->resultsOf(v) + 1, this->Over);
        this->residualOf(systems, v, d);
      });
    const TwoOfEachColumn first = this->takeResults();
    TwoOfEachColumn result = { first[0], first[0] };
    const auto startsAtZero = [&](std::size_t v) { return first[1][v] == 0.0; };
    for (std::size_t v = 0; v < systems.u.size(); ++v)
    {
      if (!startsAtZero(v))
      {
        this->forEachColumn(systems, firstColumns(systems.u.size()),
          [&](std::size_t w)
          {
            if (!startsAtZero(w))
            {
              this->residualOf(systems, w, *systems.u[w]);
            }
          });
        result[1] = this->takeResults()[0];
        break;
      }
    }
    this->LeasedProduct.reset();
    return result;
  }

  EachColumn precondition(const LinearSystems<Space>& systems, const ColumnSet& active) override
  {
    if (this->Columns == 1)
    {
      const Vector<Space> r = this->Residuals.column(0);
      this->Preconditioned = systems.preconditioner.apply(r).data();
    }
    else
    {
      this->Preconditioned = systems.preconditioner.applyToColumns(this->Residuals, active).data();
    }
    const std::int64_t n = this->Residuals.layout().ownedSize();
    this->forEachColumn(systems, active,
      [&](std::size_t v)
      {
        const double* r = this->Residuals.column(static_cast<int>(v)).data();
        detail::dots<Space>(
          *this->Computing, n, r, this->preconditioned(v), r, r, this->resultsOf(v), this->Over);
      });
    return this->takeResults()[0];
  }

  TwoOfEachColumn updateDirection(
    const LinearSystems<Space>& systems, const EachColumn& beta, const ColumnSet& active) override
  {
    // The product is leased after the preconditioner has returned its scratch memory.
    this->leaseProduct();
    const std::int64_t n = this->Residuals.layout().ownedSize();
    this->forEachColumn(systems, active,
      [&](std::size_t v)
      {
        Vector<Space> d = this->Directions.column(static_cast<int>(v));
        const double* r = this->Residuals.column(static_cast<int>(v)).data();
        Vector<Space> q = this->product(v);
        detail::addPreviousDirection<Space>(
          *this->Computing, n, this->preconditioned(v), beta[v], d.data());
        systems.A.apply(d, q);
        detail::dots<Space>(
          *this->Computing, n, d.data(), q.data(), d.data(), r, this->resultsOf(v), this->Over);
      });
    return this->takeResults();
  }

  TwoOfEachColumn step(
    const LinearSystems<Space>& systems, const EachColumn& alpha, const ColumnSet& active) override
  {
    const float* free = systems.preconditioner.freeUnknowns().data();
    const std::int64_t n = this->Residuals.layout().ownedSize();
    this->forEachColumn(systems, active,
      [&](std::size_t v)
      {
        const int column = static_cast<int>(v);
        detail::step<Space>(*this->Computing, n, free, alpha[v],
          this->Directions.column(column).data(), this->product(v).data(), this->preconditioned(v),
          systems.u[v]->data(), this->Residuals.column(column).data(), this->resultsOf(v),
          this->Over);
      });
    const TwoOfEachColumn results = this->takeResults();
    this->LeasedProduct.reset();
    return results;
  }

  void finish(const LinearSystems<Space>& /*systems*/) override {} // solutions are updated in place
  void release() override { this->LeasedProduct.reset(); }

private:
  template <class OfColumn>
  void forEachColumn(
    const LinearSystems<Space>& systems, const ColumnSet& active, const OfColumn& work)
  {
    this->Parallel.run(systems.u.size(),
      [&](std::size_t v)
      {
        if (active[v])
        {
          work(v);
        }
      });
  }

  /// r = f - A x on free unknowns; the first result is r.r.
  void residualOf(const LinearSystems<Space>& systems, std::size_t v, const Vector<Space>& x)
  {
    const RightHandSide<Space>& f = systems.f[v];
    const Vector<Space, float>& free = systems.preconditioner.freeUnknowns();
    const std::int64_t n = this->Residuals.layout().ownedSize();
    Vector<Space> r = this->Residuals.column(static_cast<int>(v));
    Vector<Space> q = this->product(v);
    systems.A.apply(x, q);
    detail::differenceOnFree<Space>(
      *this->Computing, n, free.data(), f.dense ? f.dense->data() : nullptr, q.data(), r.data());
    if (f.sparse)
    {
      f.sparse->addTo(r, free);
    }
    detail::sumOfSquares<Space>(*this->Computing, n, r.data(), this->resultsOf(v), this->Over);
  }

  void leaseProduct()
  {
    if (this->Columns == 1)
    {
      this->LeasedProduct.emplace(this->Residuals.layoutPointer());
    }
  }
  Vector<Space> product(std::size_t v)
  {
    return this->Columns == 1
      ? Vector<Space>(this->Residuals.layoutPointer(), this->LeasedProduct->data())
      : this->Products.column(static_cast<int>(v));
  }
  const float* preconditioned(std::size_t v) const
  {
    return this->Preconditioned +
      static_cast<std::int64_t>(v) * strideOfColumns(this->Residuals.layout().size());
  }
  double* resultsOf(std::size_t v) { return this->Results.data() + 2 * v; }
  /// Returns the results of all systems with a single copy to the host, and over all parts with a
  /// single reduction.
  TwoOfEachColumn takeResults() const
  {
    std::vector<double> values = this->Results.toHost();
    if (this->Over == detail::SumsOver::ThisPart)
    {
      this->Computing->sumOverParts(values.data(), values.size());
    }
    TwoOfEachColumn each = {};
    for (std::size_t v = 0; v < each[0].size(); ++v)
    {
      each[0][v] = values[2 * v];
      each[1][v] = values[2 * v + 1];
    }
    return each;
  }

  const Context<Space>* Computing;
  int Columns;
  MultiVector<Space> Residuals;
  MultiVector<Space> Directions;
  MultiVector<Space> Products;                      ///< used for more than one column
  std::optional<LeasedVector<Space>> LeasedProduct; ///< used for a single column
  const float* Preconditioned = nullptr;
  DeviceVector<double, Space> Results; ///< two results per system
  detail::SumsOver Over;               ///< of these
  Streams<Space> Parallel;
};

template <class Space>
std::unique_ptr<KrylovVectors<Space>> makeKrylovVectors(
  const LayoutPointer<Space>& layout, int columns, Arrangement arrangement)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    if (arrangement == Arrangement::Interleaved && columns > 1)
    {
      return makeInterleavedKrylovVectors(layout, columns);
    }
  }
  return std::make_unique<SeparateKrylovVectors<Space>>(layout, columns);
}

template <class Space>
std::size_t krylovMemory(std::int64_t unknowns, int columns, Arrangement arrangement)
{
  // The estimate includes three vectors, interleaved copies of forces and solutions, and partial
  // sums.
  constexpr std::size_t ofSums = std::size_t(1) << 20;
  return arrangement == Arrangement::Interleaved
    ? static_cast<std::size_t>(5 * interleavedColumns(columns) * unknowns) * sizeof(double)
    : static_cast<std::size_t>(3 * columns * strideOfColumns(unknowns)) * sizeof(double) + ofSums;
}

template std::unique_ptr<KrylovVectors<CompiledSpace>> makeKrylovVectors(
  const LayoutPointer<CompiledSpace>& layout, int columns, Arrangement arrangement);
template std::size_t krylovMemory<CompiledSpace>(
  std::int64_t unknowns, int columns, Arrangement arrangement);
}
