#include "PartMeshCheck.h"

#include "Analysis/Geometry/FaceMeasures.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/Tetrahedra/CurvedTetrahedra.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr double AcceptedVolume = 0.05;
constexpr double AcceptedArea = 0.05;
/// Of its area and its size, within which a face is recognised although its mesh is coarse.
constexpr double Recognised = 0.5;
/// Share of the area that may belong to faces that are not.
constexpr double AcceptedStrange = 0.1;

const char* const Advice =
  " Decrease Element Size, mend the part in CAD, or use Voxelize Surface instead.";

/// A report as a sentence after others.
std::string quoted(const std::string& report)
{
  return report.empty() ? "" : " The mesher says: " + report;
}

void requireNumbers(const std::vector<std::int32_t>& numbers, std::size_t count, const char* what)
{
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  if (!numbers.empty() && (*least < 0 || *most >= static_cast<std::int32_t>(count)))
  {
    throw Error("The mesher has numbered a " + std::string(what) + " " +
      std::to_string(*least < 0 ? *least : *most) + ", but the CAD kernel has given it " +
      countText(static_cast<std::int64_t>(count), what) + ". Use Gmsh 4.8 or later.");
  }
}

std::vector<double> volumesOf(const GmshMesh& gmsh, std::size_t count)
{
  std::vector<double> volumes(count);
  for (std::size_t e = 0; e < gmsh.solids.size(); ++e)
  {
    volumes[static_cast<std::size_t>(gmsh.solids[e])] += tetrahedronVolume(gmsh.mesh, e);
  }
  return volumes;
}

void compareVolumes(
  const GmshMesh& gmsh, const CadDescription& body, const std::string& report, PartMeshCheck& check)
{
  const std::vector<double> volumes = volumesOf(gmsh, body.solidOfShape.size());
  check.volume = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  for (const CadDescription::Solid& solid : body.solids)
  {
    check.cadVolume += solid.volume;
  }
  std::string missing;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i)
  {
    if (!(volumes[i] > 0.0))
    {
      missing = count++ == 0 ? std::to_string(body.solidOfShape[i]) : missing;
    }
  }
  if (count > 0)
  {
    throw Error("The mesher has made no tetrahedra in " + countText(count, "solid") + " of " +
      std::to_string(volumes.size()) + ", the first is CadSolid " + missing + "." + quoted(report) +
      Advice);
  }
  if (!(std::abs(check.volumeError()) <= AcceptedVolume))
  {
    throw Error("The mesh is not the part: the tetrahedra have a volume of " +
      shortText(check.volume) + ", the CAD kernel's is " + shortText(check.cadVolume) + "." +
      quoted(report) + Advice);
  }
}

void compareFaces(const GmshMesh& gmsh, const CadDescription& body, PartMeshCheck& check)
{
  const std::vector<FaceMeasures> measures = measureFaces(
    gmsh.mesh.points, gmsh.triangles, gmsh.nodesPerTriangle(), gmsh.faces, body.pieces.size());
  double all = 0.0;
  double strange = 0.0;
  std::size_t first = 0;
  double worst = AcceptedArea;
  for (std::size_t i = 0; i < measures.size(); ++i)
  {
    const CadDescription::Piece& piece = body.pieces[i];
    const double error = std::abs(measures[i].area - piece.area) / piece.area;
    const double offset = std::hypot(measures[i].centre[0] - piece.centre[0],
      measures[i].centre[1] - piece.centre[1], measures[i].centre[2] - piece.centre[2]);
    all += piece.area;
    if (error > Recognised || offset > Recognised * std::sqrt(piece.area))
    {
      first = strange > 0.0 ? first : i;
      strange += piece.area;
    }
    check.coarseFaces += error > AcceptedArea ? 1 : 0;
    if (error > worst)
    {
      worst = error;
      check.coarsestFace = piece.face;
      check.areaOfCoarsest = measures[i].area;
      check.cadAreaOfCoarsest = piece.area;
    }
  }
  if (strange > AcceptedStrange * all)
  {
    throw Error("The faces of the mesh are not those of the CAD kernel: CadFace " +
      std::to_string(body.pieces[first].face) + " has an area of " +
      shortText(measures[first].area) + " in the mesh and of " +
      shortText(body.pieces[first].area) +
      " in the file, or another centre. Decrease Element Size, or use Voxelize Surface instead.");
  }
}
}

double PartMeshCheck::volumeError() const
{
  return (this->volume - this->cadVolume) / this->cadVolume;
}

PartMeshCheck checkPartMesh(
  const GmshMesh& gmsh, const CadDescription& body, const std::string& report)
{
  requireNumbers(gmsh.solids, body.solidOfShape.size(), "solid");
  requireNumbers(gmsh.faces, body.pieces.size(), "face");
  PartMeshCheck check;
  compareVolumes(gmsh, body, report, check);
  compareFaces(gmsh, body, check);
  return check;
}
}
