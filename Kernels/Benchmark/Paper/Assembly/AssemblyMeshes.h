#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_ASSEMBLYMESHES_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_ASSEMBLYMESHES_H

#include "Mesh/Mesh.h"

#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// A mesh of the paper's tables: its example, type and, about, its number of elements.
struct AssemblyMesh
{
  std::string example; ///< "cylinder" or "rod"
  CellType type;
  std::int64_t elements;
  std::string tables; ///< of the paper that it has a row in, as in "13"

  /// "cylinder_TET10_732129"
  std::string name() const;
  Mesh make() const;
};

/// "TET4" and so on.
std::string shortName(CellType type);

/// The rows of the paper's Tables 1 to 5, with TET10 and HEX8 of comparable sizes besides.
std::vector<AssemblyMesh> paperMeshes();
/// Small ones, for a processor of few cores.
std::vector<AssemblyMesh> hostMeshes();
}

#endif
