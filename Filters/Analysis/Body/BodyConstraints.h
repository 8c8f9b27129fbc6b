#ifndef TRABECULA_FILTERS_BODYCONSTRAINTS_H
#define TRABECULA_FILTERS_BODYCONSTRAINTS_H

#include "Core/Device.h"
#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

class vtkFieldData;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// The constraints of a design that its body is judged by, and the verdicts.
struct BodyConstraints
{
  DesignProblem design;         ///< objective, constraints and arrays on the mesh of the body
  std::vector<std::string> out; ///< labels of constraints that cannot be judged
  bool isEmpty = true;          ///< whether the design states no constraints
  std::vector<BoundVerdict> verdicts;
  std::string fault; ///< why the constraints could not be judged; empty if they were
};

/**
 * Reads the field array `Constraints` of a design, and the arrays `VolumeRegion`, `PointRegion` and
 * `OutputWeights` that some of them need. Those without their arrays are left out, as are those of
 * points on a mesh with other points.
 *
 * @param parts number of elements of the body's mesh for each one of the grid, consecutive
 * @throws Error for constraints that cannot be read
 */
BodyConstraints readBodyConstraints(vtkUnstructuredGrid* grid, std::size_t parts);

/// How a design is printed, from its field arrays `BuildDirection`, `BuildAngle`, `AttachedSide`
/// and `LayerGridEdge`.
struct PrintSettings
{
  OverhangSettings overhang; ///< with the direction as a vector of length one
  FormGridSettings grid;
};

/// What is measured on the surface of a body.
struct BodyShape
{
  double wallThickness = 0.0; ///< that of the thinnest walls, see MeasuredShare; length
  ///@{
  /// Of a design that is printed: the share of the surface that is less inclined to the plate than
  /// its angle in degrees, and the places of countUnsupported(), which are not counted if the grid
  /// for layers is not possible.
  std::optional<double> overhangingShare;
  double angle = 0.0;
  std::optional<std::int64_t> unsupported;
  ///@}
};

/// The share of the surface with the thinnest walls.
constexpr double MeasuredShare = 0.01;

/// @param mesh of the design @return nothing if stopped
std::optional<BodyShape> measureBody(const TriangleMesh& surface,
  const std::optional<PrintSettings>& print, const Mesh& mesh, Observer& observer);

/// Returns how a design is printed; nothing if it is not.
std::optional<PrintSettings> readPrintSettings(vtkFieldData* fields);

/// Returns the measures in sentences, each after a space.
std::string textOf(const BodyShape& shape);

/// Judges the constraints by judgeBody(). Errors become the fault. @return false if stopped
bool judgeConstraints(BodyConstraints& constraints, const StructuralProblem& body,
  const std::vector<double>& solid, const std::vector<double>& fractions, double voidShare,
  const Device& device, std::size_t memoryLimit, Observer& observer);

/// Returns which constraints the body meets, and by how much it fails the others, in sentences,
/// each after a space; empty for a design without constraints.
std::string textOf(const BodyConstraints& constraints);
}

#endif
