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
/// A mesh to assemble a matrix of, and its name for messages.
struct AssembledCase
{
  std::string name;
  Mesh mesh;
};

/// Distorted meshes of each type, in random numbering, and of several types.
std::vector<AssembledCase> assembledCases(Random& random);

/// The mesh of the table "Matrices" of the oracle: 4 x 4 x 4 cells, inner nodes moved.
Mesh wavyBox(CellType type, int cells = 4);

/// So many tetrahedra around an edge, whose two nodes are neighbours of all others.
Mesh tetrahedraAroundAnEdge(int tetrahedra);

/// All formats with all methods.
std::vector<AssemblySettings> allAssemblies();
std::string nameOf(const AssemblySettings& settings);

/// Row after row, from the reference's element matrices.
std::vector<double> denseReference(
  const Mesh& mesh, const PoissonsRatios& ratios, const std::vector<double>& moduli);
std::vector<double> dense(const HostMatrix& matrix);
}

#endif
