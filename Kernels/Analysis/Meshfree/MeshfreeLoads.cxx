#include "Analysis/Meshfree/MeshfreeLoads.h"

#include "Core/Parallel.h"

#include <cstdint>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Writes w_q Phi_i(q) b for each entry.
template <class Space>
void bodyForcesOfEntries(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, double x, double y, double z, double* forces)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        const double share = weights[q] * shapes.values[e];
        forces[3 * e] = share * x;
        forces[3 * e + 1] = share * y;
        forces[3 * e + 2] = share * z;
      }
    });
}

/// Writes w_q s_q grad Phi_i(q) for each entry.
template <class Space>
void thermalForcesOfEntries(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* stresses, double* forces)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      const double stress = weights[q] * stresses[q];
      for (std::int64_t i = 3 * shapes.starts[q]; i < 3 * shapes.starts[q + 1]; ++i)
      {
        forces[i] = stress * shapes.gradients[i];
      }
    });
}

inline ElementEntries meshfreeEntries(const ShapeListsView& shapes)
{
  return { shapes.node, shapes.starts, shapes.nodeStarts, shapes.entries, shapes.pointOf };
}

template <class Space>
DesignForces<Space> forcesOfEntries(const LayoutPointer<Space>& unknowns,
  const MeshfreeDiscretization<Space>& discretization, DeviceVector<double, Space> forces)
{
  return DesignForces<Space>(unknowns,
    layoutsOf(unknowns->context(), discretization).materialPoints,
    meshfreeEntries(discretization.shapes.view()), std::move(forces));
}
}

template <class Space>
DesignForces<Space> meshfreeBodyForces(const LayoutPointer<Space>& unknowns,
  const MeshfreeDiscretization<Space>& discretization, const std::array<double, 3>& perVolume)
{
  const Context<Space>& context = unknowns->context();
  DeviceVector<double, Space> forces(
    context, static_cast<std::size_t>(3 * discretization.shapes.numberOfEntries()));
  detail::bodyForcesOfEntries(context, discretization.shapes.view(), discretization.weights.data(),
    perVolume[0], perVolume[1], perVolume[2], forces.data());
  return detail::forcesOfEntries(unknowns, discretization, std::move(forces));
}

template <class Space>
DesignForces<Space> meshfreeThermalForces(const LayoutPointer<Space>& unknowns,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio,
  const std::vector<double>& strains)
{
  const Context<Space>& context = unknowns->context();
  std::vector<double> stresses = strains;
  for (double& stress : stresses)
  {
    stress /= 1.0 - 2.0 * poissonsRatio;
  }
  const Vector<Space> ofPoints(layoutsOf(context, discretization).materialPoints, stresses);
  DeviceVector<double, Space> forces(
    context, static_cast<std::size_t>(3 * discretization.shapes.numberOfEntries()));
  detail::thermalForcesOfEntries(context, discretization.shapes.view(),
    discretization.weights.data(), ofPoints.data(), forces.data());
  return detail::forcesOfEntries(unknowns, discretization, std::move(forces));
}

template DesignForces<CompiledSpace> meshfreeBodyForces<CompiledSpace>(
  const LayoutPointer<CompiledSpace>& unknowns,
  const MeshfreeDiscretization<CompiledSpace>& discretization,
  const std::array<double, 3>& perVolume);
template DesignForces<CompiledSpace> meshfreeThermalForces<CompiledSpace>(
  const LayoutPointer<CompiledSpace>& unknowns,
  const MeshfreeDiscretization<CompiledSpace>& discretization, double poissonsRatio,
  const std::vector<double>& strains);
}
