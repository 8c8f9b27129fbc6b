#ifndef TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONMATRIX_H
#define TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONMATRIX_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Operator/Assembled/HostMatrix.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The conductivity matrix of a mesh, assembled: a number for each pair of neighbouring nodes, by
 * colours of elements that share no node, so that sums have a fixed order in each space.
 */
template <class Space>
class ConductionMatrix
{
public:
  /// Computes the pattern. @param film added to the matrix, a row per node: see filmMatrix()
  /// @throws Error if the film has other rows, or entries of nodes that are no neighbours
  ConductionMatrix(const Context<Space>& context, const Mesh& mesh, const HostMatrix& film = {});

  /// Ascending columns of each row, the diagonal included; nodes without elements have empty rows.
  const NeighbourMatrix<Space>& pattern() const { return this->Pattern; }
  /// The numbers row by row, valid until the next call.
  /// @param conductivities of the elements, one component, power per length and temperature
  const double* compute(const Vector<Space>& conductivities);
  /// The numbers of the last compute().
  const double* values() const { return this->Values.data(); }

  /// y = A x with the numbers of the last compute(), for the first rows.
  void multiply(std::int64_t rows, const double* x, double* y) const;
  /// The diagonal of these rows, 0 where a row is empty.
  void diagonal(std::int64_t rows, double* d) const;

  /// Bytes of an instance without film in its space, at most.
  static std::size_t memory(const Mesh& mesh, const NeighbourCounts& counts);

private:
  struct Part
  {
    CellType type;
    DeviceVector<std::int32_t, Space> numbers; ///< in the mesh, of all elements, by colours
    DeviceVector<std::int32_t, Space> connectivity;
    std::vector<std::int64_t> colours; ///< where each begins; one more than colours
  };

  ConductionMatrix(const Context<Space>& context, const Mesh& mesh, const HostMatrix& film,
    const std::vector<ElementGroup<Space>>& groups);
  void addFilm(const HostMatrix& film);

  const Context<Space>* Computing;
  NeighbourMatrix<Space> Pattern;
  std::vector<Part> Parts;
  DeviceVector<double, Space> Points;
  DeviceVector<double, Space> Values;
  DeviceVector<std::int64_t, Space> FilmPlaces; ///< of the entries of the film among the values
  DeviceVector<double, Space> FilmValues;
};
}

#endif
