#include "Operator/Isogeometric/PatchGradients.h"

#include "Core/Parallel.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/PatchPoint.h"

namespace trabecula
{
namespace detail
{
/// Gauss points on [0, 1] in each direction.
struct GaussPlaces
{
  double places[3][bspline::MostFunctions];
  double weights[3][bspline::MostFunctions];
};

/// The position of a material point: its element and its parameters.
struct MaterialPlace
{
  std::int32_t e[3] = {};
  double xi[3] = {};
  double measure = 1.0; ///< weight of a Gauss point in the parameter space

  TRABECULA_FUNCTION MaterialPlace(
    const PatchView& patch, const GaussPlaces& gauss, std::int64_t element, int local)
  {
    int q[3] = {};
    patch.grid.elementAt(element, this->e);
    splitPoint(patch.grid, local < 0 ? 0 : local, q);
    const double* places[3] = { gauss.places[0], gauss.places[1], gauss.places[2] };
    parametersOf(patch, this->e, places, local < 0 ? nullptr : q, this->xi);
    for (int k = 0; k < 3; ++k)
    {
      const double* u = patch.knots[k] + patch.grid.degrees[k] + this->e[k];
      this->measure *= gauss.weights[k][q[k]] * (u[1] - u[0]);
    }
  }
};

TRABECULA_FUNCTION void putPosition(const PatchPoint& at, double* position)
{
  for (int i = 0; i < 3; ++i)
  {
    position[i] = at.position[i];
  }
}

template <class Space>
void measurePoints(const Context<Space>& context, const PatchView patch, const GaussPlaces gauss,
  bool perGaussPoint, double* measures, double* positions)
{
  const int perElement = patch.grid.pointsPerElement();
  if (perGaussPoint)
  {
    forEach(
      context, patch.grid.numberOfElements() * perElement, TRABECULA_LAMBDA(std::int64_t point) {
        const MaterialPlace place(
          patch, gauss, point / perElement, static_cast<int>(point % perElement));
        const PatchPoint at(patch, place.e, PointBasis(patch, place.e, place.xi));
        measures[point] = place.measure * at.determinant;
        putPosition(at, positions + 3 * point);
      });
    return;
  }
  forEach(
    context, patch.grid.numberOfElements(), TRABECULA_LAMBDA(std::int64_t element) {
      double sum = 0.0;
      for (int local = 0; local < perElement; ++local)
      {
        const MaterialPlace place(patch, gauss, element, local);
        sum += place.measure *
          PatchPoint(patch, place.e, PointBasis(patch, place.e, place.xi)).determinant;
      }
      measures[element] = sum;
      const MaterialPlace centre(patch, gauss, element, -1);
      putPosition(PatchPoint(patch, centre.e, PointBasis(patch, centre.e, centre.xi)),
        positions + 3 * element);
    });
}

template <class Space>
void gradientsAtPoints(const Context<Space>& context, const PatchView patch,
  const GaussPlaces gauss, bool perGaussPoint, const double* u, double* gradients)
{
  const SplineGrid grid = patch.grid;
  const int perElement = perGaussPoint ? grid.pointsPerElement() : 1;
  forEach(
    context, grid.numberOfElements() * perElement, TRABECULA_LAMBDA(std::int64_t point) {
      const MaterialPlace place(patch, gauss, point / perElement,
        perGaussPoint ? static_cast<int>(point % perElement) : -1);
      const PointBasis basis(patch, place.e, place.xi);
      const PatchPoint at(patch, place.e, basis);
      const int d = grid.dimension;
      double value[3] = {};
      double slopes[9] = {};
      forEachFunction(grid, place.e,
        [&](std::int64_t controlPoint, int a, int b, int c)
        {
          const double w = patch.weights[controlPoint];
          for (int i = 0; i < d; ++i)
          {
            const double coefficient = w * u[d * controlPoint + i];
            value[i] += coefficient * basis.product(a, b, c);
            for (int k = 0; k < d; ++k)
            {
              slopes[3 * i + k] += coefficient * basis.product(a, b, c, k);
            }
          }
        });
      for (int i = 0; i < 3; ++i)
      {
        for (int j = 0; j < 3; ++j)
        {
          double sum = 0.0;
          for (int k = 0; k < d; ++k)
          {
            const double slope =
              (slopes[3 * i + k] - value[i] / at.weight * at.weightSlopes[k]) / at.weight;
            sum += slope * at.inverse[3 * k + j];
          }
          gradients[9 * point + 3 * i + j] = sum;
        }
      }
    });
}

/// The elements whose indices in each direction are equal modulo degree + 1; no two of them share a
/// control point.
struct ElementColour
{
  std::int32_t first[3];
  std::int32_t step[3];
  std::int32_t counts[3];

  /// @param colour in [0, product of degrees + 1)
  TRABECULA_FUNCTION ElementColour(const SplineGrid& grid, int colour)
  {
    for (int k = 0; k < 3; ++k)
    {
      this->step[k] = grid.degrees[k] + 1;
      this->first[k] = colour % this->step[k];
      this->counts[k] = (grid.elements[k] - this->first[k] + this->step[k] - 1) / this->step[k];
      colour /= this->step[k];
    }
  }

  TRABECULA_FUNCTION std::int64_t count() const
  {
    return std::int64_t(this->counts[0]) * this->counts[1] * this->counts[2];
  }
};

/// Adds the transposed gradient at a point of a patch, times s, to the forces of control points:
/// the contribution to component i is the sum over j and k of s_ij slope_k inverse_kj.
TRABECULA_FUNCTION void addTransposedAt(
  const PatchView& patch, const MaterialPlace& place, const double* s, double* f)
{
  const PointBasis basis(patch, place.e, place.xi);
  const PatchPoint at(patch, place.e, basis);
  const int d = patch.grid.dimension;
  double slopes[9] = {};
  double values[3] = {};
  for (int i = 0; i < d; ++i)
  {
    for (int k = 0; k < d; ++k)
    {
      double sum = 0.0;
      for (int j = 0; j < 3; ++j)
      {
        sum += s[3 * i + j] * at.inverse[3 * k + j];
      }
      slopes[3 * i + k] = sum / at.weight;
      values[i] -= slopes[3 * i + k] * at.weightSlopes[k] / at.weight;
    }
  }
  forEachFunction(patch.grid, place.e,
    [&](std::int64_t controlPoint, int a, int b, int c)
    {
      for (int i = 0; i < d; ++i)
      {
        double sum = values[i] * basis.product(a, b, c);
        for (int k = 0; k < d; ++k)
        {
          sum += slopes[3 * i + k] * basis.product(a, b, c, k);
        }
        f[d * controlPoint + i] += patch.weights[controlPoint] * sum;
      }
    });
}

template <class Space>
void addTransposedOfColour(const Context<Space>& context, const PatchView patch,
  const GaussPlaces gauss, bool perGaussPoint, const ElementColour colour, const double* s,
  double* f)
{
  const SplineGrid grid = patch.grid;
  const int points = perGaussPoint ? grid.pointsPerElement() : 1;
  forEach(
    context, colour.count(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t e[3];
      std::int64_t rest = i;
      for (int k = 0; k < 3; ++k)
      {
        e[k] =
          colour.first[k] + colour.step[k] * static_cast<std::int32_t>(rest % colour.counts[k]);
        rest /= colour.counts[k];
      }
      const std::int64_t element = grid.elementNumber(e);
      for (int local = 0; local < points; ++local)
      {
        const MaterialPlace place(patch, gauss, element, perGaussPoint ? local : -1);
        addTransposedAt(patch, place, s + 9 * (points * element + local), f);
      }
    });
}

inline GaussPlaces gaussPlacesOf(const SplineGrid& grid)
{
  GaussPlaces gauss = {};
  for (int k = 0; k < 3; ++k)
  {
    const GaussRule rule(grid.degrees[k] + 1);
    for (std::size_t q = 0; q < rule.places.size(); ++q)
    {
      gauss.places[k][q] = 0.5 * (rule.places[q] + 1.0);
      gauss.weights[k][q] = 0.5 * rule.weights[q];
    }
  }
  return gauss;
}
}

template <class Space>
void measurePatch(const Context<Space>& context, const PatchView& patch, bool perGaussPoint,
  double* measures, double* positions)
{
  detail::measurePoints(
    context, patch, detail::gaussPlacesOf(patch.grid), perGaussPoint, measures, positions);
}

template <class Space>
void gradientsOfPatch(const Context<Space>& context, const PatchView& patch, bool perGaussPoint,
  const double* u, double* gradients)
{
  detail::gradientsAtPoints(
    context, patch, detail::gaussPlacesOf(patch.grid), perGaussPoint, u, gradients);
}

template <class Space>
void addPatchGradientsTransposed(const Context<Space>& context, const PatchView& patch,
  bool perGaussPoint, const double* s, double* f)
{
  const SplineGrid& grid = patch.grid;
  const int colours = (grid.degrees[0] + 1) * (grid.degrees[1] + 1) * (grid.degrees[2] + 1);
  for (int colour = 0; colour < colours; ++colour)
  {
    detail::addTransposedOfColour(context, patch, detail::gaussPlacesOf(grid), perGaussPoint,
      detail::ElementColour(grid, colour), s, f);
  }
}

template void measurePatch(const Context<CompiledSpace>& context, const PatchView& patch,
  bool perGaussPoint, double* measures, double* positions);
template void gradientsOfPatch(const Context<CompiledSpace>& context, const PatchView& patch,
  bool perGaussPoint, const double* u, double* gradients);
template void addPatchGradientsTransposed(const Context<CompiledSpace>& context,
  const PatchView& patch, bool perGaussPoint, const double* s, double* f);
}
