#include "Analysis/Refinement/QuadraticProblem.h"

#include "Analysis/Loads/SurfaceLoads.h"
#include "Element/FaceQuadrature.h"

#include <Eigen/Geometry>
#include <Eigen/Sparse>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace trabecula
{
namespace
{
bool isLoaded(const std::vector<double>& forces, std::int32_t node)
{
  const double* f = &forces[3 * static_cast<std::size_t>(node)];
  return f[0] != 0.0 || f[1] != 0.0 || f[2] != 0.0;
}

/// Faces of linear cells that belong to one element only and whose corners are all loaded.
std::vector<ElementFace> loadedFaces(const Mesh& linear, const std::vector<double>& forces)
{
  struct Found
  {
    ElementFace face;
    int elements = 0;
  };
  std::map<std::array<std::int32_t, 4>, Found> found;
  for (std::size_t e = 0; e < linear.numberOfElements(); ++e)
  {
    const CellShape& shape = linear.shape(e);
    for (int f = 0; !shape.isQuadratic() && f < shape.faces; ++f)
    {
      std::array<std::int32_t, 4> corners{};
      corners.fill(std::numeric_limits<std::int32_t>::max());
      bool all = true;
      for (int i = 0; all && i < shape.nodesOfFace[f]; ++i)
      {
        corners[i] = linear.element(e)[shape.faceNodes[f][i]];
        all = isLoaded(forces, corners[i]);
      }
      if (all)
      {
        std::sort(corners.begin(), corners.end());
        Found& entry = found[corners];
        entry.face = { static_cast<std::int32_t>(e), f };
        ++entry.elements;
      }
    }
  }
  std::vector<ElementFace> faces;
  for (const auto& [corners, entry] : found)
  {
    if (entry.elements == 1)
    {
      faces.push_back(entry.face);
    }
  }
  return faces;
}

/// Calls visit(nodes, corners, quadratic shape functions, linear ones, area) at quadrature points.
template <class Visit>
void forFacePoints(const FaceSurface& surface, const Visit& visit)
{
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    const std::int32_t* nodes = surface.face(f);
    const auto count = static_cast<std::size_t>(surface.nodesOf(f));
    const std::size_t corners = count / 2;
    for (const FacePoint& point : facePoints(int(count)))
    {
      Eigen::Vector3d xi = Eigen::Vector3d::Zero();
      Eigen::Vector3d eta = Eigen::Vector3d::Zero();
      for (std::size_t a = 0; a < count; ++a)
      {
        const Eigen::Map<const Eigen::Vector3d> x(
          surface.points.data() + 3 * static_cast<std::size_t>(nodes[a]));
        xi += point.shape.derivatives[a][0] * x;
        eta += point.shape.derivatives[a][1] * x;
      }
      const auto& n = point.shape.values;
      std::array<double, 4> linear{};
      for (std::size_t a = 0; a < corners; ++a)
      {
        // The value of a linear field at a mid-edge node is the mean of the ends.
        linear[a] = n[a] + 0.5 * (n[corners + a] + n[corners + (a + corners - 1) % corners]);
      }
      visit(nodes, corners, n, linear, point.weight * xi.cross(eta).norm());
    }
  }
}
}

std::vector<double> quadraticForces(
  const Mesh& linear, const QuadraticMesh& quadratic, const std::vector<double>& forces)
{
  std::vector<double> result = forces;
  result.resize(quadratic.mesh.points.size(), 0.0);
  // Faces have the same numbers on both meshes.
  const FaceSurface surface = surfaceOf(quadratic.mesh, loadedFaces(linear, forces));
  std::vector<Eigen::Index> row(linear.numberOfNodes(), -1);
  std::vector<std::size_t> corners;
  std::vector<Eigen::Triplet<double>> entries;
  using Values = std::array<double, CellShape::MostFaceNodes>;
  forFacePoints(surface,
    [&](const std::int32_t* nodes, std::size_t count, const Values&, const std::array<double, 4>& n,
      double area)
    {
      for (std::size_t a = 0; a < count; ++a)
      {
        const auto node = static_cast<std::size_t>(nodes[a]);
        if (row[node] < 0)
        {
          row[node] = static_cast<Eigen::Index>(corners.size());
          corners.push_back(node);
        }
      }
      for (std::size_t a = 0; a < count; ++a)
      {
        for (std::size_t b = 0; b < count; ++b)
        {
          entries.emplace_back(row[static_cast<std::size_t>(nodes[a])],
            row[static_cast<std::size_t>(nodes[b])], area * n[a] * n[b]);
        }
      }
    });
  if (corners.empty())
  {
    return result;
  }
  const auto size = static_cast<Eigen::Index>(corners.size());
  Eigen::SparseMatrix<double> mass(size, size);
  mass.setFromTriplets(entries.begin(), entries.end());
  Eigen::MatrixXd force(size, 3);
  for (Eigen::Index i = 0; i < size; ++i)
  {
    for (Eigen::Index c = 0; c < 3; ++c)
    {
      double& value =
        result[3 * corners[static_cast<std::size_t>(i)] + static_cast<std::size_t>(c)];
      force(i, c) = value;
      value = 0.0;
    }
  }
  const Eigen::MatrixXd traction =
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(mass).solve(force);
  forFacePoints(surface,
    [&](const std::int32_t* nodes, std::size_t count, const Values& n,
      const std::array<double, 4>& linearValues, double area)
    {
      Eigen::RowVector3d t = Eigen::RowVector3d::Zero();
      for (std::size_t b = 0; b < count; ++b)
      {
        t += linearValues[b] * traction.row(row[static_cast<std::size_t>(nodes[b])]);
      }
      for (std::size_t a = 0; a < 2 * count; ++a)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          result[3 * static_cast<std::size_t>(nodes[a]) + c] +=
            area * n[a] * t[static_cast<Eigen::Index>(c)];
        }
      }
    });
  return result;
}

namespace
{
/// Extends heating and cooling to nodes on edges, which have those of their ends.
void addQuadraticHeat(
  const StructuralProblem& problem, const QuadraticMesh& quadratic, DesignHeat& heat)
{
  const DesignHeat& given = problem.ofDesign.heat;
  if (!given.isPresent())
  {
    return;
  }
  for (const std::array<std::int32_t, 2>& ends : quadratic.ends)
  {
    const auto a = static_cast<std::size_t>(ends[0]);
    const auto b = static_cast<std::size_t>(ends[1]);
    heat.fixed.push_back(given.fixed[a] && given.fixed[b] ? 1 : 0);
    for (std::vector<double>* values :
      { &heat.prescribedTemperature, &heat.filmCoefficient, &heat.ambientTemperature })
    {
      if (!values->empty())
      {
        const bool isFilm = values == &heat.filmCoefficient;
        const bool isNone = isFilm && ((*values)[a] == 0.0 || (*values)[b] == 0.0);
        values->push_back(isNone ? 0.0 : 0.5 * ((*values)[a] + (*values)[b]));
      }
    }
  }
  if (!given.heatFlow.empty())
  {
    // Flows are distributed as forces are.
    std::vector<double> vectors(3 * given.heatFlow.size(), 0.0);
    for (std::size_t i = 0; i < given.heatFlow.size(); ++i)
    {
      vectors[3 * i] = given.heatFlow[i];
    }
    vectors = quadraticForces(problem.mesh, quadratic, vectors);
    heat.heatFlow.resize(vectors.size() / 3);
    for (std::size_t i = 0; i < heat.heatFlow.size(); ++i)
    {
      heat.heatFlow[i] = vectors[3 * i];
    }
  }
}
}

StructuralProblem quadraticProblem(const StructuralProblem& problem, const QuadraticMesh& quadratic)
{
  StructuralProblem result = problem;
  result.mesh = quadratic.mesh;
  const bool displaced = !problem.prescribedDisplacement.empty();
  for (const std::array<std::int32_t, 2>& ends : quadratic.ends)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t a = 3 * static_cast<std::size_t>(ends[0]) + c;
      const std::size_t b = 3 * static_cast<std::size_t>(ends[1]) + c;
      result.supports.push_back(problem.supports[a] && problem.supports[b] ? 1 : 0);
      if (!problem.rigid.numbers.empty())
      {
        const std::int32_t face = problem.rigid.numbers[a];
        result.rigid.numbers.push_back(face == problem.rigid.numbers[b] ? face : 0);
      }
      if (displaced)
      {
        result.prescribedDisplacement.push_back(
          0.5 * (problem.prescribedDisplacement[a] + problem.prescribedDisplacement[b]));
      }
    }
  }
  std::vector<double>& temperature = result.ofDesign.thermal.temperature;
  if (!temperature.empty())
  {
    for (const std::array<std::int32_t, 2>& ends : quadratic.ends)
    {
      temperature.push_back(0.5 *
        (temperature[static_cast<std::size_t>(ends[0])] +
          temperature[static_cast<std::size_t>(ends[1])]));
    }
  }
  addQuadraticHeat(problem, quadratic, result.ofDesign.heat);
  for (LoadCase& load : result.loadCases)
  {
    load.forces = quadraticForces(problem.mesh, quadratic, load.forces);
  }
  for (std::vector<double>* ofNodes : { &result.springs, &result.pointMasses })
  {
    if (!ofNodes->empty())
    {
      ofNodes->resize(result.mesh.points.size(), 0.0);
    }
  }
  return result;
}
}
