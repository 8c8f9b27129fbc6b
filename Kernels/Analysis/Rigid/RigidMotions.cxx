#include "Analysis/Rigid/RigidMotions.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace trabecula
{
namespace
{
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Row = Eigen::Matrix<double, 1, 6>;

/// Prescribed motions below this fraction of the largest one are rounding errors.
constexpr double DependentShare = 1e-9;
/// Largest relative contradiction of prescribed motions.
constexpr double Contradiction = 1e-6;

/// A face with its six motions: the displacement of its centre, and the rotation times its size.
struct Face
{
  std::vector<std::size_t> points;
  Vector3d centre = Vector3d::Zero();
  double size = 0.0;

  /// The displacement of a place in the six motions.
  Eigen::Matrix<double, 3, 6> displacement(const Vector3d& x) const
  {
    const Vector3d r = (x - this->centre) / this->size;
    Eigen::Matrix<double, 3, 6> rows;
    rows << 1.0, 0.0, 0.0, 0.0, r[2], -r[1], //
      0.0, 1.0, 0.0, -r[2], 0.0, r[0],       //
      0.0, 0.0, 1.0, r[1], -r[0], 0.0;
    return rows;
  }
};

Vector3d vectorOf(const std::array<double, 3>& v)
{
  return { v[0], v[1], v[2] };
}

Vector3d pointOf(const std::vector<double>& points, std::size_t i)
{
  return { points[3 * i], points[3 * i + 1], points[3 * i + 2] };
}

/// The faces by number.
std::map<std::int32_t, Face> facesOf(const RigidFaces& faces, const std::vector<double>& points)
{
  std::map<std::int32_t, Face> result;
  for (std::size_t i = 0; 3 * i < faces.numbers.size(); ++i)
  {
    if (faces.numbers[3 * i] != 0)
    {
      Face& face = result[faces.numbers[3 * i]];
      face.points.push_back(i);
      face.centre += pointOf(points, i);
    }
  }
  for (auto& [number, face] : result)
  {
    face.centre /= static_cast<double>(face.points.size());
    for (const std::size_t i : face.points)
    {
      face.size = std::max(face.size, (pointOf(points, i) - face.centre).norm());
    }
    face.size = face.size > 0.0 ? face.size : 1.0;
  }
  return result;
}

/// Equations of the six motions of a face.
struct Equations
{
  std::vector<Row> rows;
  std::vector<double> values;

  void add(const Row& row, double value)
  {
    const double length = row.norm();
    this->rows.emplace_back(row / length);
    this->values.push_back(value / length);
  }
};

Row rowOf(const Face& face, const RigidFaceMotion& motion)
{
  Row row = vectorOf(motion.direction).transpose() * face.displacement(vectorOf(motion.point));
  row.tail<3>() += vectorOf(motion.axis).transpose() / face.size;
  return row;
}

/// Motions that satisfy equations: one of them, and a basis of those that they leave free.
struct Solution
{
  Eigen::Matrix<double, 6, 1> particular = Eigen::Matrix<double, 6, 1>::Zero();
  MatrixXd determined; ///< six rows, orthonormal columns: the motions that are determined
  MatrixXd free;       ///< those that are not
};

Solution solve(std::int32_t number, const Equations& equations)
{
  Solution solution;
  const auto count = static_cast<Index>(equations.rows.size());
  if (count == 0)
  {
    solution.determined = MatrixXd(6, 0);
    solution.free = MatrixXd::Identity(6, 6);
    return solution;
  }
  MatrixXd matrix(count, 6);
  VectorXd right(count);
  for (Index i = 0; i < count; ++i)
  {
    matrix.row(i) = equations.rows[static_cast<std::size_t>(i)];
    right[i] = equations.values[static_cast<std::size_t>(i)];
  }
  const Eigen::JacobiSVD<MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeFullV);
  Index rank = 0;
  while (rank < svd.singularValues().size() &&
    svd.singularValues()[rank] > DependentShare * svd.singularValues()[0])
  {
    ++rank;
  }
  solution.determined = svd.matrixV().leftCols(rank);
  solution.free = svd.matrixV().rightCols(6 - rank);
  const VectorXd parts = (svd.matrixU().leftCols(rank).transpose() * right)
                           .cwiseQuotient(svd.singularValues().head(rank));
  solution.particular = solution.determined * parts;
  const double error = (matrix * solution.particular - right).lpNorm<Eigen::Infinity>();
  if (error > Contradiction * right.lpNorm<Eigen::Infinity>())
  {
    fail("The prescribed motions and supports of rigid face ", number, " contradict each other by ",
      error,
      ": no motion of a rigid body has all of them. Prescribe each motion once, and no "
      "displacements of single points on a rigid face.");
  }
  return solution;
}

/// The rows of a face's points by the six motions.
MatrixXd displacements(const Face& face, const std::vector<double>& points)
{
  MatrixXd rows(static_cast<Index>(3 * face.points.size()), 6);
  for (std::size_t i = 0; i < face.points.size(); ++i)
  {
    rows.middleRows<3>(static_cast<Index>(3 * i)) =
      face.displacement(pointOf(points, face.points[i]));
  }
  return rows;
}

/// An orthonormal basis of the columns, without those that depend on others, as the rotation of a
/// straight face about itself.
MatrixXd spanOf(const MatrixXd& columns)
{
  if (columns.cols() == 0)
  {
    return columns;
  }
  Eigen::ColPivHouseholderQR<MatrixXd> qr(columns);
  qr.setThreshold(DependentShare);
  // Of a product with the factor of displacements, the largest pivot need not be of order one.
  Index rank = 0;
  while (rank < std::min(columns.rows(), columns.cols()) &&
    std::abs(qr.matrixR()(rank, rank)) > DependentShare * std::sqrt(double(columns.rows())))
  {
    ++rank;
  }
  return qr.householderQ() * MatrixXd::Identity(columns.rows(), rank);
}

std::map<std::int32_t, Equations> equationsOf(
  const RigidFaces& faces, const std::map<std::int32_t, Face>& byNumber)
{
  std::map<std::int32_t, Equations> equations;
  for (const RigidFaceMotion& motion : faces.motions)
  {
    const auto face = byNumber.find(motion.face);
    if (face == byNumber.end())
    {
      fail("A motion of rigid face ", motion.face,
        " is prescribed, but no point of the mesh belongs to this face.");
    }
    const Row row = rowOf(face->second, motion);
    if (!(row.norm() > 0.0) || !std::isfinite(row.norm()) || !std::isfinite(motion.value))
    {
      fail("A prescribed motion of rigid face ", motion.face,
        " is none: give it a direction or an axis, and finite values.");
    }
    equations[motion.face].add(row, motion.value);
  }
  return equations;
}

void checkNumbers(const StructuralProblem& problem)
{
  const std::vector<std::int32_t>& numbers = problem.rigid.numbers;
  requireSize("The number of rigid faces", numbers.size(), problem.mesh.points.size(),
    "three for each point");
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    if (numbers[i] < 0 || numbers[i] != numbers[3 * (i / 3)])
    {
      fail("The number of the rigid face of point ", i / 3, " is ", numbers[i],
        ", but must be 0 or more, and the same for all components.");
    }
  }
}

/// Moves supports of a face's points into its equations.
void takeSupports(StructuralProblem& problem, const Face& face, Equations& equations)
{
  for (const std::size_t point : face.points)
  {
    const Eigen::Matrix<double, 3, 6> rows = face.displacement(pointOf(problem.mesh.points, point));
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t unknown = 3 * point + c;
      if (problem.supports[unknown])
      {
        equations.add(rows.row(static_cast<Index>(c)),
          problem.prescribedDisplacement.empty() ? 0.0 : problem.prescribedDisplacement[unknown]);
        problem.supports[unknown] = 0;
      }
    }
  }
}
}

void resolveRigidFaces(StructuralProblem& problem)
{
  RigidFaces& faces = problem.rigid;
  if (faces.numbers.empty() && faces.motions.empty())
  {
    return;
  }
  const std::vector<double>& points = problem.mesh.points;
  requireSize("Supports", problem.supports.size(), points.size(), "three for each point");
  checkNumbers(problem);
  const std::vector<std::uint8_t> used = nodesInElements(problem.mesh);
  for (std::size_t i = 0; i < faces.numbers.size(); ++i)
  {
    faces.numbers[i] = used[i / 3] ? faces.numbers[i] : 0;
  }
  const std::map<std::int32_t, Face> byNumber = facesOf(faces, points);
  std::map<std::int32_t, Equations> equations = equationsOf(faces, byNumber);
  faces.motions.clear();
  for (const auto& [number, face] : byNumber)
  {
    takeSupports(problem, face, equations[number]);
    const Solution solution = solve(number, equations[number]);
    const MatrixXd rows = displacements(face, points);
    const bool isHeld = spanOf(rows * solution.free).cols() == 0;
    const VectorXd prescribed = rows * solution.particular;
    if (problem.prescribedDisplacement.empty() && prescribed.lpNorm<Eigen::Infinity>() > 0.0)
    {
      problem.prescribedDisplacement.assign(points.size(), 0.0);
    }
    for (std::size_t i = 0; i < 3 * face.points.size(); ++i)
    {
      const std::size_t unknown = 3 * face.points[i / 3] + i % 3;
      if (!problem.prescribedDisplacement.empty())
      {
        problem.prescribedDisplacement[unknown] = prescribed[static_cast<Index>(i)];
      }
      if (isHeld)
      {
        problem.supports[unknown] = 1;
        faces.numbers[unknown] = 0;
      }
    }
    for (Index k = 0; !isHeld && k < solution.determined.cols(); ++k)
    {
      const VectorXd row = solution.determined.col(k);
      faces.motions.push_back({ number, { face.centre[0], face.centre[1], face.centre[2] },
        { row[0], row[1], row[2] }, { row[3] * face.size, row[4] * face.size, row[5] * face.size },
        row.dot(solution.particular) });
    }
  }
  if (!faces.arePresent())
  {
    faces.numbers.clear();
  }
}

RigidBasis rigidBasisOf(const RigidFaces& faces, const std::vector<double>& points)
{
  const std::map<std::int32_t, Face> byNumber = facesOf(faces, points);
  std::map<std::int32_t, Equations> equations = equationsOf(faces, byNumber);
  RigidBasis basis;
  for (const auto& [number, face] : byNumber)
  {
    const MatrixXd span =
      spanOf(displacements(face, points) * solve(number, equations[number]).free);
    RigidUnknowns& set = basis.emplace_back();
    for (const std::size_t point : face.points)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        set.unknowns.push_back(static_cast<std::int64_t>(3 * point + c));
      }
    }
    for (Index k = 0; k < span.cols(); ++k)
    {
      set.motions.emplace_back(span.col(k).data(), span.col(k).data() + span.rows());
    }
  }
  return basis;
}

std::vector<std::uint8_t> supportsAndRigidFaces(const ElasticConditions& conditions)
{
  std::vector<std::uint8_t> supports = conditions.supports;
  for (std::size_t i = 0; i < conditions.rigid.numbers.size(); ++i)
  {
    supports[i] = supports[i] || conditions.rigid.numbers[i] != 0 ? 1 : 0;
  }
  return supports;
}

AttachedBodies attachedBodiesOf(const RigidFaces& faces)
{
  AttachedBodies bodies;
  bodies.numbers = faces.numbers;
  for (const RigidFaceMotion& motion : faces.motions)
  {
    bodies.held.push_back({ motion.face, motion.point, motion.direction, motion.axis });
  }
  return bodies;
}

void requireNoRigidFaces(const RigidFaces& faces, const std::string& what)
{
  if (faces.arePresent() || !faces.motions.empty())
  {
    fail(what,
      " takes no rigid faces, and the array RigidBody has some. Choose Remote Load without "
      "Rigid Face, and supports of the type Displacement.");
  }
}
}
