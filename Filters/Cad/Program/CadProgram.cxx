// Reads a CAD file and writes what the CAD reader needs of it, as text, or writes triangles as a
// STEP file. It is a program of its own because damaged files end it.

#include "CadBody.h"
#include "CadFile.h"
#include "CadPieces.h"
#include "CadSurface.h"
#include "FacetedStep.h"

#include <BRepTools.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Standard_Failure.hxx>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

namespace
{
struct Options
{
  std::string input;
  std::string output;
  std::string brep; ///< where the shape for a mesher is written, instead of the surface
  double deflection = 1e-3;
  double angle = 0.35;
  SolidChoice choice = SolidChoice::Separate;
  std::size_t solid = 0;
};

constexpr const char* Usage =
  "trabecula_cad INPUT OUTPUT [--deflection D] [--angle A] [--unite | --solid N] [--brep FILE]\n"
  "OUTPUT describes the body, with its surface as triangles, or, with --brep, with the faces of "
  "the\n"
  "shape in FILE, in which solids that touch have faces in common.\n"
  "trabecula_cad --facets TRIANGLES STEP\n";

Options optionsOf(int count, char** words)
{
  Options options;
  if (count < 3)
  {
    throw std::invalid_argument(Usage);
  }
  options.input = words[1];
  options.output = words[2];
  for (int i = 3; i < count; ++i)
  {
    const std::string word = words[i];
    const bool hasValue = i + 1 < count;
    if (word == "--unite")
    {
      options.choice = SolidChoice::Unite;
    }
    else if (word == "--deflection" && hasValue)
    {
      options.deflection = std::stod(words[++i]);
    }
    else if (word == "--angle" && hasValue)
    {
      options.angle = std::stod(words[++i]);
    }
    else if (word == "--solid" && hasValue)
    {
      options.choice = SolidChoice::One;
      options.solid = std::stoul(words[++i]);
    }
    else if (word == "--brep" && hasValue)
    {
      options.brep = words[++i];
    }
    else
    {
      throw std::invalid_argument(Usage);
    }
  }
  return options;
}

/// Names are written at the ends of lines.
std::string line(std::string text)
{
  for (char& c : text)
  {
    c = c == '\n' || c == '\r' ? ' ' : c;
  }
  return text;
}

void write(const Options& options, const CadFile& file, const CadBody& body,
  const CadSurface& surface, const CadPieces& shape)
{
  std::ofstream out(options.output);
  out.precision(17);
  out << "trabecula-cad 2\nunit " << (file.unit.empty() ? "-" : file.unit) << "\n";
  out << "notes " << body.notes.size() << "\n";
  for (const std::string& note : body.notes)
  {
    out << line(note) << "\n";
  }
  out << "solids " << body.solids.size() << "\n";
  for (std::size_t i = 0; i < body.solids.size(); ++i)
  {
    const bool isClosed = surface.isClosed.empty() || surface.isClosed[i];
    out << body.solids[i].volume << " " << isClosed << " " << line(body.solids[i].name) << "\n";
  }
  out << "faces " << body.faces.size() << "\n";
  for (const CadFace& face : body.faces)
  {
    out << face.solid << " " << face.feature << " " << face.area;
    for (const std::array<double, 3>& vector : { face.centre, face.direction })
    {
      out << " " << vector[0] << " " << vector[1] << " " << vector[2];
    }
    out << " " << face.radius << " " << face.span << " " << face.isInside << "\n"
        << face.kind << "\n"
        << line(face.name) << "\n";
  }
  out << "points " << surface.points.size() << "\n";
  for (const std::array<double, 3>& point : surface.points)
  {
    out << point[0] << " " << point[1] << " " << point[2] << "\n";
  }
  out << "triangles " << surface.triangles.size() << "\n";
  for (std::size_t i = 0; i < surface.triangles.size(); ++i)
  {
    const std::array<std::size_t, 3>& triangle = surface.triangles[i];
    out << triangle[0] << " " << triangle[1] << " " << triangle[2] << " " << surface.faces[i]
        << "\n";
  }
  out << "pieces " << shape.pieces.size() << "\n";
  for (const CadPiece& piece : shape.pieces)
  {
    out << piece.face << " " << piece.solids << " " << piece.area << " " << piece.centre[0] << " "
        << piece.centre[1] << " " << piece.centre[2] << "\n";
  }
  out << "shapes " << shape.solids.size() << "\n";
  for (const std::size_t solid : shape.solids)
  {
    out << solid << "\n";
  }
  out << "end\n";
  if (!out.flush())
  {
    throw std::runtime_error("The result cannot be written to " + options.output + ".");
  }
}
}

int main(int count, char** words)
{
  try
  {
    Message::DefaultMessenger()->ChangePrinters().Clear(); // its reports are not for users
    if (count == 4 && std::string(words[1]) == "--facets")
    {
      writeFacetedStep(words[2], words[3]);
      return EXIT_SUCCESS;
    }
    const Options options = optionsOf(count, words);
    const CadFile file = readCadFile(options.input);
    const CadBody body = bodyOf(file, options.choice, options.solid);
    if (options.brep.empty())
    {
      write(options, file, body, surfaceOf(body, options.deflection, options.angle), {});
      return EXIT_SUCCESS;
    }
    const CadPieces shape = piecesOf(body);
    if (!BRepTools::Write(shape.shape, options.brep.c_str()))
    {
      throw std::runtime_error("The shape cannot be written to " + options.brep + ".");
    }
    write(options, file, body, {}, shape);
    return EXIT_SUCCESS;
  }
  catch (const Standard_Failure& failure)
  {
    std::fprintf(stderr, "The CAD kernel failed: %s.\n", failure.GetMessageString());
  }
  catch (const std::exception& failure)
  {
    std::fprintf(stderr, "%s\n", failure.what());
  }
  return EXIT_FAILURE;
}
