#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEEXAMPLES_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEEXAMPLES_H

#include "Optimization/Meshfree/MeshfreeProblem.h"

#include <array>

namespace trabecula
{
/// The examples of Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021 (the EFG paper); mm, N, MPa.
enum class MeshfreeExample
{
  /// I: a plate 100 x 50 x 4, fixed at x = 0; 1000 N in -y in the middle of x = 100.
  Cantilever = 0,
  /// II: a quarter of an annulus about z, radii 100 and 150, thickness 8; the end y = 0 is fixed;
  /// 1000 N in -x in the middle of the other end.
  QuarterAnnulus = 1,
  /// III: a cube of 200, fixed at the corners of its lower face; 10 kN in -z in the middle of its
  /// upper face.
  Cube = 2
};

/// Number of lattices of an example in the paper, for paperCells().
int numberOfPaperSizes(MeshfreeExample example);

/**
 * Cells whose points are the paper's lattices of nodes, along x, y and z; of the annulus in radial
 * and angular direction and through the thickness. Where the paper gives a number of unknowns only,
 * the lattice is inferred from it.
 *
 * @param number from 1, in order of size @throws Error for other numbers
 */
std::array<int, 3> paperCells(MeshfreeExample example, int number);

/// Smallest resolution of an example.
int leastResolution(MeshfreeExample example);

/**
 * Nearly cubic cells of about this size.
 *
 * @param resolution cells along the height of the cantilever and the cube, through the width of the
 * annulus
 * @throws Error if it is below leastResolution(), or the mesh would have more nodes than 32 bits
 * can number
 */
std::array<int, 3> cellsOf(MeshfreeExample example, int resolution);

/**
 * An example with the paper's settings: E0 = 200 GPa, nu = 0.3, p = 3, volume fraction 0.4, 0.5 and
 * 0.05, no filter, solver tolerance 1e-5, no convergence tolerance.
 *
 * Assumptions for data that the paper does not give: radii and thickness of the annulus; squares of
 * 40 mm at the corners of the cube, as far as cells allow; minimum density 1e-3, move limit 0.2. A
 * load between points is distributed to those around it by linear interpolation.
 */
MeshfreeProblem makeMeshfreeExample(MeshfreeExample example, const std::array<int, 3>& cells);
}

#endif
