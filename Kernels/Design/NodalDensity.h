#ifndef TRABECULA_DESIGN_NODALDENSITY_H
#define TRABECULA_DESIGN_NODALDENSITY_H

#include "Core/Vectors/Vector.h"
#include "Design/PointDensity.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

namespace trabecula
{
/**
 * Densities at integration points from those of nodes, rho_q = sum of Phi_i rho_i (Lu, Gong, Zhang,
 * Xie and Yin 2021, eq. 16), and the nodes as sites of densities.
 *
 * A sum of v_i rho_i over nodes, v_i being the integral of Phi_i, is that of w_q rho_q over
 * integration points: both are the volume of the material.
 */
template <class Space>
class NodalDensity : public PointDensity<Space>
{
public:
  /// @param discretization must remain valid
  NodalDensity(const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization);

  const LayoutPointer<Space>& points() const override { return this->Points; }
  void interpolate(const Vector<Space>& ofSites, Vector<Space>& ofPoints) const override;
  void gather(const Vector<Space>& ofPoints, Vector<Space>& ofSites) const override;

  ///@{
  /// Views of the integrals v_i, length cubed, and of the positions of the nodes, three components,
  /// length.
  Vector<Space> volumes() const;
  Vector<Space> positions() const;
  ///@}

private:
  const MeshfreeDiscretization<Space>* Discretization;
  LayoutPointer<Space> Points;
  LayoutPointer<Space> Nodes; ///< one component
};
}

#endif
