#ifndef TRABECULA_DESIGN_RESPONSE_CONNECTION_VIRTUALTEMPERATURE_H
#define TRABECULA_DESIGN_RESPONSE_CONNECTION_VIRTUALTEMPERATURE_H

#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Vector.h"
#include "Design/Response/Connection/ElementMeans.h"
#include "Design/Response/PowerMean.h"
#include "Design/Response/Response.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
struct ConnectionTables;
}

/**
 * The largest virtual temperature of the material, a bound on which keeps all material connected to
 * a face (Liu, Li, Chen, Tong and Cheng, Front. Mech. Eng. 10, 2015; Li, Chen, Liu and Tong,
 * Struct. Multidiscip. Optim. 54, 2016). Dimensionless.
 *
 * The material produces heat and conducts it well, void does neither, and the only way out is
 * through some points of fixed temperature 0, see connectionPoints(). Material without a way there
 * becomes very hot. With q = rho^3, k = 1e-6 + (1 - 1e-6) rho^3, linear elements on the corners of
 * the mesh and the heat of an element in equal parts on its n corners,
 *
 *     K(k) T = sum of q v / n,   theta = T / largest T of the mesh entirely solid,
 *     PM = (mean of theta^P over the free nodes)^(1/P) <= max theta.
 *
 * The value is max theta: 1 for the solid mesh, for connected designs as much as their ways are
 * longer and their members narrower towards the face, commonly 0.5 to 3, and thousands for loose
 * pieces. That it is relative to the solid mesh is our choice, so that bounds do not depend on
 * units or sizes. Gradients and linearizations are those of c PM, see ScaledMean, or of PM: with
 * K v = dPM/dT, by the density of an element
 *
 *     3 rho^2 (v_e mean of v at its corners - (1 - 1e-6) v.(K_e T)).
 *
 * Where material points are not the elements, the density of an element is the mean over its
 * points by volume.
 *
 * Material of a low density conducts, too, and heat flows through common edges and corners: designs
 * are connected as solids through faces where they have no grey material and no hinges, as of a
 * projection with a filter of more than an element.
 */
template <class Space>
class VirtualTemperature : public Response<Space>
{
public:
  /// @throws Error if the virtual temperature of the solid mesh cannot be computed
  VirtualTemperature(const ResponseSettings& settings, const ResponseInput<Space>& input);

  double evaluate(const SolvedDesign<Space>& design) override;
  /// Returns c PM and PM.
  std::vector<double> furtherColumns() const override
  {
    return { this->Mean.scale * this->Mean.norm, this->Mean.norm };
  }
  void accept() override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  /// Linearizes c PM <= bound.
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override
  {
    (void)value;
    return Response<Space>::linearize(
      design, this->Mean.lastScale * this->Mean.norm, bound, gradient);
  }
  /// The derivatives of PM by densities, and the fields with which the next solutions start.
  NamedVectors<Space> stateVectors() override;
  /// Returns c and PM.
  NamedScalars stateScalars() override;

private:
  detail::ConnectionTables tables() const;
  /// Sets the conductivities by densities of elements, and computes the heat of the nodes.
  void setDensity(const Vector<Space>& density, Vector<Space>& heat);
  /// x = K^-1 b. @param x initial guess
  void conduct(const Vector<Space>& b, Vector<Space>& x);
  /// Solves for the densities of the solid mesh. @return the largest temperature
  double temperatureOfSolid(const std::vector<DesignRegion>& designed);

  std::string Suffix; ///< of the names in states
  std::string Place;  ///< in words
  double Exponent;
  bool IsScaled;
  LayoutPointer<Space> Nodes; ///< one component
  // Of each element: its nodes, -1 where there is no corner, and its volume over their number. Of
  // each node the elements around it.
  int Corners = 0;
  DeviceVector<std::int32_t, Space> CornerNodes;
  DeviceVector<double, Space> Shares;
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::int32_t, Space> Elements;
  std::optional<ElementMeans<Space>> Means; ///< null if material points are the elements
  Vector<Space> Weights; ///< of nodes in the mean, 0 at those of fixed temperature
  std::unique_ptr<StiffnessOperator<Space>> Conduction;
  std::optional<SpringOperator<Space>> System;
  std::optional<DiagonalPreconditioner<Space>> Preconditioner;
  std::optional<ConjugateGradient<Space>> Solver;
  Vector<Space> Conductivities;
  Vector<Space> Temperature;
  Vector<Space> Adjoint;
  Vector<Space> LastTemperature; ///< of the accepted design, as is LastAdjoint
  Vector<Space> LastAdjoint;
  Vector<Space> Derivatives;
  double Largest = 1.0; ///< temperature of the solid mesh
  ScaledMean Mean;
};

ResponseDescription virtualTemperatureDescription();
}

#endif
