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
  /// CB, section 5.1, figure 6: a beam 2 : 1 : 1 along x, y and z, held at x = 0, unit forces in -z
  /// on the nodes of the lower edge of the opposite face (largest x, z = 0).
  Cantilever = 0,
  /// LB, section 5.2, figure 7: an L of height and length L in the x-y plane, whose arms are 2L/5
  /// wide, 0.25 (2L/5) thick. The upper end of the upright arm (y = L) is held; unit forces in -y
  /// act on the nodes of the edge x = L, y = 2L/5.
  LBeam = 1,
  /// MC, section 5.3, figure 8: a plate of length : height = 5 : 4, held at the semicircle about
  /// the middle of its left side, unit forces in -y on the nodes in the middle of its right side.
  MichellCantilever = 2,
  /// CR, section 5.4, figure 9: a plate with two bores in solid rings, held at the lower half of
  /// the lower bore, unit pressure on the upper half of the upper bore.
  ConnectingRod = 3,
  /// The force inverter of Andreassen, Clausen, Schevenels, Lazarov and Sigmund, "Efficient
  /// topology optimization in MATLAB using 88 lines of code" (2011), as a thin plate: pushed in +x,
  /// its output is to move in -x. Modelled are the half above its axis (y = 0) and in front of its
  /// middle plane (z = 0), both held in their normal direction.
  ForceInverter = 4
};

/// How finely an example is meshed.
struct ExampleSize
{
  int resolution = 0; ///< elements along the height (z of CB, y of the others), see makeExample()
  int layers = 0;     ///< elements across the width (y of CB) or thickness; 0 is the example's own
};

/// Largest number that paperSize() takes, of the EbE paper's examples.
constexpr int NumberOfPaperSizes = 5;

/**
 * The meshes of the paper's Table 1. CB and LB have its numbers of elements, MC and CR, whose
 * meshes are not published, come within 2 %.
 *
 * @param number 1 to 5, as in CB1 to CB5 @throws Error for another
 */
ExampleSize paperSize(TopologyExample example, int number);

/// Smallest resolution of an example.
int leastResolution(TopologyExample example);

/**
 * An example with the paper's settings: E = 1, nu = 0.3, p = 3, solver tolerance 1e-5, no end
 * before the iterations asked for; volume fraction and minimum density 0.3 and 0.1 (CB), 0.45 and
 * 0.001 (LB, MC), 0.3 and 0.001 (CR; of the whole plate, rings included).
 *
 * What the paper leaves open is assumed:
 * - Sensitivity filter of radius three elements (mean edge, in the plane of MC and CR): it brings
 *   CB to the published compliances. Neighbours are weighed by their volume.
 * - Move limit 0.2, uniform initial density.
 * - CB, LB: unit cubes. MC: mean edge 1 in the plane, layers of height 1. Compliances of CB and LB
 *   grow over Table 1 as they do with unit forces on unit cubes.
 * - LB: 0.25 (2L/5) is rounded down to whole elements. Any resolution that is not a multiple of 5
 *   has its arms rounded to whole elements, too.
 * - MC: radius of the semicircle a quarter of the height, as in the domain that the paper's source
 *   goes back to (see MichellPlate). The compliance hangs on it: MC1 comes out a quarter above the
 *   published one, with 5/16 of the height slightly below (Benchmark/README.md). By default
 *   3 sqrt(resolution / 100) layers, which follows the paper's 3 to 6.
 * - CR: geometry of ConnectingRodPlate, thickness ConnectingRodThickness in the paper's units,
 *   layers about as high as elements are long. The pressure acts normal to the bore's wall,
 *   outwards; as a load on an area it does not grow with the number of nodes, nor do the published
 *   compliances. Under a pressure the compliance is proportional to the thickness, which was chosen
 *   so that CR1 comes near the published one: agreement there proves nothing, for CR2 to CR5 it
 *   does.
 *
 * MC and CR are meshed by quadrilaterals in patches round the circles and extruded in z; the
 * smallest scaled Jacobian at a corner is 0.7, where squares round circles meet the diagonals, at
 * every resolution. All loads are load case 0.
 *
 * The force inverter is 40 long, 20 high and 1 thick at every resolution, so that its springs keep
 * their part, and by default has layers about as high as elements are long. At resolution 20 with
 * one layer it is the published 40 x 20 squares: held at x = 0, y >= 19; a force of 1 and a spring
 * of 0.1 in x on the line x = y = 0, the output, the mean displacement in x, and a spring of 0.1 on
 * the line x = 40, y = 0. Settings are the published ones: volume fraction 0.3, filter radius 1.2,
 * E_min = 1e-9, optimality criteria with move limit 0.1 and damping 0.3, here with the sensitivity
 * filter.
 *
 * @throws Error if the resolution is below leastResolution(), layers are negative, or the mesh
 * would have more nodes than 32 bits can number
 */
TopologyProblem makeExample(TopologyExample example, const ExampleSize& size);

/// Thickness of the connecting rod, in the paper's units; see makeExample().
constexpr double ConnectingRodThickness = 18.0;
}

#endif
