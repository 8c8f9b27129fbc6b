#include "vtkStepWriter.h"

#include "CadKernel.h"
#include "HelperProcess.h"
#include "PrintableSurface.h"
#include "TemporaryFolder.h"

#include "Core/Error.h"

#include "vtkObjectFactory.h"

#include <fstream>
#include <locale>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkStepWriter);

namespace
{
using trabecula::Error;

constexpr double TimeLimit = 300.0; // seconds

/// Writes what the program reads: see Program/FacetedStep.h.
void writeTriangles(const trabecula::filters::PrintableSurface& surface, const std::string& path)
{
  const trabecula::TriangleMesh& mesh = surface.mesh;
  std::ofstream out(path);
  out.imbue(std::locale::classic());
  out.precision(17);
  out << "trabecula-triangles 1\nunit " << surface.unit << "\npoints " << mesh.numberOfPoints()
      << "\n";
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    const double* x = &mesh.points[3 * p];
    out << x[0] << " " << x[1] << " " << x[2] << "\n";
  }
  out << "triangles " << mesh.numberOfTriangles() << "\n";
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* c = &mesh.triangles[3 * t];
    out << c[0] << " " << c[1] << " " << c[2] << "\n";
  }
  if (!out.flush())
  {
    throw Error("The temporary file " + path + " cannot be written: is the disk full?");
  }
}
}

//----------------------------------------------------------------------------
void vtkStepWriter::WriteSurface(
  const trabecula::filters::PrintableSurface& surface, const std::string& path)
{
  using namespace trabecula::filters;
  if (surface.mesh.numberOfTriangles() > MaximumTriangles)
  {
    throw Error("The surface has " + std::to_string(surface.mesh.numberOfTriangles()) +
      " triangles, and a STEP file takes " + std::to_string(MaximumTriangles) +
      " at most, each a face. Tick Decimate in Topology Surface, with a larger Largest Deviation, "
      "or "
      "write 3MF or STL.");
  }
  const std::string program = findCadProgram("STEP files are written", "write 3MF or STL");
  const TemporaryFolder folder;
  const std::string triangles = folder.file("triangles.txt");
  writeTriangles(surface, triangles);
  const HelperResult end = runHelper({ program, "--facets", triangles, path }, TimeLimit,
    [this]
    {
      constexpr double half = 0.5;
      this->UpdateProgress(half);
      return this->GetAbortExecute() != 0;
    });
  switch (end.end)
  {
    case HelperEnd::Done:
      return;
    case HelperEnd::Refused:
      throw Error("The STEP file was not written. " + end.messages);
    case HelperEnd::Died:
      throw Error("The CAD kernel ended unexpectedly, and the STEP file was not written. Write 3MF "
                  "or STL instead.");
    case HelperEnd::TimedOut:
      throw Error("Writing the STEP file was stopped after 300 s. Decimate the surface further.");
    case HelperEnd::Stopped:
      throw Error("Writing the STEP file was stopped.");
  }
}
