#include "CadBody.h"

#include <BRepAdaptor_Surface.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepGProp.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <GProp_GProps.hxx>
#include <ShapeFix_Shape.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace
{
std::array<double, 3> valuesOf(const gp_XYZ& of)
{
  return { of.X(), of.Y(), of.Z() };
}

double volumeOf(const TopoDS_Shape& shape)
{
  GProp_GProps properties;
  BRepGProp::VolumeProperties(shape, properties);
  return properties.Mass();
}

std::vector<TopoDS_Solid> solidsOf(const TopoDS_Shape& shape)
{
  std::vector<TopoDS_Solid> solids;
  for (TopExp_Explorer of(shape, TopAbs_SOLID); of.More(); of.Next())
  {
    solids.push_back(TopoDS::Solid(of.Current()));
  }
  return solids;
}

/// The closed shells of faces that are sewn with a tolerance, as solids; null if an edge remains
/// free.
TopoDS_Shape sewnWithin(const TopTools_IndexedMapOfShape& faces, double tolerance, int& freeEdges)
{
  BRepBuilderAPI_Sewing sewing(tolerance);
  for (int i = 1; i <= faces.Extent(); ++i)
  {
    sewing.Add(faces(i));
  }
  sewing.Perform();
  freeEdges = sewing.NbFreeEdges();
  TopoDS_Compound solids;
  const BRep_Builder builder;
  builder.MakeCompound(solids);
  bool isSolid = false;
  for (TopExp_Explorer of(sewing.SewedShape(), TopAbs_SHELL); of.More(); of.Next())
  {
    if (BRep_Tool::IsClosed(of.Current()))
    {
      TopoDS_Solid solid;
      builder.MakeSolid(solid);
      builder.Add(solid, of.Current());
      builder.Add(solids, solid);
      isSolid = true;
    }
  }
  return isSolid && freeEdges == 0 ? TopoDS_Shape(solids) : TopoDS_Shape();
}

/// Makes solids of faces that do not belong to any, within larger tolerances until they are closed.
TopoDS_Shape sewn(const TopoDS_Shape& shape, std::vector<std::string>& notes)
{
  TopTools_IndexedMapOfShape faces;
  TopExp::MapShapes(shape, TopAbs_FACE, faces);
  if (faces.IsEmpty())
  {
    throw std::runtime_error("The file has no faces. Export a solid.");
  }
  Bnd_Box box;
  BRepBndLib::Add(shape, box);
  const double diagonal = std::sqrt(box.SquareExtent());
  int freeEdges = 0;
  for (const double relative : { 1e-7, 1e-6, 1e-5, 1e-4 })
  {
    int left = 0;
    const TopoDS_Shape solids = sewnWithin(faces, relative * diagonal, left);
    freeEdges = freeEdges == 0 ? left : std::min(freeEdges, left);
    if (!solids.IsNull())
    {
      std::ostringstream tolerance;
      tolerance << relative * diagonal;
      notes.push_back(
        std::to_string(faces.Extent()) + " loose faces were sewn within " + tolerance.str() + ".");
      return solids;
    }
  }
  throw std::runtime_error("The file has no solid: " + std::to_string(faces.Extent()) +
    " faces, with " + std::to_string(freeEdges) + " free edges after sewing. Export solids.");
}

TopoDS_Shape mended(const TopoDS_Shape& shape, std::vector<std::string>& notes)
{
  if (BRepCheck_Analyzer(shape).IsValid())
  {
    return shape;
  }
  ShapeFix_Shape fix(shape);
  fix.Perform();
  const bool isValid = BRepCheck_Analyzer(fix.Shape()).IsValid();
  notes.emplace_back(isValid ? "The shape was invalid and has been mended."
                             : "The shape is invalid, and could not be mended.");
  return fix.Shape();
}

/// One body of all solids. A union that has "succeeded" can be far from it, so that its volume is
/// compared with those of the parts.
TopoDS_Shape united(const std::vector<TopoDS_Solid>& solids)
{
  double sum = 0.0;
  double largest = 0.0;
  TopTools_ListOfShape first;
  TopTools_ListOfShape others;
  for (const TopoDS_Solid& solid : solids)
  {
    (first.IsEmpty() ? first : others).Append(solid);
    const double volume = volumeOf(solid);
    sum += volume;
    largest = std::max(largest, volume);
  }
  BRepAlgoAPI_Fuse fuse;
  fuse.SetArguments(first);
  fuse.SetTools(others);
  fuse.Build();
  constexpr double rounding = 1e-6;
  const double volume = fuse.IsDone() ? volumeOf(fuse.Shape()) : 0.0;
  if (!(volume >= largest * (1.0 - rounding) && volume <= sum * (1.0 + rounding)))
  {
    throw std::runtime_error("The " + std::to_string(solids.size()) +
      " solids cannot be united: the union has a volume of " + std::to_string(volume) +
      ", the largest solid " + std::to_string(largest) +
      ". Choose one solid, or unite them in CAD.");
  }
  return fuse.Shape();
}

void describeSurface(CadFace& face)
{
  const BRepAdaptor_Surface surface(face.shape);
  const bool isReversed = face.shape.Orientation() == TopAbs_REVERSED;
  // A round surface points away from its axis if its coordinates are right-handed.
  const auto isInside = [&](bool isDirect) { return isDirect == isReversed; };
  face.kind = "free form";
  switch (surface.GetType())
  {
    case GeomAbs_Plane:
    {
      face.kind = "plane";
      gp_Dir normal = surface.Plane().Axis().Direction();
      if (isReversed == surface.Plane().Direct())
      {
        normal.Reverse();
      }
      face.direction = valuesOf(normal.XYZ());
      break;
    }
    case GeomAbs_Cylinder:
      face.kind = "cylinder";
      face.direction = valuesOf(surface.Cylinder().Axis().Direction().XYZ());
      face.radius = surface.Cylinder().Radius();
      face.span = surface.LastUParameter() - surface.FirstUParameter();
      face.isInside = isInside(surface.Cylinder().Direct());
      break;
    case GeomAbs_Cone:
      face.kind = "cone";
      face.direction = valuesOf(surface.Cone().Axis().Direction().XYZ());
      face.isInside = isInside(surface.Cone().Direct());
      break;
    case GeomAbs_Sphere:
      face.kind = "sphere";
      face.radius = surface.Sphere().Radius();
      face.isInside = isInside(surface.Sphere().Direct());
      break;
    case GeomAbs_Torus:
      face.kind = "torus";
      face.direction = valuesOf(surface.Torus().Axis().Direction().XYZ());
      face.radius = surface.Torus().MajorRadius();
      face.isInside = isInside(surface.Torus().Direct());
      break;
    default:
      break;
  }
}

/// Whether two faces lie on one cylinder of one solid.
bool areOfOneCylinder(const CadFace& a, const CadFace& b)
{
  if (a.kind != "cylinder" || b.kind != "cylinder" || a.solid != b.solid ||
    a.isInside != b.isInside)
  {
    return false;
  }
  constexpr double tolerance = 1e-5;
  const gp_Cylinder first = BRepAdaptor_Surface(a.shape).Cylinder();
  const gp_Cylinder second = BRepAdaptor_Surface(b.shape).Cylinder();
  const double radius = first.Radius();
  return std::abs(second.Radius() - radius) <= tolerance * radius &&
    first.Axis().Direction().IsParallel(second.Axis().Direction(), tolerance) &&
    gp_Lin(first.Axis()).Distance(second.Location()) <= tolerance * radius;
}

/// Faces of one cylinder are one feature if they have an edge in common.
bool touch(const CadFace& a, const CadFace& b)
{
  TopTools_IndexedMapOfShape edges;
  TopExp::MapShapes(a.shape, TopAbs_EDGE, edges);
  for (TopExp_Explorer of(b.shape, TopAbs_EDGE); of.More(); of.Next())
  {
    if (edges.Contains(of.Current()))
    {
      return true;
    }
  }
  return false;
}

void findFeatures(std::vector<CadFace>& faces)
{
  std::size_t features = 0;
  for (std::size_t i = 0; i < faces.size(); ++i)
  {
    const auto before = std::find_if(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(i),
      [&](const CadFace& other)
      { return areOfOneCylinder(other, faces[i]) && touch(other, faces[i]); });
    faces[i].feature =
      before == faces.begin() + static_cast<std::ptrdiff_t>(i) ? features++ : before->feature;
  }
  std::vector<double> spans(features);
  for (const CadFace& face : faces)
  {
    spans[face.feature] += face.span;
  }
  for (CadFace& face : faces)
  {
    face.span = spans[face.feature];
  }
}

void addSolid(const TopoDS_Solid& solid, double volume, const CadFile& file, CadBody& body)
{
  TopTools_IndexedMapOfShape faces;
  TopExp::MapShapes(solid, TopAbs_FACE, faces);
  for (int i = 1; i <= faces.Extent(); ++i)
  {
    CadFace face;
    face.shape = TopoDS::Face(faces(i));
    face.solid = body.solids.size();
    face.name = file.nameOf(face.shape);
    GProp_GProps properties;
    BRepGProp::SurfaceProperties(face.shape, properties);
    face.area = properties.Mass();
    face.centre = valuesOf(properties.CentreOfMass().XYZ());
    describeSurface(face);
    body.faces.push_back(face);
  }
  body.solids.push_back({ solid, file.nameOf(solid), volume });
}
}

CadBody bodyOf(const CadFile& file, SolidChoice choice, std::size_t solid)
{
  CadBody body;
  TopoDS_Shape shape = mended(file.shape, body.notes);
  if (solidsOf(shape).empty())
  {
    shape = sewn(shape, body.notes);
  }
  std::vector<TopoDS_Solid> solids = solidsOf(shape);
  if (choice == SolidChoice::One)
  {
    if (solid >= solids.size())
    {
      throw std::runtime_error("Solid " + std::to_string(solid) +
        " is chosen, but the file has the "
        "solids 0 to " +
        std::to_string(solids.size() - 1) + ".");
    }
    solids = { solids[solid] };
  }
  else if (choice == SolidChoice::Unite && solids.size() > 1)
  {
    body.notes.push_back(std::to_string(solids.size()) + " solids were united.");
    solids = solidsOf(united(solids));
  }
  for (TopoDS_Solid of : solids)
  {
    double volume = volumeOf(of);
    if (volume < 0.0)
    {
      BRepLib::OrientClosedSolid(of); // its faces point inwards
      volume = volumeOf(of);
    }
    if (volume > 0.0)
    {
      addSolid(of, volume, file, body);
    }
  }
  if (body.solids.empty())
  {
    throw std::runtime_error("The solids of the file have no volume.");
  }
  if (body.solids.size() < solids.size())
  {
    body.notes.push_back(
      std::to_string(solids.size() - body.solids.size()) + " solids without volume were left out.");
  }
  findFeatures(body.faces);
  return body;
}
