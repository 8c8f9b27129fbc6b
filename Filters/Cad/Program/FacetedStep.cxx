#include "FacetedStep.h"

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRep_Builder.hxx>
#include <Geom_Plane.hxx>
#include <Interface_Static.hxx>
#include <Precision.hxx>
#include <STEPControl_Controller.hxx>
#include <STEPControl_Writer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>
#include <TopoDS_Vertex.hxx>
#include <TopoDS_Wire.hxx>
#include <gp_Pln.hxx>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace
{
using Triangle = std::array<std::size_t, 3>;

struct Facets
{
  std::string unit;
  std::vector<gp_Pnt> points; ///< mm
  std::vector<Triangle> triangles;
};

const std::map<std::string, std::pair<double, const char*>>& units()
{
  static const std::map<std::string, std::pair<double, const char*>> known = { { "mm",
                                                                                 { 1.0, "MM" } },
    { "cm", { 10.0, "CM" } }, { "m", { 1000.0, "M" } }, { "inch", { 25.4, "INCH" } } };
  return known;
}

std::size_t countAfter(std::istream& in, const char* word)
{
  std::string found;
  std::size_t count = 0;
  if (!(in >> found >> count) || found != word)
  {
    throw std::runtime_error("The triangles are incomplete.");
  }
  return count;
}

Facets readFacets(const std::string& path)
{
  std::ifstream in(path);
  Facets facets;
  std::string word;
  if (countAfter(in, "trabecula-triangles") != 1 || !(in >> word >> facets.unit) ||
    units().count(facets.unit) == 0)
  {
    throw std::runtime_error("The triangles are of another version of the plugin, or of no unit.");
  }
  const double scale = units().at(facets.unit).first;
  facets.points.resize(countAfter(in, "points"));
  for (gp_Pnt& point : facets.points)
  {
    std::array<double, 3> x = {};
    in >> x[0] >> x[1] >> x[2];
    point.SetCoord(scale * x[0], scale * x[1], scale * x[2]);
  }
  facets.triangles.resize(countAfter(in, "triangles"));
  for (Triangle& triangle : facets.triangles)
  {
    for (std::size_t& corner : triangle)
    {
      if (!(in >> corner) || corner >= facets.points.size())
      {
        throw std::runtime_error("The triangles are incomplete.");
      }
    }
  }
  return facets;
}

/// The triangles of each connected surface.
std::vector<std::vector<std::size_t>> surfacesOf(const Facets& facets)
{
  std::vector<std::size_t> parents(facets.points.size());
  std::iota(parents.begin(), parents.end(), std::size_t(0));
  const auto root = [&](std::size_t p)
  {
    while (parents[p] != p)
    {
      parents[p] = parents[parents[p]];
      p = parents[p];
    }
    return p;
  };
  for (const Triangle& triangle : facets.triangles)
  {
    parents[root(triangle[1])] = root(triangle[0]);
    parents[root(triangle[2])] = root(triangle[0]);
  }
  std::map<std::size_t, std::vector<std::size_t>> surfaces;
  for (std::size_t t = 0; t < facets.triangles.size(); ++t)
  {
    surfaces[root(facets.triangles[t][0])].push_back(t);
  }
  std::vector<std::vector<std::size_t>> result;
  result.reserve(surfaces.size());
  for (auto& [first, triangles] : surfaces)
  {
    result.push_back(std::move(triangles));
  }
  return result;
}

double volumeOf(const Facets& facets, const std::vector<std::size_t>& surface)
{
  double sum = 0.0;
  const gp_XYZ origin = facets.points[facets.triangles[surface.front()][0]].XYZ();
  for (const std::size_t t : surface)
  {
    const Triangle& c = facets.triangles[t];
    const gp_XYZ a = facets.points[c[0]].XYZ() - origin;
    const gp_XYZ b = facets.points[c[1]].XYZ() - origin;
    sum += a.DotCross(b, facets.points[c[2]].XYZ() - origin) / 6.0;
  }
  return sum;
}

/// How often a surface winds around a position, by the solid angles of its triangles (van Oosterom
/// and Strackee, "The solid angle of a plane triangle", 1983).
double windingNumber(
  const Facets& facets, const std::vector<std::size_t>& surface, const gp_XYZ& position)
{
  double sum = 0.0;
  for (const std::size_t t : surface)
  {
    std::array<gp_XYZ, 3> r;
    for (std::size_t k = 0; k < 3; ++k)
    {
      r[k] = facets.points[facets.triangles[t][k]].XYZ() - position;
    }
    const std::array<double, 3> d = { r[0].Modulus(), r[1].Modulus(), r[2].Modulus() };
    sum += 2.0 *
      std::atan2(r[0].DotCross(r[1], r[2]),
        d[0] * d[1] * d[2] + r[0].Dot(r[1]) * d[2] + r[1].Dot(r[2]) * d[0] + r[2].Dot(r[0]) * d[1]);
  }
  return sum / (4.0 * std::acos(-1.0));
}

/// Makes faces that have their vertices and edges in common, without a tolerance.
class Builder
{
public:
  explicit Builder(const Facets& facets) : Of(facets), Vertices(facets.points.size())
  {
    for (std::size_t p = 0; p < this->Vertices.size(); ++p)
    {
      this->Make.MakeVertex(this->Vertices[p], facets.points[p], Precision::Confusion());
    }
  }

  TopoDS_Shell shell(const std::vector<std::size_t>& surface)
  {
    TopoDS_Shell shell;
    this->Make.MakeShell(shell);
    for (const std::size_t t : surface)
    {
      this->Make.Add(shell, this->face(this->Of.triangles[t]));
    }
    shell.Closed(Standard_True);
    return shell;
  }
  BRep_Builder Make;

private:
  TopoDS_Face face(const Triangle& corners)
  {
    const gp_Pnt& a = this->Of.points[corners[0]];
    const gp_Vec ab(a, this->Of.points[corners[1]]);
    const gp_Vec ac(a, this->Of.points[corners[2]]);
    const gp_Vec normal = ab.Crossed(ac);
    constexpr double rounding = 1e-14;
    if (!(normal.Magnitude() > rounding * ab.Magnitude() * ac.Magnitude()))
    {
      throw std::runtime_error("A triangle has no area. Decimate or smooth the surface.");
    }
    TopoDS_Wire wire;
    this->Make.MakeWire(wire);
    for (std::size_t k = 0; k < 3; ++k)
    {
      this->Make.Add(wire, this->edge(corners[k], corners[(k + 1) % 3]));
    }
    wire.Closed(Standard_True);
    TopoDS_Face face;
    this->Make.MakeFace(face, new Geom_Plane(gp_Pln(a, gp_Dir(normal))), Precision::Confusion());
    this->Make.Add(face, wire);
    return face;
  }

  TopoDS_Shape edge(std::size_t from, std::size_t to)
  {
    const auto key = std::minmax(from, to);
    auto found = this->Edges.find(key);
    if (found == this->Edges.end())
    {
      BRepBuilderAPI_MakeEdge edge(this->Vertices[key.first], this->Vertices[key.second]);
      if (!edge.IsDone())
      {
        throw std::runtime_error("Two points of the surface coincide within the CAD kernel's "
                                 "tolerance of 1e-7 mm. Check the unit, or decimate.");
      }
      found = this->Edges.emplace(key, edge.Edge()).first;
    }
    return found->second.Oriented(from < to ? TopAbs_FORWARD : TopAbs_REVERSED);
  }

  const Facets& Of;
  std::vector<TopoDS_Vertex> Vertices;
  std::map<std::pair<std::size_t, std::size_t>, TopoDS_Edge> Edges;
};

/// Solids of the outer surfaces, each with the cavities of which it is the smallest around.
TopoDS_Shape solidsOf(const Facets& facets)
{
  struct Surface
  {
    std::vector<std::size_t> triangles;
    double volume;
    TopoDS_Solid solid;
  };
  Builder builder(facets);
  std::vector<Surface> outer;
  std::vector<Surface> cavities;
  for (std::vector<std::size_t>& triangles : surfacesOf(facets))
  {
    const double volume = volumeOf(facets, triangles);
    (volume > 0.0 ? outer : cavities).push_back({ std::move(triangles), volume, {} });
  }
  for (Surface& surface : outer)
  {
    builder.Make.MakeSolid(surface.solid);
    builder.Make.Add(surface.solid, builder.shell(surface.triangles));
  }
  for (const Surface& cavity : cavities)
  {
    const gp_XYZ place = facets.points[facets.triangles[cavity.triangles.front()][0]].XYZ();
    Surface* around = nullptr;
    for (Surface& surface : outer)
    {
      constexpr double half = 0.5;
      if (windingNumber(facets, surface.triangles, place) > half &&
        (!around || surface.volume < around->volume))
      {
        around = &surface;
      }
    }
    if (!around)
    {
      throw std::runtime_error("A surface is inside out, and is no cavity of another one.");
    }
    builder.Make.Add(around->solid, builder.shell(cavity.triangles));
  }
  if (outer.size() == 1)
  {
    return outer.front().solid;
  }
  TopoDS_Compound all;
  builder.Make.MakeCompound(all);
  for (const Surface& surface : outer)
  {
    builder.Make.Add(all, surface.solid);
  }
  return all;
}
}

void writeFacetedStep(const std::string& triangles, const std::string& step)
{
  const Facets facets = readFacets(triangles);
  const TopoDS_Shape solids = solidsOf(facets);
  if (!BRepCheck_Analyzer(solids).IsValid())
  {
    throw std::runtime_error("The CAD kernel finds no valid solid in the triangles: some are too "
                             "small for its tolerance of 1e-7 mm. Check the unit, or decimate.");
  }
  // The writer takes its unit when it is made; a parameter can be set once the controller knows it.
  STEPControl_Controller::Init();
  Interface_Static::SetCVal("write.step.unit", units().at(facets.unit).second);
  Interface_Static::SetCVal("write.step.product.name", "Trabecula");
  STEPControl_Writer writer;
  if (writer.Transfer(solids, STEPControl_AsIs) != IFSelect_RetDone ||
    writer.Write(step.c_str()) != IFSelect_RetDone)
  {
    throw std::runtime_error(
      "The file cannot be written to its folder. Choose a folder that can be written to.");
  }
}
