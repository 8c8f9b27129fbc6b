#include "CadPieces.h"

#include <BRepAlgoAPI_BuilderAlgo.hxx>
#include <BRepGProp.hxx>
#include <BRep_Builder.hxx>
#include <GProp_GProps.hxx>
#include <TopExp.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace
{
/// What a shape became: itself, what replaces it, or nothing.
TopTools_ListOfShape imagesOf(BRepAlgoAPI_BuilderAlgo& builder, const TopoDS_Shape& shape)
{
  TopTools_ListOfShape images = builder.Modified(shape);
  if (images.IsEmpty() && !builder.IsDeleted(shape))
  {
    images.Append(shape);
  }
  return images;
}

double volumeOf(const TopoDS_Shape& shape)
{
  GProp_GProps properties;
  BRepGProp::VolumeProperties(shape, properties);
  return std::abs(properties.Mass());
}

/// The shapes of a joined body with the numbers of those that they are from, the first of several.
struct Origins
{
  TopTools_IndexedMapOfShape shapes;
  std::vector<std::size_t> numbers;

  void add(const TopoDS_Shape& shape, std::size_t number)
  {
    if (!this->shapes.Contains(shape))
    {
      this->shapes.Add(shape);
      this->numbers.push_back(number);
    }
  }
};

/// @throws std::runtime_error if solids have room in common, which a mesh would have twice
void requireApart(const CadBody& body, const Origins& solids)
{
  constexpr double tolerance = 1e-5; // of the volume
  double before = 0.0;
  double after = 0.0;
  for (const CadSolid& solid : body.solids)
  {
    before += solid.volume;
  }
  for (int i = 1; i <= solids.shapes.Extent(); ++i)
  {
    after += volumeOf(solids.shapes(i));
  }
  if (std::abs(after - before) > tolerance * before || solids.numbers.size() < body.solids.size())
  {
    std::ostringstream text;
    text << "The " << body.solids.size() << " solids overlap: their volumes sum to " << before
         << " mm^3, together they fill " << after
         << " mm^3. Set Solids of the CAD Reader to United, or to One.";
    throw std::runtime_error(text.str());
  }
}

/// Finds where solids touch, so that both have the same faces there.
void join(const CadBody& body, Origins& solids, Origins& faces)
{
  BRepAlgoAPI_BuilderAlgo builder;
  TopTools_ListOfShape arguments;
  for (const CadSolid& solid : body.solids)
  {
    arguments.Append(solid.shape);
  }
  builder.SetArguments(arguments);
  builder.Build();
  if (!builder.IsDone() || builder.HasErrors())
  {
    throw std::runtime_error("The " + std::to_string(body.solids.size()) +
      " solids cannot be joined where they touch. Set Solids of the CAD Reader to United, or to "
      "One.");
  }
  for (std::size_t i = 0; i < body.solids.size(); ++i)
  {
    for (const TopoDS_Shape& image : imagesOf(builder, body.solids[i].shape))
    {
      solids.add(image, i);
    }
  }
  for (std::size_t i = 0; i < body.faces.size(); ++i)
  {
    for (const TopoDS_Shape& image : imagesOf(builder, body.faces[i].shape))
    {
      faces.add(image, i);
    }
  }
  requireApart(body, solids);
}
}

CadPieces piecesOf(const CadBody& body)
{
  Origins solids;
  Origins faces;
  if (body.solids.size() > 1)
  {
    join(body, solids, faces);
  }
  else
  {
    solids.add(body.solids.front().shape, 0);
    for (std::size_t i = 0; i < body.faces.size(); ++i)
    {
      faces.add(body.faces[i].shape, i);
    }
  }

  CadPieces result;
  const BRep_Builder builder;
  builder.MakeCompound(result.shape);
  TopTools_IndexedMapOfShape pieces;
  std::vector<std::size_t> bounded;
  for (int i = 1; i <= solids.shapes.Extent(); ++i)
  {
    builder.Add(result.shape, solids.shapes(i));
    result.solids.push_back(solids.numbers[static_cast<std::size_t>(i - 1)]);
    TopTools_IndexedMapOfShape own;
    TopExp::MapShapes(solids.shapes(i), TopAbs_FACE, own);
    for (int k = 1; k <= own.Extent(); ++k)
    {
      const auto index = static_cast<std::size_t>(pieces.Add(own(k)) - 1);
      bounded.resize(std::max(bounded.size(), index + 1));
      ++bounded[index];
    }
  }
  for (int i = 1; i <= pieces.Extent(); ++i)
  {
    const int origin = faces.shapes.FindIndex(pieces(i));
    if (origin == 0)
    {
      throw std::runtime_error(
        "Where solids touch, a face is lost. Set Solids of the CAD Reader to United, or to One.");
    }
    GProp_GProps properties;
    BRepGProp::SurfaceProperties(pieces(i), properties);
    const gp_Pnt centre = properties.CentreOfMass();
    result.pieces.push_back({ faces.numbers[static_cast<std::size_t>(origin - 1)],
      bounded[static_cast<std::size_t>(i - 1)], properties.Mass(),
      { centre.X(), centre.Y(), centre.Z() } });
  }
  return result;
}
