#include "Operator/Conduction/ConductionMatrix.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Vectors/SparseRows.h"
#include "Element/Elements.h"
#include "Operator/Assembled/ElementColours.h"
#include "Physics/Conduction.h"

#include <algorithm>
#include <string>

namespace trabecula
{
namespace detail
{
/// The elements of one colour, and the matrix rows to which they are added.
struct ConductionInput
{
  const std::int32_t* numbers;
  const std::int32_t* connectivity;
  const double* points;
  const double* conductivities;
  const std::int64_t* starts;
  const std::int32_t* columns;
  double* values;

  /// Returns the position of a column in a row; the row must contain the column.
  TRABECULA_FUNCTION std::int64_t placeOf(std::int32_t row, std::int32_t column) const
  {
    std::int64_t low = this->starts[row];
    std::int64_t high = this->starts[row + 1];
    while (high - low > 1)
    {
      const std::int64_t middle = (low + high) / 2;
      if (this->columns[middle] <= column)
      {
        low = middle;
      }
      else
      {
        high = middle;
      }
    }
    return low;
  }

  /// Adds the matrix of an element.
  template <class Element>
  TRABECULA_FUNCTION void add(std::int64_t e) const
  {
    constexpr int Nodes = Element::Nodes;
    const std::int32_t* nodes = this->connectivity + Nodes * e;
    double x[3 * Nodes];
    double matrix[Nodes * (Nodes + 1) / 2] = {}; // upper triangle by rows
    for (int a = 0; a < Nodes; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        x[Nodes * c + a] = this->points[3 * std::int64_t(nodes[a]) + c];
      }
    }
    const double conductivity = this->conductivities[this->numbers[e]];
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Element::QuadraturePoints; ++q)
    {
      double g[3 * Nodes];
      const double scale = conductivity * Element::gradients(x, q, g);
      int entry = 0;
      for (int a = 0; a < Nodes; ++a)
      {
        double flux[3];
        Conduction().rowOf(0, g + 3 * a, 0.0, scale, flux);
        for (int b = a; b < Nodes; ++b)
        {
          matrix[entry++] += flux[0] * g[3 * b] + flux[1] * g[3 * b + 1] + flux[2] * g[3 * b + 2];
        }
      }
    }
    int entry = 0;
    for (int a = 0; a < Nodes; ++a)
    {
      this->values[this->placeOf(nodes[a], nodes[a])] += matrix[entry++];
      for (int b = a + 1; b < Nodes; ++b, ++entry)
      {
        this->values[this->placeOf(nodes[a], nodes[b])] += matrix[entry];
        this->values[this->placeOf(nodes[b], nodes[a])] += matrix[entry];
      }
    }
  }
};

template <class Space, class Element>
void addConduction(const Context<Space>& context, std::int64_t count, const ConductionInput input)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t e) { input.template add<Element>(e); });
}

template <class Space>
void addAtPlaces(const Context<Space>& context, std::int64_t count, const std::int64_t* places,
  const double* added, double* values)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t i) { values[places[i]] += added[i]; });
}

/// d_i = A_ii.
template <class Space>
void diagonalOfConduction(const Context<Space>& context, std::int64_t rows,
  const std::int64_t* starts, const std::int32_t* columns, const double* values, double* d)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t row) {
      double entry = 0.0;
      for (std::int64_t i = starts[row]; i < starts[row + 1]; ++i)
      {
        entry = columns[i] == row ? values[i] : entry;
      }
      d[row] = entry;
    });
}
}

template <class Space>
ConductionMatrix<Space>::ConductionMatrix(
  const Context<Space>& context, const Mesh& mesh, const HostMatrix& film)
  : ConductionMatrix(context, mesh, film, makeElementGroups(context, mesh))
{
}

template <class Space>
ConductionMatrix<Space>::ConductionMatrix(const Context<Space>& context, const Mesh& mesh,
  const HostMatrix& film, const std::vector<ElementGroup<Space>>& groups)
  : Computing(&context),
    Pattern(makeNeighbourMatrix(context, static_cast<std::int64_t>(mesh.numberOfNodes()), groups)),
    Points(context, mesh.points), Values(context, static_cast<std::size_t>(this->Pattern.pairs()))
{
  for (const ElementGroup<Space>& group : groups)
  {
    const auto nodes = static_cast<std::size_t>(group.nodesPerElement);
    const std::vector<std::int32_t> connectivity = group.connectivity.toHost();
    const std::vector<std::int32_t> numbers = group.numbers.toHost();
    ElementColours colours = colourElements(connectivity, mesh.numberOfNodes(), nodes);
    std::vector<std::int32_t> ordered;
    ordered.reserve(connectivity.size());
    for (std::int32_t& element : colours.elements)
    {
      const auto first = connectivity.begin() + std::ptrdiff_t(nodes) * element;
      ordered.insert(ordered.end(), first, first + std::ptrdiff_t(nodes));
      element = numbers.empty() ? element : numbers[static_cast<std::size_t>(element)];
    }
    this->Parts.push_back(
      { group.type, DeviceVector<std::int32_t, Space>(context, colours.elements),
        DeviceVector<std::int32_t, Space>(context, ordered), std::move(colours.starts) });
  }
  if (!film.offsets.empty())
  {
    this->addFilm(film);
  }
}

template <class Space>
void ConductionMatrix<Space>::addFilm(const HostMatrix& film)
{
  if (film.rows() != this->Pattern.rows())
  {
    throw Error("The matrix of a film has " + std::to_string(film.rows()) +
      " rows, but the mesh has " + std::to_string(this->Pattern.rows()) + " nodes.");
  }
  const std::vector<std::int64_t> starts = this->Pattern.starts.toHost();
  const std::vector<std::int32_t> nodes = this->Pattern.nodes.toHost();
  std::vector<std::int64_t> places;
  for (std::size_t row = 0; row + 1 < film.offsets.size(); ++row)
  {
    const auto first = nodes.begin() + starts[row];
    const auto last = nodes.begin() + starts[row + 1];
    for (std::int64_t i = film.offsets[row]; i < film.offsets[row + 1]; ++i)
    {
      const std::int32_t column = film.columns[static_cast<std::size_t>(i)];
      const auto place = std::lower_bound(first, last, column);
      if (place == last || *place != column)
      {
        throw Error("The matrix of a film couples nodes " + std::to_string(row) + " and " +
          std::to_string(column) + ", which share no element.");
      }
      places.push_back(place - nodes.begin());
    }
  }
  this->FilmPlaces = DeviceVector<std::int64_t, Space>(*this->Computing, places);
  this->FilmValues = DeviceVector<double, Space>(*this->Computing, film.values);
}

template <class Space>
const double* ConductionMatrix<Space>::compute(const Vector<Space>& conductivities)
{
  const Context<Space>& context = *this->Computing;
  this->Values.zero();
  for (const Part& part : this->Parts)
  {
    withElement(part.type,
      [&](auto traits)
      {
        using Element = decltype(traits);
        for (std::size_t c = 0; c + 1 < part.colours.size(); ++c)
        {
          const std::int64_t first = part.colours[c];
          detail::addConduction<Space, Element>(context, part.colours[c + 1] - first,
            { part.numbers.data() + first, part.connectivity.data() + Element::Nodes * first,
              this->Points.data(), conductivities.data(), this->Pattern.starts.data(),
              this->Pattern.nodes.data(), this->Values.data() });
        }
      });
  }
  detail::addAtPlaces(context, static_cast<std::int64_t>(this->FilmPlaces.size()),
    this->FilmPlaces.data(), this->FilmValues.data(), this->Values.data());
  return this->Values.data();
}

template <class Space>
void ConductionMatrix<Space>::multiply(std::int64_t rows, const double* x, double* y) const
{
  multiplySparseRows(*this->Computing, rows, this->Pattern.starts.data(),
    this->Pattern.nodes.data(), this->Values.data(), x, y);
}

template <class Space>
void ConductionMatrix<Space>::diagonal(std::int64_t rows, double* d) const
{
  detail::diagonalOfConduction(*this->Computing, rows, this->Pattern.starts.data(),
    this->Pattern.nodes.data(), this->Values.data(), d);
}

template <class Space>
std::size_t ConductionMatrix<Space>::memory(const Mesh& mesh, const NeighbourCounts& counts)
{
  // The estimate includes the lists of elements around nodes, which exist while the sparsity
  // pattern is computed.
  return neighbourMatrixMemory(counts) + elementGroupsMemory(mesh) +
    (mesh.connectivity.size() + mesh.numberOfElements()) * sizeof(std::int32_t) +
    (mesh.points.size() + static_cast<std::size_t>(counts.pairs)) * sizeof(double);
}

template class ConductionMatrix<CompiledSpace>;
}
