#include "Mesh/RigidBodyMotions.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cstdio>

namespace trabecula
{
namespace
{
/// Relative tolerance of squared motions: motions below a millionth of the largest are not
/// supported.
constexpr double LeastSquare = 1e-12;

using Row = Eigen::Matrix<double, 6, 1>;

/// Bodies move by t + w x (p - centre) / radius: the coefficients that give one component of it.
Row coefficients(
  const RigidBodyMotions::Component& component, const std::array<double, 3>& centre, double radius)
{
  const Eigen::Vector3d r = (Eigen::Map<const Eigen::Vector3d>(component.point.data()) -
                              Eigen::Map<const Eigen::Vector3d>(centre.data())) /
    radius;
  const Eigen::Vector3d direction = Eigen::Vector3d::Unit(component.direction);
  Row row;
  row << direction, r.cross(direction);
  return row;
}

/// Bases of the motions that satisfy all conditions, one per column.
Eigen::MatrixXd freeMotions(std::size_t size, const std::vector<double>& gram)
{
  const auto n = static_cast<Eigen::Index>(size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
    Eigen::Map<const Eigen::MatrixXd>(gram.data(), n, n));
  const double threshold = LeastSquare * std::max(1.0, solver.eigenvalues().maxCoeff());
  Eigen::Index free = 0;
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

RigidBodyMotions::RigidBodyMotions(
  const std::vector<std::array<double, 3>>& centres, const std::vector<double>& radii)
  : Centres(centres), Radii(radii), Size(6 * centres.size()), Gram(Size * Size, 0.0)
{
}

void RigidBodyMotions::add(
  const std::vector<std::size_t>& places, const std::vector<double>& values)
{
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    for (std::size_t j = 0; j < places.size(); ++j)
    {
      this->Gram[places[i] * this->Size + places[j]] += values[i] * values[j];
    }
  }
}

void RigidBodyMotions::hold(const Component& component)
{
  const auto body = static_cast<std::size_t>(component.body);
  const Row row = coefficients(component, this->Centres[body], this->Radii[body]);
  for (std::size_t i = 0; i < 6; ++i)
  {
    double* to = this->Gram.data() + (6 * body + i) * this->Size + 6 * body;
    for (std::size_t j = 0; j < 6; ++j)
    {
      to[j] += row[static_cast<Eigen::Index>(i)] * row[static_cast<Eigen::Index>(j)];
    }
  }
}

void RigidBodyMotions::join(
  std::int32_t first, std::int32_t second, const std::array<double, 3>& point)
{
  for (int direction = 0; direction < 3; ++direction)
  {
    std::vector<std::size_t> places;
    std::vector<double> values;
    for (const std::int32_t body : { first, second })
    {
      const auto b = static_cast<std::size_t>(body);
      const Row row = coefficients({ body, direction, point }, this->Centres[b], this->Radii[b]);
      for (std::size_t i = 0; i < 6; ++i)
      {
        places.push_back(6 * b + i);
        values.push_back((body == first ? 1.0 : -1.0) * row[static_cast<Eigen::Index>(i)]);
      }
    }
    this->add(places, values);
  }
}

void RigidBodyMotions::holdRotation(std::int32_t body, int direction)
{
  this->add(
    { 6 * static_cast<std::size_t>(body) + 3 + static_cast<std::size_t>(direction) }, { 1.0 });
}

std::vector<std::size_t> RigidBodyMotions::fewestSupports(
  const std::vector<Component>& candidates) const
{
  Eigen::MatrixXd motions = freeMotions(this->Size, this->Gram);
  std::vector<std::size_t> chosen;
  while (motions.cols() > 0)
  {
    // The candidate with the largest effect on the remaining motions, which avoids short levers.
    double best = LeastSquare;
    std::size_t number = candidates.size();
    Eigen::VectorXd direction;
    for (std::size_t i = 0; i < candidates.size(); ++i)
    {
      const auto body = static_cast<std::size_t>(candidates[i].body);
      const Row row = coefficients(candidates[i], this->Centres[body], this->Radii[body]);
      const Eigen::VectorXd moved =
        motions.middleRows<6>(6 * static_cast<Eigen::Index>(body)).transpose() * row;
      // The first of equal ones, independent of rounding.
      if (moved.squaredNorm() > best * (1.0 + 1e-9))
      {
        best = moved.squaredNorm();
        number = i;
        direction = moved;
      }
    }
    if (number == candidates.size())
    {
      break;
    }
    chosen.push_back(number);
    // The motions that the new support leaves: an orthonormal basis of those across its row.
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(direction);
    const Eigen::MatrixXd Q = qr.householderQ();
    motions = (motions * Q.rightCols(Q.cols() - 1)).eval();
  }
  return chosen;
}

RigidBodyMotions::Description RigidBodyMotions::describe() const
{
  const Eigen::MatrixXd motions = freeMotions(this->Size, this->Gram);
  if (motions.cols() == 0)
  {
    return { 0, 0, {} };
  }
  const auto bodies = static_cast<std::int32_t>(this->Centres.size());
  std::int32_t moving = 0;
  while (moving + 1 < bodies &&
    motions.middleRows<6>(6 * static_cast<Eigen::Index>(moving)).norm() < 1e-6)
  {
    ++moving;
  }
  return { static_cast<int>(motions.cols()), moving,
    nameMotions(motions.middleRows<6>(6 * static_cast<Eigen::Index>(moving))) };
}
}
