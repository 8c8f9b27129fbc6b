#include "PartMesh.h"

#include "CadKernel.h"
#include "GmshLog.h"
#include "HelperProcess.h"
#include "InputArrays.h"
#include "TemporaryFolder.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtksys/SystemTools.hxx"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

namespace trabecula::filters
{
namespace
{
/// Least scaled Jacobian of tetrahedra that remain as curved as the mesher made them.
constexpr double LeastJacobian = 0.1;
/// Edges are not made shorter than this share of the size where curvature refines.
constexpr double LeastShare = 0.1;

/// A number for a command line.
std::string plain(double value)
{
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

std::string nameOf(const PartMeshSettings& settings)
{
  return inQuotes(vtksys::SystemTools::GetFilenameName(settings.source.path));
}

void requireUnchanged(const PartMeshSettings& settings)
{
  const std::string stamp = stampOf(settings.source.path);
  if (stamp != settings.source.stamp)
  {
    throw Error("The file " + inQuotes(settings.source.path) +
      (stamp.empty() ? " does not exist any more. Put it back, or open another with the CAD Reader."
                     : " has changed since it was read. Reload it in the CAD Reader."));
  }
}

/// The settings with lengths in mm, which the files of the helper processes have.
PartMeshSettings inMillimetres(PartMeshSettings settings)
{
  settings.size *= settings.source.unit.millimetres;
  settings.leastSize *= settings.source.unit.millimetres;
  settings.source.unit = LengthUnits[0];
  return settings;
}

double leastSizeOf(const PartMeshSettings& settings)
{
  return settings.leastSize > 0.0 ? std::min(settings.leastSize, settings.size)
                                  : LeastShare * settings.size;
}

/// @throws Error if the mesh would be larger than is allowed
void requireModest(const CadDescription& body, const PartMeshSettings& settings, double millimetres)
{
  const double estimate = estimateTetrahedra(body, settings);
  const auto most = static_cast<double>(settings.mostTetrahedra);
  if (!(estimate <= most))
  {
    const double fitting = settings.size * std::cbrt(estimate / most) / millimetres;
    throw Error("An Element Size of " + shortText(settings.size / millimetres) +
      " would make about " + shortText(std::round(estimate)) +
      " tetrahedra, more than the Most Tetrahedra of " + std::to_string(settings.mostTetrahedra) +
      ". Use " + shortText(1.1 * fitting) + " or more" +
      (settings.elementsPerCircle > 0 ? ", or fewer Elements Per Circle." : "."));
  }
}

/// Runs Gmsh. @return what it wrote to its error output
std::string runGmsh(const PartMeshSettings& settings, const TemporaryFolder& folder,
  const std::string& brep, const std::string& output, RunObserver& observer)
{
  // Options of the user, which Gmsh would read from the home folder, could change the format.
  std::vector<std::string> command = { "/usr/bin/env", "GMSH_HOME=" + folder.path(),
    settings.mesher, brep, "-3", "-order", settings.isQuadratic ? "2" : "1", "-clmax",
    plain(settings.size), "-format", "msh22", "-save_all", "-nopopup", "-o", output };
  if (settings.elementsPerCircle > 0)
  {
    command.insert(command.end(),
      { "-clcurv", std::to_string(settings.elementsPerCircle), "-clmin",
        plain(leastSizeOf(settings)) });
  }
  GmshLog log;
  const auto isStopped = [&]
  {
    observer.progress(log.fraction(), log.activity());
    return observer.stopRequested();
  };
  const HelperResult end = runHelper(
    command, settings.seconds, isStopped, [&](const std::string& text) { log.add(text); });
  switch (end.end)
  {
    case HelperEnd::Done:
    case HelperEnd::Refused: // what it has made decides
      break;
    case HelperEnd::Died:
      throw Error("The mesher has crashed while " + nameOf(settings) +
        " was meshed. Change Element Size, mend the part in CAD, or use Voxelize Surface instead.");
    case HelperEnd::TimedOut:
      throw Error("Meshing " + nameOf(settings) + " was stopped after " +
        shortText(settings.seconds) +
        " s, the Time Limit. Increase it or Element Size, lower Elements Per Circle, or use "
        "Voxelize Surface instead.");
    case HelperEnd::Stopped:
      throw SetupStopped();
  }
  if (!vtksys::SystemTools::FileExists(output, true))
  {
    const std::string report = firstErrorOf(end.messages, {}, {});
    throw Error("The mesher " + inQuotes(settings.mesher) + " has left no mesh of " +
      nameOf(settings) + (report.empty() ? "." : ": " + report) +
      " Mesher must be Gmsh 4.8 or later (Debian package gmsh).");
  }
  return end.messages;
}

void scale(Mesh& mesh, double factor)
{
  for (double& x : mesh.points)
  {
    x *= factor;
  }
}
}

double estimateTetrahedra(const CadDescription& body, const PartMeshSettings& settings)
{
  // Counted in meshes of Gmsh: five fill the cube of an edge, and there are more at faces.
  constexpr double perCube = 5.0;
  constexpr double perSquare = 1.7;
  const double h = settings.size;
  double count = 0.0;
  for (const CadDescription::Solid& solid : body.solids)
  {
    count += perCube * solid.volume / (h * h * h);
  }
  for (const CadDescription::Face& face : body.faces)
  {
    count += perSquare * face.area / (h * h);
    if (settings.elementsPerCircle > 0 && face.radius > 0.0)
    {
      constexpr double circle = 6.283185307179586;
      const double own = std::clamp(
        circle * face.radius / settings.elementsPerCircle, std::min(leastSizeOf(settings), h), h);
      // Sizes grow again into the solid, within about two layers.
      count += 2.0 * perCube * face.area * (1.0 / (own * own) - 1.0 / (h * h));
    }
  }
  return count;
}

PartMesh meshPart(const PartMeshSettings& wanted, RunObserver& observer)
{
  requireUnchanged(wanted);
  const double millimetres = wanted.source.unit.millimetres;
  const PartMeshSettings settings = inMillimetres(wanted);
  const TemporaryFolder folder;
  const std::string brep = folder.file("part.brep");
  const std::string output = folder.file("part.msh");

  PartMesh part;
  observer.setRange(0.0, 0.1);
  std::vector<std::string> options = settings.source.options;
  options.insert(options.end(), { "--brep", brep });
  double progress = 0.0;
  part.body = runCadProgram(settings.cadProgram, settings.source.path, options,
    " cannot be meshed. ", settings.seconds,
    [&]
    {
      progress += 0.05 * (1.0 - progress); // nobody knows how long it takes
      observer.progress(progress, "Reading the CAD file");
      return observer.stopRequested();
    });
  requireModest(part.body, settings, millimetres);
  scaleLengths(part.body, 1.0 / millimetres);

  observer.setRange(0.1, 0.9);
  const std::string messages = runGmsh(settings, folder, brep, output, observer);
  std::vector<std::int64_t> faces;
  for (const CadDescription::Piece& piece : part.body.pieces)
  {
    faces.push_back(piece.face);
  }
  const std::string report = firstErrorOf(messages, faces, part.body.solidOfShape);

  observer.setRange(0.9, 1.0);
  observer.progress(0.0, "Reading the mesh");
  try
  {
    part.gmsh = readGmshMesh(output);
    scale(part.gmsh.mesh, 1.0 / millimetres);
    checkForStop(observer);
    observer.progress(0.5, "Straightening tetrahedra");
    if (settings.isQuadratic)
    {
      part.straightened = straightenTetrahedra(part.gmsh.mesh, LeastJacobian);
    }
    observer.progress(0.8, "Comparing the mesh with the part");
    part.check = checkPartMesh(part.gmsh, part.body, report);
  }
  catch (const NoTetrahedra&)
  {
    throw Error("The mesher has made no tetrahedra of " + nameOf(settings) + "." +
      (report.empty() ? "" : " It says: " + report) +
      " Change Element Size, mend the part in CAD, or use Voxelize Surface instead.");
  }
  return part;
}
}
