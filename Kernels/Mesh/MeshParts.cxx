#include "Mesh/MeshParts.h"

#include "Core/Parallel.h"
#include "Core/Text.h"

#include <Eigen/Dense>

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace trabecula
{
namespace
{
constexpr int Faces[6][4] = { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 2, 3, 7, 6 },
  { 0, 3, 7, 4 }, { 1, 2, 6, 5 } };

std::uint64_t mix(std::uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::int32_t findRoot(std::vector<std::int32_t>& parents, std::int32_t i)
{
  while (parents[i] != i)
  {
    parents[i] = parents[parents[i]];
    i = parents[i];
  }
  return i;
}

/// Rigid bodies move by t + w x (p - centre) / scale: six numbers a part.
struct RigidBodies
{
  std::vector<Eigen::Vector3d> centres;
  double scale = 1.0;

  /// The row of coefficients that gives one component of the motion of a point of a part.
  void addRow(
    Eigen::VectorXd& row, std::int32_t part, int component, const double* point, double sign) const
  {
    const Eigen::Vector3d r =
      (Eigen::Map<const Eigen::Vector3d>(point) - this->centres[part]) / this->scale;
    Eigen::Vector3d direction = Eigen::Vector3d::Zero();
    direction[component] = sign;
    row.segment<3>(6 * part) += direction;
    row.segment<3>(6 * part + 3) += r.cross(direction);
  }
};

RigidBodies makeRigidBodies(const HexMesh& mesh, const MeshParts& parts)
{
  RigidBodies bodies;
  bodies.centres.assign(parts.count, Eigen::Vector3d::Zero());
  std::vector<double> counts(parts.count, 0.0);
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    const std::int32_t part = parts.partOfElement[i / 8];
    bodies.centres[part] +=
      Eigen::Map<const Eigen::Vector3d>(mesh.points.data() + 3 * std::size_t(mesh.connectivity[i]));
    counts[part] += 1.0;
  }
  for (std::int32_t part = 0; part < parts.count; ++part)
  {
    bodies.centres[part] /= counts[part];
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    const Eigen::Map<const Eigen::Vector3d> point(
      mesh.points.data() + 3 * std::size_t(mesh.connectivity[i]));
    largest = std::max(largest, (point - bodies.centres[parts.partOfElement[i / 8]]).squaredNorm());
  }
  bodies.scale = std::sqrt(largest);
  return bodies;
}

/// Bases of the motions that satisfy all conditions, one a column.
Eigen::MatrixXd findFreeMotions(const HexMesh& mesh, const MeshParts& parts,
  const RigidBodies& bodies, const std::vector<std::uint8_t>& supports)
{
  const int n = 6 * parts.count;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n, n);
  std::vector<std::int32_t> partOfNode(mesh.numberOfNodes(), -1);
  Eigen::VectorXd row(n);
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    const std::int32_t node = mesh.connectivity[i];
    const std::int32_t part = parts.partOfElement[i / 8];
    const double* point = mesh.points.data() + 3 * std::size_t(node);
    const bool first = partOfNode[node] < 0;
    const std::int32_t other = partOfNode[node];
    if (!first && other == part)
    {
      continue;
    }
    partOfNode[node] = part;
    for (int c = 0; c < 3; ++c)
    {
      if (first && !supports[3 * std::size_t(node) + c])
      {
        continue;
      }
      row.setZero();
      bodies.addRow(row, part, c, point, 1.0);
      if (!first)
      {
        bodies.addRow(row, other, c, point, -1.0);
      }
      gram.selfadjointView<Eigen::Lower>().rankUpdate(row);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  // Squares of what a unit motion moves, against the largest: a millionth of it is no support.
  const double threshold = 1e-12 * std::max(1.0, solver.eigenvalues().maxCoeff());
  int free = 0;
  while (free < n && solver.eigenvalues()[free] < threshold)
  {
    ++free;
  }
  return solver.eigenvectors().leftCols(free);
}

std::string format(const Eigen::Vector3d& v)
{
  char text[96];
  std::snprintf(text, sizeof(text), "(%.3g, %.3g, %.3g)", v[0], v[1], v[2]);
  return text;
}

std::string join(const std::vector<std::string>& items)
{
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    text += (i == 0 ? "" : i + 1 < items.size() ? ", " : " and ") + items[i];
  }
  return text;
}

/// Names the free motions of one body whose six numbers are the rows of a basis.
std::string nameMotions(const Eigen::MatrixXd& basis)
{
  // Columns that span the same motions without their redundancy.
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(basis, Eigen::ComputeThinU);
  const Eigen::MatrixXd motions =
    svd.matrixU().leftCols((svd.singularValues().array() > 1e-6).count());
  const Eigen::MatrixXd rotations = motions.bottomRows(3);
  std::vector<std::string> names;
  for (int c = 0; c < 3; ++c)
  {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(6, c);
    if ((motions * (motions.transpose() * unit) - unit).norm() < 1e-5)
    {
      names.push_back(std::string("translation in ") + "xyz"[c]);
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    const Eigen::Vector3d unit = Eigen::Vector3d::Unit(c);
    const Eigen::VectorXd weights = rotations.completeOrthogonalDecomposition().solve(unit);
    if ((rotations * weights - unit).norm() < 1e-5)
    {
      names.push_back(std::string("rotation about an axis along ") + "xyz"[c]);
    }
  }
  if (names.empty())
  {
    const Eigen::Vector3d rotation = motions.col(0).tail<3>();
    names.push_back(rotation.norm() > 1e-6
        ? "rotation about an axis along " + format(rotation.normalized())
        : "translation along " + format(motions.col(0).head<3>().normalized()));
  }
  return join(names);
}
}

MeshParts findParts(const HexMesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  DeviceVector<std::uint64_t, HostSpace> keys(6 * elements);
  DeviceVector<std::int32_t, HostSpace> owners(6 * elements);
  std::uint64_t* key = keys.data();
  std::int32_t* owner = owners.data();
  forEach<HostSpace>(elements,
    [&mesh, key, owner](std::int64_t e)
    {
      for (int f = 0; f < 6; ++f)
      {
        std::array<std::int32_t, 4> nodes;
        for (int i = 0; i < 4; ++i)
        {
          nodes[i] = mesh.connectivity[8 * e + Faces[f][i]];
        }
        std::sort(nodes.begin(), nodes.end());
        std::uint64_t hash = 0;
        for (const std::int32_t node : nodes)
        {
          hash = mix(hash + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(node));
        }
        key[6 * e + f] = hash;
        owner[6 * e + f] = static_cast<std::int32_t>(e);
      }
    });
  sortByKey(keys, owners);
  std::vector<std::int32_t> parents(elements);
  std::iota(parents.begin(), parents.end(), 0);
  for (std::int64_t i = 1; i < 6 * elements; ++i)
  {
    if (key[i] == key[i - 1])
    {
      const std::int32_t a = findRoot(parents, owner[i - 1]);
      const std::int32_t b = findRoot(parents, owner[i]);
      parents[std::max(a, b)] = std::min(a, b);
    }
  }
  MeshParts parts;
  parts.partOfElement.resize(elements);
  for (std::int32_t e = 0; e < elements; ++e)
  {
    // Roots are the smallest element of their part, so they are met first.
    const std::int32_t root = findRoot(parents, e);
    parts.partOfElement[e] = root == e ? parts.count++ : parts.partOfElement[root];
  }
  return parts;
}

std::string describeFreeMotion(
  const HexMesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports)
{
  constexpr std::int32_t mostParts = 64;
  const std::string advice =
    parts.count > 1 ? " Merge coincident points, remove loose parts, or support each part." : "";
  const std::string fallsApart =
    "the mesh falls into " + std::to_string(parts.count) + " parts that share no face";
  if (parts.count > mostParts)
  {
    return fallsApart + "." + advice;
  }
  const RigidBodies bodies = makeRigidBodies(mesh, parts);
  const Eigen::MatrixXd motions = findFreeMotions(mesh, parts, bodies, supports);
  if (motions.cols() == 0)
  {
    return {};
  }
  if (parts.count == 1)
  {
    return nameMotions(motions) + (motions.cols() == 6 ? ": nothing is held" : "") + ".";
  }
  std::int32_t moving = 0;
  while (moving + 1 < parts.count && motions.middleRows(6 * moving, 6).norm() < 1e-6)
  {
    ++moving;
  }
  const auto element = std::find(parts.partOfElement.begin(), parts.partOfElement.end(), moving) -
    parts.partOfElement.begin();
  const auto size = std::count(parts.partOfElement.begin(), parts.partOfElement.end(), moving);
  return fallsApart + ", and the part of " + countText(size, "element") +
    " that contains element " + std::to_string(element) +
    " can move: " + nameMotions(motions.middleRows(6 * moving, 6)) + "." + advice;
}
}
