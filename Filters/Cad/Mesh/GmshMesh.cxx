#include "GmshMesh.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>

namespace trabecula::filters
{
namespace
{
[[noreturn]] void failOfForm(const std::string& path)
{
  throw Error("The mesher has left an incomplete mesh, " + path +
    ". Use Gmsh 4.8 or later, and look whether the disk is full.");
}

/// Numbers and words of a text, separated by white space.
class Scanner
{
public:
  Scanner(const std::string& text, std::string path)
    : At(text.data()), End(text.data() + text.size()), Path(std::move(path))
  {
  }

  template <class Number>
  Number number()
  {
    this->skip();
    Number value = 0;
    const auto [end, error] = std::from_chars(this->At, this->End, value);
    if (error != std::errc())
    {
      failOfForm(this->Path);
    }
    this->At = end;
    return value;
  }

  /// A number of entities, each of which takes at least two characters.
  std::size_t count()
  {
    const auto value = this->number<std::int64_t>();
    if (value < 0 || value > std::distance(this->At, this->End) / 2)
    {
      failOfForm(this->Path);
    }
    return static_cast<std::size_t>(value);
  }

  /// Goes on to what follows a word.
  void goAfter(const std::string& word)
  {
    const char* const found = std::search(this->At, this->End, word.begin(), word.end());
    if (found == this->End)
    {
      failOfForm(this->Path);
    }
    this->At = found + word.size();
  }

private:
  void skip()
  {
    this->At = std::find_if(
      this->At, this->End, [](char c) { return c != ' ' && c != '\n' && c != '\r' && c != '\t'; });
  }

  const char* At;
  const char* End;
  std::string Path;
};

/// Numbers of nodes of Gmsh's types of elements; those of which nothing is kept have others.
constexpr int Triangle = 2;
constexpr int Tetrahedron = 4;
constexpr int QuadraticTriangle = 9;
constexpr int QuadraticTetrahedron = 11;
constexpr std::array<int, 16> NodesOfType = { 0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1 };

/// Gmsh's last two mid-edge nodes are those of the edges 23 and 13, VTK's of 13 and 23.
constexpr std::array<int, 10> OrderOfTetrahedron = { 0, 1, 2, 3, 4, 5, 6, 7, 9, 8 };

struct Element
{
  int type = 0;
  std::int32_t entity = -1; ///< of the shape, from 0
  std::array<std::int64_t, 27> nodes = {};
};

Element readElement(Scanner& scanner, const std::string& path)
{
  Element element;
  scanner.number<std::int64_t>(); // its number
  element.type = scanner.number<int>();
  const int tags = scanner.number<int>();
  if (element.type < 1 || element.type >= static_cast<int>(NodesOfType.size()) || tags < 2)
  {
    failOfForm(path);
  }
  for (int i = 0; i < tags; ++i)
  {
    const auto tag = scanner.number<std::int32_t>();
    element.entity = i == 1 ? tag - 1 : element.entity;
  }
  const int count = NodesOfType[static_cast<std::size_t>(element.type)];
  for (int i = 0; i < count; ++i)
  {
    element.nodes[static_cast<std::size_t>(i)] = scanner.number<std::int64_t>();
  }
  return element;
}

/// Nodes of the file, and those of them that tetrahedra use.
class Nodes
{
public:
  Nodes(Scanner& scanner, const std::string& path) : Path(path)
  {
    scanner.goAfter("$Nodes");
    const std::size_t count = scanner.count();
    this->Places.resize(3 * count);
    std::vector<std::int64_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      numbers[i] = scanner.number<std::int64_t>();
      for (std::size_t k = 0; k < 3; ++k)
      {
        this->Places[3 * i + k] = scanner.number<double>();
      }
    }
    const auto largest = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    constexpr std::int64_t sparse = 64; // numbers may have gaps, but not arbitrary ones
    if (largest > sparse * static_cast<std::int64_t>(count + sparse) ||
      largest > std::numeric_limits<std::int32_t>::max())
    {
      failOfForm(path);
    }
    this->Index.assign(static_cast<std::size_t>(largest) + 1, -1);
    for (std::size_t i = 0; i < count; ++i)
    {
      if (numbers[i] < 0)
      {
        failOfForm(path);
      }
      this->Index[static_cast<std::size_t>(numbers[i])] = static_cast<std::int32_t>(i);
    }
    this->Kept.assign(count, -1);
  }

  /// Number of a node in the mesh, to which it is added.
  std::int32_t keep(std::int64_t number, Mesh& mesh)
  {
    const std::int32_t index = this->at(number);
    std::int32_t& kept = this->Kept[static_cast<std::size_t>(index)];
    if (kept < 0)
    {
      kept = static_cast<std::int32_t>(mesh.numberOfNodes());
      const double* const place = &this->Places[3 * static_cast<std::size_t>(index)];
      mesh.points.insert(mesh.points.end(), place, place + 3);
    }
    return kept;
  }

  /// Number of a node in the mesh; -1 if it is in none.
  std::int32_t find(std::int64_t number) const
  {
    return this->Kept[static_cast<std::size_t>(this->at(number))];
  }

private:
  std::int32_t at(std::int64_t number) const
  {
    if (number < 0 || number >= static_cast<std::int64_t>(this->Index.size()) ||
      this->Index[static_cast<std::size_t>(number)] < 0)
    {
      failOfForm(this->Path);
    }
    return this->Index[static_cast<std::size_t>(number)];
  }

  std::string Path;
  std::vector<double> Places;
  std::vector<std::int32_t> Index; ///< of a number of the file
  std::vector<std::int32_t> Kept;
};

void addTriangle(const Element& element, const Nodes& nodes, GmshMesh& result)
{
  std::array<std::int32_t, 6> of = {};
  const auto count = static_cast<std::size_t>(result.nodesPerTriangle());
  for (std::size_t i = 0; i < count; ++i)
  {
    of[i] = nodes.find(element.nodes[i]);
    if (of[i] < 0)
    {
      return;
    }
  }
  result.triangles.insert(
    result.triangles.end(), of.begin(), of.begin() + result.nodesPerTriangle());
  result.faces.push_back(element.entity);
}
}

GmshMesh readGmshMesh(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  const std::string text{ std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
  Scanner scanner(text, path);
  scanner.goAfter("$MeshFormat");
  constexpr double version = 2.2;
  if (scanner.number<double>() != version || scanner.number<int>() != 0)
  {
    failOfForm(path);
  }
  Nodes nodes(scanner, path);
  scanner.goAfter("$Elements");
  const std::size_t count = scanner.count();
  GmshMesh result;
  std::vector<Element> triangles;
  for (std::size_t i = 0; i < count; ++i)
  {
    const Element element = readElement(scanner, path);
    if (element.type == Triangle || element.type == QuadraticTriangle)
    {
      triangles.push_back(element);
    }
    if (element.type != Tetrahedron && element.type != QuadraticTetrahedron)
    {
      continue;
    }
    const bool isQuadratic = element.type == QuadraticTetrahedron;
    result.mesh.cellType = result.solids.empty() && isQuadratic ? CellType::QuadraticTetrahedron
      : result.solids.empty()                                   ? CellType::Tetrahedron
                                                                : result.mesh.cellType;
    if (result.mesh.shape(0).isQuadratic() != isQuadratic)
    {
      failOfForm(path);
    }
    for (std::size_t a = 0; a < (isQuadratic ? 10U : 4U); ++a)
    {
      result.mesh.connectivity.push_back(
        nodes.keep(element.nodes[static_cast<std::size_t>(OrderOfTetrahedron[a])], result.mesh));
    }
    result.solids.push_back(element.entity);
  }
  scanner.goAfter("$EndElements");
  if (result.solids.empty())
  {
    throw NoTetrahedra();
  }
  for (const Element& element : triangles)
  {
    if ((element.type == QuadraticTriangle) == result.mesh.shape(0).isQuadratic())
    {
      addTriangle(element, nodes, result);
    }
  }
  return result;
}
}
