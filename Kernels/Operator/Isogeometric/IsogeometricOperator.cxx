#include "Operator/Isogeometric/IsogeometricOperator.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Operator/Isogeometric/CongruentElements.h"
#include "Operator/Isogeometric/PatchGradients.h"
#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/RowProduct.h"

#include <algorithm>
#include <string>

namespace trabecula
{
namespace detail
{
template <class Space>
void scaleByWeights(const Context<Space>& context, std::int64_t n, int dimension,
  const double* weights, const double* x, double* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { y[i] = weights[i / dimension] * x[i]; });
}

template <class Space>
void scaleBySquares(
  const Context<Space>& context, std::int64_t n, int dimension, const double* weights, double* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double weight = weights[i / dimension];
      y[i] *= weight * weight;
    });
}

template <class Space>
void copyAsSingle(const Context<Space>& context, std::int64_t n, const double* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<float>(from[i]); });
}

inline std::size_t entriesOfRows(const SplineGrid& grid)
{
  return static_cast<std::size_t>(rowLayout(grid.dimension, grid.degrees, grid.counts).entries());
}

template <class Space>
void checkLayouts(const OperatorLayouts<Space>& layouts, const OperatorLayouts<Space>& ofPatch)
{
  if (!layouts.unknowns->matches(*ofPatch.unknowns) ||
    !layouts.materialPoints->matches(*ofPatch.materialPoints))
  {
    throw Error("The operator of a patch is given layouts with " + layouts.unknowns->text() +
      " and " + layouts.materialPoints->text() + ", but the patch has " + ofPatch.unknowns->text() +
      " and " + ofPatch.materialPoints->text() + ".");
  }
}

inline void checkProduct(const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product)
{
  if (product == IsogeometricProduct::Congruent && (perGaussPoint || !findAffineMap(patch)))
  {
    throw Error("Congruent element matrices need a patch that is a box, with control points at the "
                "Greville abscissae and weights of 1, and one modulus for each element. Choose the "
                "product Auto.");
  }
}
}

template <class Space>
IsogeometricOperator<Space>::IsogeometricOperator(const OperatorLayouts<Space>& layouts,
  const NurbsPatch& patch, double poissonsRatio, bool perGaussPoint, IsogeometricProduct product)
  : StiffnessOperator<Space>(layouts), Grid(gridOf(patch)), PerGaussPoint(perGaussPoint),
    Product(product), PoissonsRatio(poissonsRatio), Patch(layouts.context(), patch),
    Tables(layouts.context(), patch), Geometry(layouts.context(), patch, this->Patch),
    OwnSpace(layouts.context(), patch, patch.knots)
{
  const Context<Space>& context = layouts.context();
  detail::checkLayouts(layouts, layoutsOf(context, patch, perGaussPoint));
  detail::checkProduct(patch, perGaussPoint, product);
  if (std::any_of(patch.weights.begin(), patch.weights.end(), [](double w) { return w != 1.0; }))
  {
    this->Weights = DeviceVector<double, Space>(context, patch.weights);
  }
  switch (product)
  {
    case IsogeometricProduct::Congruent:
    {
      const CongruentElements elements = makeCongruentElements(patch, poissonsRatio);
      for (std::size_t k = 0; k < 3; ++k)
      {
        this->ClassOfSpan[k] =
          DeviceVector<std::int32_t, Space>(context, elements.classes[k].ofSpan);
        this->Classes[k] = static_cast<std::int32_t>(elements.classes[k].representatives.size());
      }
      this->Matrices = DeviceVector<double, Space>(context, elements.matrices);
      break;
    }
    case IsogeometricProduct::Assembled:
      this->Rows = SplineRows<double, Space>(
        context, rowLayout(this->Grid.dimension, this->Grid.degrees, this->Grid.counts));
      this->Scaled = DeviceVector<double, Space>(
        context, this->hasWeights() ? static_cast<std::size_t>(this->size()) : 0);
      break;
    default:
      this->Partials = DeviceVector<double, Space>(context, numberOfPartials(this->Grid));
      break;
  }
}

template <class Space>
template <class Real>
PointInput<Real> IsogeometricOperator<Space>::pointInput(
  const Real* moduli, const Real* x, Real* partials) const
{
  PointInput<Real> input = {};
  input.grid = this->Grid;
  input.tables = this->Tables.template view<Real>();
  input.geometry = this->Geometry.template view<Real>();
  input.material = unitLame<Real>(this->Grid.dimension, this->PoissonsRatio);
  input.moduli = moduli;
  input.modulusPerPoint = this->PerGaussPoint;
  input.x = x;
  input.partials = partials;
  return input;
}

template <class Space>
template <class Real>
CongruentInput<Real> IsogeometricOperator<Space>::congruentInput(
  const DeviceVector<Real, Space>& matrices, const Real* moduli, const Real* x) const
{
  return { this->Grid,
    { this->ClassOfSpan[0].data(), this->ClassOfSpan[1].data(), this->ClassOfSpan[2].data() },
    { this->Classes[0], this->Classes[1], this->Classes[2] }, matrices.data(), moduli, x };
}

template <class Space>
void IsogeometricOperator<Space>::useModuli(const double* moduli)
{
  this->Moduli = moduli;
  if (this->Product == IsogeometricProduct::Assembled)
  {
    this->assemble();
  }
}

namespace detail
{
template <class Real, class Space>
IntegrationInput<Real> integrationInput(
  const PointInput<Real>& points, const SpaceTables<Real, Space>& space)
{
  IntegrationInput<Real> input = {};
  input.grid = points.grid;
  input.space = space.view();
  input.tables = points.tables;
  input.geometry = points.geometry;
  input.material = points.material;
  input.moduli = points.moduli;
  input.modulusPerPoint = points.modulusPerPoint;
  return input;
}
}

template <class Space>
void IsogeometricOperator<Space>::assemble()
{
  IntegrationInput<double> input = detail::integrationInput(
    this->template pointInput<double>(this->Moduli, nullptr, nullptr), this->OwnSpace);
  this->Rows.zero();
  input.rows = this->Rows.view();
  const int spans[3] = { 1, 1, 1 };
  integrateRows(this->context(), input, spans);
}

template <class Space>
void IsogeometricOperator<Space>::product(const Vector<Space>& of, Vector<Space>& result)
{
  const Context<Space>& context = this->context();
  const double* x = of.data();
  double* y = result.data();
  const double* weights = this->weights();
  switch (this->Product)
  {
    case IsogeometricProduct::Congruent:
      multiplyCongruent(
        context, this->congruentInput(this->Matrices, this->Moduli, x), StoreProduct{ y });
      break;
    case IsogeometricProduct::Assembled:
      if (weights)
      {
        detail::scaleByWeights(
          context, this->size(), this->Grid.dimension, weights, x, this->Scaled.data());
      }
      multiplyRows(context, this->Rows.layout(), this->Rows.values(),
        weights ? this->Scaled.data() : x, StoreProduct{ y });
      if (weights)
      {
        detail::scaleByWeights(context, this->size(), this->Grid.dimension, weights, y, y);
      }
      break;
    default:
    {
      PointInput<double> input = this->pointInput(this->Moduli, x, this->Partials.data());
      input.weights = weights;
      multiplyByPoints(context, input, StoreProduct{ y });
      break;
    }
  }
}

template <class Space>
void IsogeometricOperator<Space>::homogeneousDiagonal(Vector<Space>& d)
{
  d.require(this->layout(), "A diagonal");
  d.zero();
  this->addHomogeneousDiagonal(d.data());
}

template <class Space>
void IsogeometricOperator<Space>::addHomogeneousDiagonal(double* d) const
{
  IntegrationInput<double> input = detail::integrationInput(
    this->template pointInput<double>(this->Moduli, nullptr, nullptr), this->OwnSpace);
  input.diagonal = d;
  integrateDiagonal(this->context(), input);
}

template <class Space>
void IsogeometricOperator<Space>::computeDiagonal(double* d)
{
  this->context().zero(d, static_cast<std::size_t>(this->size()) * sizeof(double));
  this->addHomogeneousDiagonal(d);
  if (this->hasWeights())
  {
    detail::scaleBySquares(this->context(), this->size(), this->Grid.dimension, this->weights(), d);
  }
}

template <class Space>
void IsogeometricOperator<Space>::addEnergies(const double* u, double weight, double* energies)
{
  PointInput<double> input = this->template pointInput<double>(nullptr, u, nullptr);
  input.weights = this->weights();
  input.scale = weight;
  input.energies = energies;
  addPointEnergies(this->context(), input);
}

template <class Space>
void IsogeometricOperator<Space>::computeGeometry(double* measures, double* positions)
{
  measurePatch(this->context(), this->Patch.view(), this->PerGaussPoint, measures, positions);
}

template <class Space>
void IsogeometricOperator<Space>::computeGradients(const double* u, double* gradients)
{
  gradientsOfPatch(this->context(), this->Patch.view(), this->PerGaussPoint, u, gradients);
}

template <class Space>
void IsogeometricOperator<Space>::addGradientsTransposed(const double* s, double* f)
{
  addPatchGradientsTransposed(this->context(), this->Patch.view(), this->PerGaussPoint, s, f);
}

template <class Space>
void IsogeometricOperator<Space>::prepareSingle()
{
  const Context<Space>& context = this->context();
  const std::int64_t points = this->materialPoints().size();
  if (this->SingleModuli.size() != static_cast<std::size_t>(points))
  {
    this->SingleModuli = DeviceVector<float, Space>(context, static_cast<std::size_t>(points));
    this->Geometry.makeSingle(context);
    if (this->Product == IsogeometricProduct::Congruent)
    {
      this->SingleMatrices = DeviceVector<float, Space>(context, this->Matrices.size());
      detail::copyAsSingle(context, static_cast<std::int64_t>(this->Matrices.size()),
        this->Matrices.data(), this->SingleMatrices.data());
    }
  }
  detail::copyAsSingle(context, points, this->Moduli, this->SingleModuli.data());
}

template <class Space>
void IsogeometricOperator<Space>::multiplySingle(const FinishSingle& finish)
{
  const float* moduli = this->SingleModuli.data();
  if (this->Product == IsogeometricProduct::Congruent)
  {
    multiplyCongruent(
      this->context(), this->congruentInput(this->SingleMatrices, moduli, finish.d), finish);
    return;
  }
  if (this->SinglePartials.size() == 0)
  {
    this->SinglePartials =
      DeviceVector<float, Space>(this->context(), numberOfPartials(this->Grid));
  }
  multiplyByPoints(
    this->context(), this->pointInput(moduli, finish.d, this->SinglePartials.data()), finish);
}

template <class Space>
void IsogeometricOperator<Space>::applyHomogeneous(
  const Vector<Space, float>& x, Vector<Space, float>& y)
{
  x.require(this->layout(), "A vector that is multiplied");
  y.require(this->layout(), "The result of a product");
  this->multiplySingle(
    { SingleStep::Store, nullptr, 0.0F, 0.0F, x.data(), y.data(), nullptr, nullptr });
}

template <class Space>
void IsogeometricOperator<Space>::subtractSingle(const Vector<Space, float>& inverseDiagonal,
  const Vector<Space, float>& d, Vector<Space, float>& r)
{
  inverseDiagonal.require(this->layout(), "A diagonal");
  d.require(this->layout(), "A vector that is multiplied");
  r.require(this->layout(), "A residual");
  this->multiplySingle({ SingleStep::Subtract, inverseDiagonal.data(), 0.0F, 0.0F, d.data(),
    r.data(), nullptr, nullptr });
}

template <class Space>
void IsogeometricOperator<Space>::smoothSingle(const Vector<Space, float>& inverseDiagonal,
  float ofDirection, float ofResidual, const Vector<Space, float>& d, Vector<Space, float>& r,
  Vector<Space, float>& e, Vector<Space, float>& x)
{
  inverseDiagonal.require(this->layout(), "A diagonal");
  d.require(this->layout(), "A vector that is multiplied");
  r.require(this->layout(), "A residual");
  e.require(this->layout(), "A step");
  x.require(this->layout(), "A solution");
  this->multiplySingle({ SingleStep::Smooth, inverseDiagonal.data(), ofDirection, ofResidual,
    d.data(), r.data(), e.data(), x.data() });
}

template <class Space>
void IsogeometricOperator<Space>::integrateSingle(
  const SpaceTables<float, Space>& space, const RowsView<float>& rows)
{
  IntegrationInput<float> input =
    detail::integrationInput(this->pointInput(static_cast<const float*>(this->SingleModuli.data()),
                               static_cast<const float*>(nullptr), static_cast<float*>(nullptr)),
      space);
  input.rows = rows;
  const int spans[3] = { space.mostSpans(0), space.mostSpans(1), space.mostSpans(2) };
  integrateRows(this->context(), input, spans);
}

template <class Space>
std::size_t IsogeometricOperator<Space>::memory(
  const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product, bool single)
{
  const SplineGrid grid = gridOf(patch);
  const auto points = static_cast<std::size_t>(grid.numberOfControlPoints());
  const auto d = static_cast<std::size_t>(grid.dimension);
  std::size_t knots = 0;
  for (const std::vector<double>& ofDirection : patch.knots)
  {
    knots += ofDirection.size();
  }
  // The estimate includes the patch, a copy of the weights, tables of the points, and twice those
  // of the operator's own space.
  std::size_t bytes = points * (3 + 2) * sizeof(double) + knots * (sizeof(double) + 8) +
    3 * PointTables<Space>::memory(patch) + PointGeometry<Space>::memory(patch, single);
  if (single)
  {
    bytes += static_cast<std::size_t>(grid.numberOfElements()) * sizeof(float) *
      (perGaussPoint ? static_cast<std::size_t>(grid.pointsPerElement()) : 1);
  }
  const std::size_t precisions = sizeof(double) + (single ? sizeof(float) : 0);
  switch (product)
  {
    case IsogeometricProduct::Congruent:
    {
      const std::size_t side = d * static_cast<std::size_t>(patch.functionsPerElement());
      return bytes + congruentClasses(patch) * side * side * precisions;
    }
    case IsogeometricProduct::Assembled:
      return bytes + detail::entriesOfRows(grid) * sizeof(double) + d * points * sizeof(double) +
        (single ? numberOfPartials(grid) * sizeof(float) : 0);
    default:
      return bytes + numberOfPartials(grid) * precisions;
  }
}

template class IsogeometricOperator<CompiledSpace>;
}
