#include "Design/Response/Connection/VirtualTemperature.h"

#include "Analysis/Static/MutualEnergies.h"
#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Design/Response/Connection/ConnectionPoints.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trabecula
{
namespace detail
{
constexpr double DefaultConnectionExponent = 8.0;
/// Conductivity of void over that of the material.
constexpr double ConductivityOfVoid = 1e-6;

/// Arrays of a VirtualTemperature.
struct ConnectionTables
{
  int corners;
  const std::int32_t* cornerNodes;
  const double* shares;
  const std::int64_t* starts;
  const std::int32_t* elements;
};

TRABECULA_FUNCTION double virtualMaterial(double density)
{
  return density > 0.0 ? density * density * density : 0.0;
}

template <class Space>
void virtualConductivities(
  const Context<Space>& context, std::int64_t n, const double* density, double* conductivities)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      conductivities[e] =
        ConductivityOfVoid + (1.0 - ConductivityOfVoid) * virtualMaterial(density[e]);
    });
}

template <class Space>
void virtualHeat(const Context<Space>& context, std::int64_t nodes, const ConnectionTables tables,
  const double* density, double* heat)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t a) {
      double sum = 0.0;
      for (std::int64_t i = tables.starts[a]; i < tables.starts[a + 1]; ++i)
      {
        const std::int32_t e = tables.elements[i];
        sum += tables.shares[e] * virtualMaterial(density[e]);
      }
      heat[a] = sum;
    });
}

/// Replaces temperatures by their ratios to the largest one of the solid mesh, at least 0.
template <class Space>
void relativeTemperatures(const Context<Space>& context, std::int64_t n, double largest,
  const double* temperature, double* ratios)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t a) { ratios[a] = fmax(0.0, temperature[a] / largest); });
}

/// Replaces the ratios by the derivatives of PM by temperatures.
template <class Space>
void derivativesOfTemperatures(const Context<Space>& context, std::int64_t n, double exponent,
  double norm, double largest, const double* weights, double* ratios)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t a) {
      ratios[a] = norm > 0.0 ? weights[a] * pow(ratios[a] / norm, exponent - 1.0) / largest : 0.0;
    });
}

/// Replaces the energies v.(K_e T) of elements by the derivatives of PM by densities.
template <class Space>
void connectionDerivatives(const Context<Space>& context, std::int64_t elements,
  const ConnectionTables tables, const double* density, const double* adjoint, double* energies)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      double sum = 0.0;
      for (int place = 0; place < tables.corners; ++place)
      {
        const std::int32_t node = tables.cornerNodes[e * tables.corners + place];
        sum += node >= 0 ? adjoint[node] : 0.0;
      }
      const double rho = fmax(0.0, density[e]);
      energies[e] =
        3.0 * rho * rho * (tables.shares[e] * sum - (1.0 - ConductivityOfVoid) * energies[e]);
    });
}

template <class Space>
void scaleConnection(const Context<Space>& context, std::int64_t n, double factor,
  const double* values, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { result[e] = factor * values[e]; });
}

/// Returns the end of the names of columns and states.
inline std::string suffixOfTemperature(const ResponseSettings& settings)
{
  const double exponent = settings.parameter("Exponent", DefaultConnectionExponent);
  return suffixOfConnection(settings) +
    (exponent == DefaultConnectionExponent ? "" : "_P" + shortText(exponent)) +
    (settings.parameter("Scaled", 1.0) != 0.0 ? "" : "_PM");
}
}

template <class Space>
VirtualTemperature<Space>::VirtualTemperature(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Suffix(detail::suffixOfTemperature(settings)), Place(placeOfConnection(settings)),
    Exponent(settings.parameter("Exponent", detail::DefaultConnectionExponent)),
    IsScaled(settings.parameter("Scaled", 1.0) != 0.0)
{
  const Context<Space>& context = input.measures.context();
  CornerConduction<Space> corners = input.makeConduction();
  const Mesh& mesh = corners.mesh;
  const LayoutPointer<Space> elements = corners.conduction->materialPointsPointer();
  this->Nodes = corners.conduction->layoutPointer();
  this->Conductivities = Vector<Space>(elements);
  this->Derivatives = Vector<Space>(elements);
  if (corners.pointsPerElement > 0)
  {
    this->Means.emplace(input.measures, elements, corners.pointsPerElement);
  }
  const std::vector<double> volumes =
    this->Means ? this->Means->volumes() : input.measures.toHost();

  std::size_t most = 0;
  for (const CellType type : mesh.allTypes())
  {
    most = std::max(most, static_cast<std::size_t>(cellShape(type).nodes));
  }
  std::vector<std::int32_t> cornerNodes(mesh.numberOfElements() * most, -1);
  std::vector<double> shares(mesh.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::copy_n(mesh.element(e), mesh.nodesOf(e), cornerNodes.data() + e * most);
    shares[e] = volumes[e] / static_cast<double>(mesh.nodesOf(e));
  }
  const NodeElements around = findNodeElements(mesh);
  this->Corners = static_cast<int>(most);
  this->CornerNodes = DeviceVector<std::int32_t, Space>(context, cornerNodes);
  this->Shares = DeviceVector<double, Space>(context, shares);
  this->Starts = DeviceVector<std::int64_t, Space>(context, around.starts);
  this->Elements = DeviceVector<std::int32_t, Space>(context, around.elements);

  BoxEnds ends = endsOfElements(mesh);
  context.communicator().maximum(ends.data(), ends.size());
  // Nodes without elements, such as those in the middle of edges, are left out.
  const ResponseProblem& given = input.problem;
  ElasticConditions conditions; // those that points of connection depend on
  conditions.supports = this->Means ? corners.supports : given.structure.supports;
  std::vector<std::uint8_t> fixed = connectionPoints(
    { conditions, mesh, given.outputWeights, given.regions, given.pointRegions, given.designed },
    settings, mesh, ends);
  std::vector<double> weights(fixed.size(), 0.0);
  double free = 0.0;
  for (std::size_t i = 0; i < fixed.size(); ++i)
  {
    fixed[i] = fixed[i] || around.starts[i] == around.starts[i + 1] ? 1 : 0;
    weights[i] = fixed[i] ? 0.0 : 1.0;
    free += i < static_cast<std::size_t>(this->Nodes->owned()) ? weights[i] : 0.0;
  }
  context.sumOverParts(&free, 1);
  std::transform(weights.begin(), weights.end(), weights.begin(),
    [free](double weight) { return free > 0.0 ? weight / free : 0.0; });
  this->Weights = Vector<Space>(this->Nodes, weights);

  this->Conduction = std::move(corners.conduction);
  this->System.emplace(*this->Conduction, std::vector<double>());
  this->Preconditioner.emplace(*this->Conduction, *this->System, fixed);
  this->Solver.emplace(this->Nodes);
  for (Vector<Space>* field :
    { &this->Temperature, &this->Adjoint, &this->LastTemperature, &this->LastAdjoint })
  {
    *field = Vector<Space>(this->Nodes);
    field->zero();
  }
  this->Derivatives.zero();
  // Regions of designs are those of elements only where the variables are.
  this->Largest =
    this->temperatureOfSolid(this->Means ? std::vector<DesignRegion>() : given.designed);
}

template <class Space>
detail::ConnectionTables VirtualTemperature<Space>::tables() const
{
  return { this->Corners, this->CornerNodes.data(), this->Shares.data(), this->Starts.data(),
    this->Elements.data() };
}

template <class Space>
void VirtualTemperature<Space>::setDensity(const Vector<Space>& density, Vector<Space>& heat)
{
  const Context<Space>& context = this->Nodes->context();
  density.updateGhosts();
  detail::virtualConductivities(
    context, this->Conductivities.size(), density.data(), this->Conductivities.data());
  this->Conduction->setModuli(this->Conductivities);
  this->Preconditioner->update(this->Conductivities, 1.0);
  detail::virtualHeat(context, this->Nodes->owned(), this->tables(), density.data(), heat.data());
}

template <class Space>
void VirtualTemperature<Space>::conduct(const Vector<Space>& b, Vector<Space>& x)
{
  constexpr double tolerance = 1e-11;
  constexpr int most = 50000;
  Observer silent;
  const SolverReport report = this->Solver->solve(
    *this->System, *this->Preconditioner, RightHandSide<Space>(b), x, tolerance, most, silent);
  if (!report.converged)
  {
    fail("The virtual temperature, of material that stays connected to ", this->Place,
      ", has a residual of ", report.residual, " after ", report.iterations,
      " iterations. Leave its bound out, or use a coarser mesh.");
  }
  x.updateGhosts();
}

template <class Space>
double VirtualTemperature<Space>::temperatureOfSolid(const std::vector<DesignRegion>& designed)
{
  std::vector<double> solid(static_cast<std::size_t>(this->Conductivities.size()), 1.0);
  for (std::size_t e = 0; designed.size() == solid.size() && e < solid.size(); ++e)
  {
    solid[e] = designed[e] == DesignRegion::Void ? 0.0 : 1.0;
  }
  const Vector<Space> density(this->Conductivities.layoutPointer(), solid);
  LeasedVector<Space> heat(this->Nodes);
  this->setDensity(density, heat);
  this->conduct(heat, this->Temperature);
  const double largest =
    detail::largestOf(this->Nodes->context(), this->Nodes->owned(), this->Temperature.data());
  this->Temperature.zero();
  return largest > 0.0 ? largest : 1.0;
}

template <class Space>
double VirtualTemperature<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const Context<Space>& context = this->Nodes->context();
  const std::int64_t nodes = this->Nodes->owned();
  LeasedVector<Space> heat(this->Nodes);
  const Vector<Space>& density = this->Means ? this->Means->of(design.density) : design.density;
  this->setDensity(density, heat);
  this->Temperature.copy(this->LastTemperature);
  this->conduct(heat, this->Temperature);
  LeasedVector<Space> ratios(this->Nodes);
  detail::relativeTemperatures(
    context, nodes, this->Largest, this->Temperature.data(), ratios.data());
  const double largest = detail::largestOf(context, nodes, ratios.data());
  const double norm = detail::powerMean(
    context, nodes, 1, this->Exponent, largest, this->Weights.data(), ratios.data());
  detail::derivativesOfTemperatures(
    context, nodes, this->Exponent, norm, this->Largest, this->Weights.data(), ratios.data());
  this->Adjoint.copy(this->LastAdjoint);
  this->conduct(ratios, this->Adjoint);
  this->Derivatives.zero();
  detail::addMutualEnergies(*this->Conduction, this->Temperature, this->Adjoint, this->Derivatives);
  detail::connectionDerivatives(context, this->Derivatives.ownedSize(), this->tables(),
    density.data(), this->Adjoint.data(), this->Derivatives.data());
  this->Mean.set(norm, this->IsScaled ? largest : norm);
  return largest;
}

template <class Space>
void VirtualTemperature<Space>::accept()
{
  this->LastTemperature.copy(this->Temperature);
  this->LastAdjoint.copy(this->Adjoint);
  this->Mean.accept();
}

template <class Space>
void VirtualTemperature<Space>::derivativesToDensity(
  const Parametrization<Space>& /*design*/, Vector<Space>& result) const
{
  if (this->Means)
  {
    this->Means->pullBack(this->Mean.lastScale, this->Derivatives, result);
    return;
  }
  detail::scaleConnection(result.context(), result.ownedSize(), this->Mean.lastScale,
    this->Derivatives.data(), result.data());
}

template <class Space>
NamedVectors<Space> VirtualTemperature<Space>::stateVectors()
{
  return { { "virtualTemperatureDerivatives" + this->Suffix, &this->Derivatives },
    { "virtualTemperature" + this->Suffix, &this->LastTemperature },
    { "virtualTemperatureAdjoint" + this->Suffix, &this->LastAdjoint } };
}

template <class Space>
NamedScalars VirtualTemperature<Space>::stateScalars()
{
  return { { "virtualTemperatureScale" + this->Suffix, &this->Mean.lastScale },
    { "virtualTemperatureNorm" + this->Suffix, &this->Mean.norm } };
}

template class VirtualTemperature<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription virtualTemperatureDescription()
{
  ResponseDescription description;
  description.name = "VirtualTemperature";
  description.label = "Virtual Temperature";
  description.isOfDensityAlone = true;
  description.vanishesWithMaterial = true;
  description.isOfLevelSets = false;
  description.isOfMeshAlone = true;
  description.needsConduction = true;
  description.takesLowerBound = false;
  description.takesPointRegion = true;
  description.parameters = { "Side", "Exponent", "Scaled" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    const std::string suffix = detail::suffixOfTemperature(settings);
    return std::vector<std::string>{ "VirtualTemperature" + suffix,
      "ScaledVirtualTemperature" + suffix, "VirtualTemperatureNorm" + suffix };
  };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    requireInside("The exponent of the virtual temperature",
      settings.parameter("Exponent", detail::DefaultConnectionExponent), 1.0, true, 100.0, true);
    checkConnection(problem, settings);
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    requireInside(
      "The bound on the virtual temperature", constraint.bound, 0.0, false, infinity, false);
  };
  description.memory = [](const ResponseSizes& sizes)
  {
    // A node has fields, those of the solver and up to eight elements around it, more where these
    // are tetrahedra; an element has coefficients, tables and those of the operator.
    const std::size_t nodes = sizes.unknowns / 3;
    constexpr std::size_t corners = 8;
    return ConjugateGradient<HostSpace>::memory(nodes) +
      nodes * (10 * sizeof(double) + sizeof(std::int64_t)) +
      sizes.materialPoints *
      (6 * sizeof(double) + 4 * corners * sizeof(std::int32_t) + 3 * corners * sizeof(double));
  };
  return description;
}
#endif
}
