#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYEXAMPLES_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYEXAMPLES_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/**
 * The four examples of Ratnakar, Sanfui and Sharma, "GPU-based Element-by-Element Strategies for
 * Accelerating Topology Optimization of 3D Continuum Structures Using Unstructured All-Hexahedral
 * Mesh", sections 5.1 to 5.4 (the EbE paper), and a compliant mechanism.
 */
enum class TopologyExample
{
  /// CB, section 5.1, figure 6: a beam 2 : 1 : 1 along x, y and z, fixed at x = 0, unit forces in
  /// -z on the nodes of the lower edge of the opposite face (largest x, z = 0).
  Cantilever = 0,
  /// LB, section 5.2, figure 7: an L of height and length L in the x-y plane, whose arms are 2L/5
  /// wide, 0.25 (2L/5) thick. The upper end of the upright arm (y = L) is fixed; unit forces in -y
  /// act on the nodes of the edge x = L, y = 2L/5.
  LBeam = 1,
  /// MC, section 5.3, figure 8: a plate of length : height = 5 : 4, fixed at the semicircle about
  /// the middle of its left side, unit forces in -y on the nodes in the middle of its right side.
  MichellCantilever = 2,
  /// CR, section 5.4, figure 9: a plate with two bores in solid rings, fixed at the lower half of
  /// the lower bore, unit pressure on the upper half of the upper bore.
  ConnectingRod = 3,
  /// The force inverter of Andreassen, Clausen, Schevenels, Lazarov and Sigmund, "Efficient
  /// topology optimization in MATLAB using 88 lines of code" (2011), as a thin plate: with an input
  /// force in +x, its output should move in -x. The quarter above its axis (y = 0) and in front of
  /// its middle plane (z = 0) is modelled; both planes are fixed in their normal direction.
  ForceInverter = 4
};

/// Mesh size of an example.
struct ExampleSize
{
  int resolution = 0; ///< elements along the height (z of CB, y of the others), see makeExample()
  int layers = 0; ///< elements across the width (y of CB) or thickness; 0 is the example's default
};

/// Largest number for paperSize().
constexpr int NumberOfPaperSizes = 5;

/**
 * The meshes of the paper's Table 1. CB and LB have its numbers of elements, MC and CR, whose
 * meshes are not published, within 2 %.
 *
 * @param number 1 to 5, as in CB1 to CB5 @throws Error for other numbers
 */
ExampleSize paperSize(TopologyExample example, int number);

/// Smallest resolution of an example.
int leastResolution(TopologyExample example);

/**
 * An example with the paper's settings: E = 1, nu = 0.3, p = 3, solver tolerance 1e-5, no
 * convergence tolerance; volume fraction and minimum density 0.3 and 0.1 (CB), 0.45 and 0.001 (LB,
 * MC), 0.3 and 0.001 (CR; of the whole plate, rings included).
 *
 * Assumptions for data that the paper does not give:
 * - Sensitivity filter of radius three elements (mean edge, in the plane of MC and CR): it
 *   reproduces the published compliances of CB. Neighbours are weighted by volume.
 * - Move limit 0.2, uniform initial density.
 * - CB, LB: unit cubes. MC: mean edge 1 in the plane, layers of height 1. Compliances of CB and LB
 *   increase over Table 1 as with unit forces on unit cubes.
 * - LB: 0.25 (2L/5) is rounded down to whole elements. Arms are also rounded to whole elements if
 *   the resolution is not a multiple of 5.
 * - MC: radius of the semicircle a quarter of the height, as in the original source of the domain
 *   (see MichellPlate). The compliance depends on it: that of MC1 is a quarter above the published
 *   one, with 5/16 of the height slightly below (Benchmark/README.md). By default 3 sqrt(resolution
 *   / 100) layers, which follows the paper's 3 to 6.
 * - CR: geometry of ConnectingRodPlate, thickness ConnectingRodThickness in the paper's units,
 *   layers about as high as elements are long. The pressure acts normal to the bore's wall,
 *   outwards; the total load does not depend on the number of nodes, as in the published
 *   compliances. The compliance is proportional to the thickness, which was fitted to the published
 *   compliance of CR1; CR2 to CR5 are independent checks.
 *
 * MC and CR are meshed by quadrilaterals in patches around the circles and extruded in z; the
 * smallest scaled Jacobian at a corner is 0.7, at the diagonals of the O-grids, at every
 * resolution. All loads are load case 0.
 *
 * The force inverter is 40 long, 20 high and 1 thick at every resolution, so that the springs have
 * the same relative stiffness, and by default has layers about as high as elements are long. At
 * resolution 20 with one layer it is the published mesh of 40 x 20 squares: fixed at x = 0, y >=
 * 19; a force of 1 and a spring of 0.1 in x on the line x = y = 0, the output, the mean
 * displacement in x, and a spring of 0.1 on the line x = 40, y = 0. Settings are the published
 * ones: volume fraction 0.3, filter radius 1.2, E_min = 1e-9, optimality criteria with move limit
 * 0.1 and damping 0.3, here with the sensitivity filter.
 *
 * @throws Error if the resolution is below leastResolution(), layers are negative, or the mesh
 * would have more nodes than 32 bits can number
 */
TopologyProblem makeExample(TopologyExample example, const ExampleSize& size);

/// Thickness of the connecting rod, in the paper's units; see makeExample().
constexpr double ConnectingRodThickness = 18.0;
}

#endif
