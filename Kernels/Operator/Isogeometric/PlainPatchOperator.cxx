#include "Operator/Isogeometric/PlainPatchOperator.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
constexpr int MostOfElement = 125;

template <class Space, int Dimension>
void plainMatrices(std::int64_t elements, NurbsGridView grid, int functions,
  std::int64_t perElement, const double* weights, UnitMaterial<Dimension> material,
  const double* moduli, bool perGaussPoint, double* matrices)
{
  const int rows = functions * Dimension;
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t e) {
      double* matrix = matrices + e * rows * rows;
      for (int i = 0; i < rows * rows; ++i)
      {
        matrix[i] = 0.0;
      }
      double g[MostOfElement][Dimension];
      for (std::int64_t q = e * perElement; q < (e + 1) * perElement; ++q)
      {
        int at[3];
        grid.placeOfGaussPoint(q, at);
        const double volume =
          gradientsAt<Dimension>(grid, at, g) * weights[q] * moduli[perGaussPoint ? q : e];
        for (int a = 0; a < functions; ++a)
        {
          for (int b = 0; b < functions; ++b)
          {
            double dot = 0.0;
            for (int k = 0; k < Dimension; ++k)
            {
              dot += g[a][k] * g[b][k];
            }
            for (int i = 0; i < Dimension; ++i)
            {
              for (int j = 0; j < Dimension; ++j)
              {
                matrix[(a * Dimension + i) * rows + b * Dimension + j] += volume *
                  (material.lambda * g[a][i] * g[b][j] +
                    material.mu * (g[a][j] * g[b][i] + (i == j ? dot : 0.0)));
              }
            }
          }
        }
      }
    });
}

/// First control point of an element, and the local place of one.
TRABECULA_FUNCTION std::int64_t plainControlPoint(const NurbsGridView& grid, std::int64_t e, int f)
{
  const int at[3] = { static_cast<int>(e % grid.elements[0]),
    static_cast<int>(e / grid.elements[0] % grid.elements[1]),
    static_cast<int>(e / grid.elements[0] / grid.elements[1]) };
  const int n0 = grid.degrees[0] + 1;
  const int n1 = grid.degrees[1] + 1;
  return at[0] + f % n0 +
    std::int64_t(grid.counts[0]) *
    (at[1] + f / n0 % n1 + std::int64_t(grid.counts[1]) * (at[2] + f / n0 / n1));
}

template <class Space>
void plainProducts(std::int64_t elements, NurbsGridView grid, int functions, int dimension,
  const double* matrices, const double* x, double* results)
{
  const int rows = functions * dimension;
  forEach<Space>(
    elements * rows, TRABECULA_LAMBDA(std::int64_t r) {
      const std::int64_t e = r / rows;
      double sum = 0.0;
      for (int b = 0; b < functions; ++b)
      {
        const double* at = x + dimension * plainControlPoint(grid, e, b);
        const double* entries = matrices + r * rows + b * dimension;
        for (int j = 0; j < dimension; ++j)
        {
          sum += entries[j] * at[j];
        }
      }
      results[r] = sum;
    });
}

/// y = sum over elements of their entries.
template <class Space>
void plainSums(std::int64_t points, NurbsGridView grid, int functions, int dimension,
  const double* results, std::int64_t strideOfRow, double* y)
{
  const int rows = functions * dimension;
  forEach<Space>(
    points * dimension, TRABECULA_LAMBDA(std::int64_t u) {
      const std::int64_t point = u / dimension;
      const int component = static_cast<int>(u % dimension);
      const int at[3] = { static_cast<int>(point % grid.counts[0]),
        static_cast<int>(point / grid.counts[0] % grid.counts[1]),
        static_cast<int>(point / grid.counts[0] / grid.counts[1]) };
      double sum = 0.0;
      for (int c = 0; c <= grid.degrees[2]; ++c)
      {
        for (int b = 0; b <= grid.degrees[1]; ++b)
        {
          for (int a = 0; a <= grid.degrees[0]; ++a)
          {
            const int e[3] = { at[0] - a, at[1] - b, at[2] - c };
            if (e[0] < 0 || e[0] >= grid.elements[0] || e[1] < 0 || e[1] >= grid.elements[1] ||
              e[2] < 0 || e[2] >= grid.elements[2])
            {
              continue;
            }
            const std::int64_t element = e[0] +
              std::int64_t(grid.elements[0]) * (e[1] + std::int64_t(grid.elements[1]) * e[2]);
            const int f = a + (grid.degrees[0] + 1) * (b + (grid.degrees[1] + 1) * c);
            const int row = f * dimension + component;
            sum += strideOfRow == 0
              ? results[element * rows + row]
              : results[element * rows * rows + std::int64_t(row) * rows + row];
          }
        }
      }
      y[u] = sum;
    });
}

template <class Space, int Dimension>
void plainEnergies(std::int64_t points, NurbsGridView grid, std::int64_t perPoint,
  const double* weights, UnitMaterial<Dimension> material, const double* u, double weight,
  double* energies)
{
  forEach<Space>(
    points, TRABECULA_LAMBDA(std::int64_t p) {
      double sum = 0.0;
      for (std::int64_t q = p * perPoint; q < (p + 1) * perPoint; ++q)
      {
        int at[3];
        double g[Dimension][Dimension];
        double all[MostOfElement][Dimension];
        grid.placeOfGaussPoint(q, at);
        const double determinant = gradientsAt<Dimension>(grid, at, all);
        gradientAt<Dimension>(grid, at, u, g);
        sum += determinant * weights[q] * material(g);
      }
      energies[p] += weight * sum;
    });
}

template <class Space, int Dimension>
void plainGeometry(std::int64_t points, NurbsGridView grid, std::int64_t perPoint,
  const double* weights, double* measures, double* positions)
{
  forEach<Space>(
    points, TRABECULA_LAMBDA(std::int64_t p) {
      double sum = 0.0;
      double place[3] = {};
      for (std::int64_t q = p * perPoint; q < (p + 1) * perPoint; ++q)
      {
        int at[3];
        double all[MostOfElement][Dimension];
        grid.placeOfGaussPoint(q, at);
        const double volume = gradientsAt<Dimension>(grid, at, all) * weights[q];
        sum += volume;
        double weight = 0.0;
        double x[3] = {};
        for (int c = 0; c <= grid.degrees[2]; ++c)
        {
          for (int b = 0; b <= grid.degrees[1]; ++b)
          {
            for (int a = 0; a <= grid.degrees[0]; ++a)
            {
              const std::int64_t i = grid.controlPoint(at, a, b, c);
              const double value = grid.weights[i] *
                grid.values[0][at[0] * (grid.degrees[0] + 1) + a] *
                grid.values[1][at[1] * (grid.degrees[1] + 1) + b] *
                grid.values[2][at[2] * (grid.degrees[2] + 1) + c];
              weight += value;
              for (int k = 0; k < 3; ++k)
              {
                x[k] += value * grid.controlPoints[3 * i + k];
              }
            }
          }
        }
        for (int k = 0; k < 3; ++k)
        {
          place[k] += volume * x[k] / weight;
        }
      }
      measures[p] = sum;
      for (int k = 0; k < 3; ++k)
      {
        positions[3 * p + k] = place[k] / sum;
      }
    });
}
}

template <class Space>
PlainPatchOperator<Space>::PlainPatchOperator(
  Context<Space>& context, const NurbsPatch& patch, double poissonsRatio, bool perGaussPoint)
  : Dimension(patch.dimension), PoissonsRatio(poissonsRatio), PerGaussPoint(perGaussPoint),
    Elements(static_cast<std::int64_t>(patch.numberOfElements())),
    PerElement(patch.functionsPerElement()), Functions(patch.functionsPerElement()),
    Gauss(makeGaussGrid(context, patch))
{
  std::vector<double> weights(static_cast<std::size_t>(this->Gauss.numberOfPoints()));
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k]);
  }
  NurbsGridView grid = this->Gauss.view();
  for (std::size_t q = 0; q < weights.size(); ++q)
  {
    int at[3];
    grid.placeOfGaussPoint(static_cast<std::int64_t>(q), at);
    weights[q] = 1.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      weights[q] *= tables[k].weights[static_cast<std::size_t>(at[k])];
    }
  }
  this->Weights = DeviceVector<double, Space>(context, weights);
  const auto rows = static_cast<std::size_t>(this->Functions * this->Dimension);
  const auto elements = static_cast<std::size_t>(this->Elements);
  this->Matrices = DeviceVector<double, Space>(context, elements * rows * rows);
  this->Results = DeviceVector<double, Space>(context, elements * rows);
}

template <class Space>
std::int64_t PlainPatchOperator<Space>::size() const
{
  return this->Dimension * this->Gauss.numberOfControlPoints();
}

template <class Space>
void PlainPatchOperator<Space>::setModuli(const double* moduli)
{
  if (this->Dimension == 2)
  {
    detail::plainMatrices<Space, 2>(this->Elements, this->Gauss.view(), this->Functions,
      this->PerElement, this->Weights.data(), UnitMaterial<2>(this->PoissonsRatio), moduli,
      this->PerGaussPoint, this->Matrices.data());
  }
  else
  {
    detail::plainMatrices<Space, 3>(this->Elements, this->Gauss.view(), this->Functions,
      this->PerElement, this->Weights.data(), UnitMaterial<3>(this->PoissonsRatio), moduli,
      this->PerGaussPoint, this->Matrices.data());
  }
}

template <class Space>
void PlainPatchOperator<Space>::apply(const double* x, double* y)
{
  detail::plainProducts<Space>(this->Elements, this->Gauss.view(), this->Functions, this->Dimension,
    this->Matrices.data(), x, this->Results.data());
  detail::plainSums<Space>(this->numberOfNodes(), this->Gauss.view(), this->Functions,
    this->Dimension, this->Results.data(), 0, y);
}

template <class Space>
void PlainPatchOperator<Space>::diagonal(double* d)
{
  detail::plainSums<Space>(this->numberOfNodes(), this->Gauss.view(), this->Functions,
    this->Dimension, this->Matrices.data(), 1, d);
}

template <class Space>
void PlainPatchOperator<Space>::addUnitEnergies(const double* u, double weight, double* energies)
{
  const std::int64_t per = this->PerGaussPoint ? 1 : this->PerElement;
  if (this->Dimension == 2)
  {
    detail::plainEnergies<Space, 2>(this->numberOfMaterialPoints(), this->Gauss.view(), per,
      this->Weights.data(), UnitMaterial<2>(this->PoissonsRatio), u, weight, energies);
  }
  else
  {
    detail::plainEnergies<Space, 3>(this->numberOfMaterialPoints(), this->Gauss.view(), per,
      this->Weights.data(), UnitMaterial<3>(this->PoissonsRatio), u, weight, energies);
  }
}

template <class Space>
void PlainPatchOperator<Space>::geometry(double* measures, double* positions)
{
  const std::int64_t per = this->PerGaussPoint ? 1 : this->PerElement;
  if (this->Dimension == 2)
  {
    detail::plainGeometry<Space, 2>(this->numberOfMaterialPoints(), this->Gauss.view(), per,
      this->Weights.data(), measures, positions);
  }
  else
  {
    detail::plainGeometry<Space, 3>(this->numberOfMaterialPoints(), this->Gauss.view(), per,
      this->Weights.data(), measures, positions);
  }
}

template <class Space>
void PlainPatchOperator<Space>::displacementGradients(const double* /*u*/, double* gradients)
{
  Memory<Space>::zero(
    gradients, 9 * static_cast<std::size_t>(this->numberOfMaterialPoints()) * sizeof(double));
}

template class PlainPatchOperator<CompiledSpace>;
}
