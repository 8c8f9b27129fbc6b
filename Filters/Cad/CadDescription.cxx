#include "CadDescription.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Faces/FaceShape.h"

#include <fstream>

namespace trabecula::filters
{
namespace
{
[[noreturn]] void failOfForm()
{
  throw Error("The program for CAD files has written an incomplete result. Use that of the same "
              "version as the plugin.");
}

/// Reads a word that must be there, and the number after it.
std::size_t countAfter(std::istream& in, const char* word)
{
  std::string found;
  std::size_t count = 0;
  constexpr std::size_t most = std::size_t(1) << 31;
  if (!(in >> found >> count) || found != word || count > most)
  {
    failOfForm();
  }
  std::getline(in, found);
  return count;
}

template <class Values>
void readValues(std::istream& in, Values& values)
{
  for (auto& value : values)
  {
    in >> value;
  }
}

/// Reads the rest of a line, without the separator before it.
std::string restOf(std::istream& in)
{
  std::string text;
  std::getline(in, text);
  return !text.empty() && text.front() == ' ' ? text.substr(1) : text;
}
}

CadDescription readCadDescription(const std::string& path)
{
  std::ifstream in(path);
  CadDescription of;
  std::string word;
  if (countAfter(in, "trabecula-cad") != 2 || !(in >> word >> of.unit))
  {
    failOfForm();
  }
  of.unit = of.unit == "-" ? "" : of.unit;
  of.notes.resize(countAfter(in, "notes"));
  for (std::string& note : of.notes)
  {
    std::getline(in, note);
  }
  of.solids.resize(countAfter(in, "solids"));
  for (CadDescription::Solid& solid : of.solids)
  {
    in >> solid.volume >> solid.isClosed;
    solid.name = restOf(in);
  }
  of.faces.resize(countAfter(in, "faces"));
  for (CadDescription::Face& face : of.faces)
  {
    in >> face.solid >> face.feature >> face.area;
    readValues(in, face.centre);
    readValues(in, face.direction);
    in >> face.radius >> face.span >> face.isInside;
    restOf(in);
    std::getline(in, face.kind);
    std::getline(in, face.name);
    if (face.solid < 0 || face.solid >= static_cast<std::int64_t>(of.solids.size()))
    {
      failOfForm();
    }
  }
  of.points.resize(countAfter(in, "points"));
  for (std::array<double, 3>& point : of.points)
  {
    readValues(in, point);
  }
  of.triangles.resize(countAfter(in, "triangles"));
  of.faceOfTriangle.resize(of.triangles.size());
  const auto isWithin = [](std::int64_t number, std::size_t count)
  { return number >= 0 && number < static_cast<std::int64_t>(count); };
  for (std::size_t i = 0; i < of.triangles.size(); ++i)
  {
    readValues(in, of.triangles[i]);
    in >> of.faceOfTriangle[i];
    bool isValid = isWithin(of.faceOfTriangle[i], of.faces.size());
    for (const std::int64_t point : of.triangles[i])
    {
      isValid = isValid && isWithin(point, of.points.size());
    }
    if (!isValid)
    {
      failOfForm();
    }
  }
  of.pieces.resize(countAfter(in, "pieces"));
  for (CadDescription::Piece& piece : of.pieces)
  {
    in >> piece.face >> piece.solids >> piece.area;
    readValues(in, piece.centre);
    if (!isWithin(piece.face, of.faces.size()))
    {
      failOfForm();
    }
  }
  of.solidOfShape.resize(countAfter(in, "shapes"));
  for (std::int64_t& solid : of.solidOfShape)
  {
    in >> solid;
    if (!isWithin(solid, of.solids.size()))
    {
      failOfForm();
    }
  }
  if (!(in >> word) || word != "end")
  {
    failOfForm();
  }
  return of;
}

bool isHole(const CadDescription::Face& face)
{
  return face.kind == "cylinder" && face.isInside && isAllAround(face.span);
}

void scaleLengths(CadDescription& body, double factor)
{
  const auto scalePoint = [=](std::array<double, 3>& point)
  {
    for (double& x : point)
    {
      x *= factor;
    }
  };
  for (CadDescription::Solid& solid : body.solids)
  {
    solid.volume *= factor * factor * factor;
  }
  for (CadDescription::Face& face : body.faces)
  {
    face.area *= factor * factor;
    face.radius *= factor;
    scalePoint(face.centre);
  }
  for (CadDescription::Piece& piece : body.pieces)
  {
    piece.area *= factor * factor;
    scalePoint(piece.centre);
  }
  for (std::array<double, 3>& point : body.points)
  {
    scalePoint(point);
  }
}

std::string wordsOf(const CadDescription::Face& face, double scale)
{
  std::string words = face.kind;
  if (face.radius > 0.0)
  {
    words += ", radius " + shortText(scale * face.radius);
  }
  if (face.isInside)
  {
    words += isHole(face) ? ", hole" : ", concave";
  }
  return words;
}
}
