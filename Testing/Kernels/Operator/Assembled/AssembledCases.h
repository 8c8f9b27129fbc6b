#ifndef TRABECULA_TESTING_KERNELS_ASSEMBLEDCASES_H
#define TRABECULA_TESTING_KERNELS_ASSEMBLEDCASES_H

#include "Support/Random.h"

#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Operator/OperatorSettings.h"
#include "Operator/PoissonsRatios.h"

#include <array>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// A mesh for which a matrix is assembled, with its name for messages.
struct AssembledCase
{
  std::string name;
  Mesh mesh;
};

/// Returns distorted meshes of each type with random numbering, and meshes of several types.
std::vector<AssembledCase> assembledCases(Random& random);

/// Returns the mesh of the oracle's table "Matrices": 4 x 4 x 4 cells with displaced inner nodes.
Mesh wavyBox(CellType type, int cells = 4);

/// Returns a number of tetrahedra around an edge, whose two nodes are neighbours of all others.
Mesh tetrahedraAroundAnEdge(int tetrahedra);

/// Returns all formats with all methods.
std::vector<AssemblySettings> allAssemblies();
std::string nameOf(const AssemblySettings& settings);

/// Returns the dense matrix, row after row, from the reference's element matrices.
std::vector<double> denseReference(
  const Mesh& mesh, const PoissonsRatios& ratios, const std::vector<double>& moduli);
std::vector<double> dense(const HostMatrix& matrix);
}

#endif
