#include "Benchmark/Paper/Isogeometric/PaperAssembly.h"

#include "Core/Error.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/PatchPoint.h"
#include "Operator/Isogeometric/ProductKernels.h"

#include <string>
#include <type_traits>

namespace trabecula
{
namespace detail
{
/// The data of the patch that each thread reads.
template <int P>
struct PaperElements
{
  static constexpr int M = P + 1;
  static constexpr int Functions = M * M;
  static constexpr int Side = 2 * Functions;

  PatchView patch;
  double places[M]; ///< Gauss points on [0, 1]
  double weights[M];
  LameConstants<double> material;
  const double* moduli;

  /// Computes spatial derivatives of the functions of an element at a Gauss point, 2 per function.
  /// @return weight times determinant times modulus
  TRABECULA_FUNCTION double gradients(const std::int32_t* e, int q, double* g) const
  {
    const double* u = this->patch.knots[0] + P + e[0];
    const double* v = this->patch.knots[1] + P + e[1];
    const double xi[3] = { u[0] + this->places[q % M] * (u[1] - u[0]),
      v[0] + this->places[q / M] * (v[1] - v[0]), 0.0 };
    const PointBasis basis(this->patch, e, xi);
    const PatchPoint at(this->patch, e, basis);
    int f = 0;
    forEachFunction(this->patch.grid, e,
      [&](std::int64_t point, int a, int b, int c)
      {
        const double w = this->patch.weights[point] / at.weight;
        const double value = basis.product(a, b, c) / at.weight;
        const double s0 = w * (basis.product(a, b, c, 0) - value * at.weightSlopes[0]);
        const double s1 = w * (basis.product(a, b, c, 1) - value * at.weightSlopes[1]);
        g[2 * f] = s0 * at.inverse[0] + s1 * at.inverse[3];
        g[2 * f + 1] = s0 * at.inverse[1] + s1 * at.inverse[4];
        ++f;
      });
    return this->weights[q % M] * this->weights[q / M] * (u[1] - u[0]) * (v[1] - v[0]) *
      at.determinant * this->moduli[this->patch.grid.elementNumber(e)];
  }

  /// Returns entry (r, c) of the block of two gradients, without the factor of the point.
  TRABECULA_FUNCTION double entry(const double* g, const double* h, int r, int c) const
  {
    return this->material.lambda * g[r] * h[c] + this->material.mu * g[c] * h[r] +
      (r == c ? this->material.mu * (g[0] * h[0] + g[1] * h[1]) : 0.0);
  }

  /// Calls put(i, j, value) for all entries of an element's matrix.
  template <class Put>
  TRABECULA_FUNCTION void matrix(const std::int32_t* e, const Put& put) const
  {
    double g[Functions][2 * Functions]; // gradients at each point
    double factors[Functions];
    for (int q = 0; q < Functions; ++q)
    {
      factors[q] = this->gradients(e, q, g[q]);
    }
    for (int i = 0; i < Side; ++i)
    {
      for (int j = 0; j < Side; ++j)
      {
        double sum = 0.0;
        for (int q = 0; q < Functions; ++q)
        {
          sum += factors[q] * this->entry(g[q] + i / 2 * 2, g[q] + j / 2 * 2, i % 2, j % 2);
        }
        put(i, j, sum);
      }
    }
  }

  /// Computes the coordinates of the control point of a function.
  TRABECULA_FUNCTION void controlPoint(const std::int32_t* e, int f, std::int32_t* at) const
  {
    at[0] = e[0] + f % M;
    at[1] = e[1] + f / M;
    at[2] = 0;
  }
};

template <class Space, int P>
void writeTriplets(const Context<Space>& context, const PaperElements<P> elements,
  std::uint64_t* keys, double* values)
{
  constexpr std::int64_t side = PaperElements<P>::Side;
  forEach(
    context, elements.patch.grid.numberOfElements(), TRABECULA_LAMBDA(std::int64_t number) {
      std::int32_t e[3] = {};
      elements.patch.grid.elementAt(number, e);
      const std::int64_t along = elements.patch.grid.counts[0];
      elements.matrix(e,
        [&](int i, int j, double value)
        {
          std::int32_t row[3] = {};
          std::int32_t column[3] = {};
          elements.controlPoint(e, i / 2, row);
          elements.controlPoint(e, j / 2, column);
          const std::int64_t at = number * side * side + i * side + j;
          keys[at] = std::uint64_t(2 * (row[1] * along + row[0]) + i % 2) << 32 |
            std::uint64_t(2 * (column[1] * along + column[0]) + j % 2);
          values[at] = value;
        });
    });
}

template <int P, bool Atomic>
struct PaperAddElement
{
  PaperElements<P> elements;
  RowsView<double> rows;
  std::int32_t first[2] = {};
  std::int32_t step;
  std::int32_t along; ///< number of elements of the colour in the first direction

  TRABECULA_FUNCTION void operator()(std::int64_t t) const
  {
    const std::int32_t e[3] = { this->first[0] +
        this->step * static_cast<std::int32_t>(t % this->along),
      this->first[1] + this->step * static_cast<std::int32_t>(t / this->along), 0 };
    const RowLayoutOfGrid& layout = this->rows.layout;
    this->elements.matrix(e,
      [&](int i, int j, double value)
      {
        std::int32_t row[3] = {};
        std::int32_t column[3] = {};
        this->elements.controlPoint(e, i / 2, row);
        this->elements.controlPoint(e, j / 2, column);
        double* to = this->rows.values +
          ((2 * layout.numberOf(row) + i % 2) * layout.window() + layout.placeOf(row, column)) * 2 +
          j % 2;
        if constexpr (Atomic)
        {
          addShared(to, value);
        }
        else
        {
          *to += value;
        }
      });
  }
};

template <class Space, int P, bool Atomic>
void addPaperElements(const Context<Space>& context, const PaperElements<P>& elements,
  const RowsView<double>& rows, int colours)
{
  const SplineGrid& grid = elements.patch.grid;
  for (int c = 0; c < colours * colours; ++c)
  {
    const std::int32_t first[2] = { c % colours, c / colours };
    const std::int32_t along = (grid.elements[0] - first[0] + colours - 1) / colours;
    const std::int32_t across = (grid.elements[1] - first[1] + colours - 1) / colours;
    if (along > 0 && across > 0)
    {
      forEach(context, std::int64_t(along) * across,
        PaperAddElement<P, Atomic>{ elements, rows, { first[0], first[1] }, colours, along });
    }
  }
}

template <class Space, int P>
void integratePaperRows(
  const Context<Space>& context, const PaperElements<P> elements, const RowsView<double> rows)
{
  const SplineGrid grid = elements.patch.grid;
  forEach(
    context, grid.numberOfControlPoints(), TRABECULA_LAMBDA(std::int64_t point) {
      constexpr int M = P + 1;
      const RowLayoutOfGrid& layout = rows.layout;
      std::int32_t at[3] = {};
      grid.controlPointAt(point, at);
      for (int own = 0; own < M * M; ++own)
      {
        const std::int32_t e[3] = { at[0] - own % M, at[1] - own / M, 0 };
        if (e[0] < 0 || e[1] < 0 || e[0] >= grid.elements[0] || e[1] >= grid.elements[1])
        {
          continue;
        }
        for (int q = 0; q < M * M; ++q)
        {
          double g[2 * M * M];
          const double factor = elements.gradients(e, q, g);
          for (int f = 0; f < M * M; ++f)
          {
            std::int32_t column[3] = {};
            elements.controlPoint(e, f, column);
            for (int r = 0; r < 2; ++r)
            {
              double* to =
                rows.values + ((2 * point + r) * layout.window() + layout.placeOf(at, column)) * 2;
              for (int c = 0; c < 2; ++c)
              {
                to[c] += factor * elements.entry(g + 2 * own, g + 2 * f, r, c);
              }
            }
          }
        }
      }
    });
}

/// Calls body with the elements for the patch's degree.
template <class Body>
void withPaperElements(
  const PatchView& patch, double poissonsRatio, const double* moduli, const Body& body)
{
  const auto call = [&](auto degree)
  {
    constexpr int P = decltype(degree)::value;
    PaperElements<P> elements = { patch, {}, {}, unitLame<double>(2, poissonsRatio), moduli };
    const GaussRule rule(P + 1);
    for (std::size_t q = 0; q < rule.places.size(); ++q)
    {
      elements.places[q] = 0.5 * (rule.places[q] + 1.0);
      elements.weights[q] = 0.5 * rule.weights[q];
    }
    body(elements);
  };
  switch (patch.grid.degrees[0])
  {
    case 1:
      return call(std::integral_constant<int, 1>());
    case 2:
      return call(std::integral_constant<int, 2>());
    case 3:
      return call(std::integral_constant<int, 3>());
    default:
      return call(std::integral_constant<int, 4>());
  }
}
}

template <class Space>
PaperAssembly<Space>::PaperAssembly(
  const Context<Space>& context, const NurbsPatch& patch, double poissonsRatio)
  : Computing(&context), Grid(gridOf(patch)), PoissonsRatio(poissonsRatio), Patch(context, patch)
{
  if (patch.dimension != 2 || patch.degrees[0] != patch.degrees[1])
  {
    throw Error("The assembly of the paper is for plane patches of equal degrees.");
  }
}

template <class Space>
void PaperAssembly<Space>::release()
{
  this->Keys.reset();
  this->Sums.reset();
  this->Rows = SplineRows<double, Space>();
  this->Entries = 0;
}

template <class Space>
void PaperAssembly<Space>::assembleTriplets(const double* moduli)
{
  const auto functions = static_cast<std::size_t>(this->Grid.pointsPerElement());
  const std::size_t count =
    static_cast<std::size_t>(this->Grid.numberOfElements()) * 4 * functions * functions;
  DeviceVector<std::uint64_t, Space> keys(*this->Computing, count);
  DeviceVector<double, Space> values(*this->Computing, count);
  detail::withPaperElements(this->Patch.view(), this->PoissonsRatio, moduli,
    [&](const auto& elements)
    { detail::writeTriplets(*this->Computing, elements, keys.data(), values.data()); });
  sortByKey(keys, values);
  if (this->Keys.size() != count)
  {
    this->Keys = DeviceVector<std::uint64_t, Space>(*this->Computing, count);
    this->Sums = DeviceVector<double, Space>(*this->Computing, count);
  }
  this->Entries = sumByKey(*this->Computing, static_cast<std::int64_t>(count), keys.data(),
    values.data(), this->Keys.data(), this->Sums.data());
}

template <class Space>
void PaperAssembly<Space>::assemble(PaperAssemblyMethod method, const Vector<Space>& moduli)
{
  if (moduli.size() != this->Grid.numberOfElements())
  {
    throw Error("The assembly of " + std::to_string(this->Grid.numberOfElements()) +
      " elements is given " + std::to_string(moduli.size()) + " moduli.");
  }
  if (method == PaperAssemblyMethod::Triplets)
  {
    this->assembleTriplets(moduli.data());
    return;
  }
  if (this->Rows.empty())
  {
    this->Rows = SplineRows<double, Space>(
      *this->Computing, rowLayout(2, this->Grid.degrees, this->Grid.counts));
  }
  this->Rows.zero();
  const RowsView<double> rows = this->Rows.view();
  detail::withPaperElements(this->Patch.view(), this->PoissonsRatio, moduli.data(),
    [&](const auto& elements)
    {
      const int colours = this->Grid.degrees[0] + 1;
      if (method == PaperAssemblyMethod::ByRow)
      {
        detail::integratePaperRows(*this->Computing, elements, rows);
      }
      else if (method == PaperAssemblyMethod::Atomics && Space::Id == ExecutionSpace::Cuda)
      {
        detail::addPaperElements<Space, std::decay_t<decltype(elements)>::M - 1, true>(
          *this->Computing, elements, rows, 1);
      }
      else
      {
        detail::addPaperElements<Space, std::decay_t<decltype(elements)>::M - 1, false>(
          *this->Computing, elements, rows, colours);
      }
    });
}

template <class Space>
std::size_t PaperAssembly<Space>::tripletsMemory(const NurbsPatch& patch)
{
  const auto functions = static_cast<std::size_t>(patch.functionsPerElement());
  // The estimate includes triplets, sums, and the temporary memory of the sort.
  return patch.numberOfElements() * 4 * functions * functions * 3 *
    (sizeof(double) + sizeof(std::uint64_t));
}

template class PaperAssembly<CompiledSpace>;
}
