#ifndef TRABECULA_OPTIMIZATION_METHOD_PROBLEMTASK_H
#define TRABECULA_OPTIMIZATION_METHOD_PROBLEMTASK_H

#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/OptimizationTask.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"
#include "Optimization/TopologyOptimizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// One line on an iterate of a history of topology optimization.
std::string describeTopology(const HistoryColumns& columns, const HistoryRow& row);

/**
 * OptimizationTask of any problem of topology optimization.
 *
 * The type of the problem comes with these functions of problems that need not be valid:
 * fingerprint(), identify(), designSpaceOf(), columnsOf(), convergenceOf(), repeatsBitwise(),
 * variablesOf(), keepConditionsSolid() and keepNeighbourhoodSolid(); and with prepare(), which
 * makes the TopologyMethod of a valid problem. From validate() until make() that method is kept.
 */
template <class Problem>
class ProblemTask : public OptimizationTask
{
public:
  explicit ProblemTask(Problem problem) : Stored(std::move(problem)) {}
  ProblemTask(const ProblemTask&) = delete;
  ProblemTask& operator=(const ProblemTask&) = delete;

  const Problem& problem() const { return this->Stored; }

  void validate() const override { this->method(); }
  std::size_t keepConditionsSolid(int layers, double most) override
  {
    using trabecula::keepConditionsSolid;
    this->Method.reset();
    return keepConditionsSolid(this->Stored, layers, most);
  }
  KeptSolid keepNeighbourhoodSolid(double most) override
  {
    using trabecula::keepNeighbourhoodSolid;
    this->Method.reset();
    return keepNeighbourhoodSolid(this->Stored, most);
  }
  std::vector<std::string> warnings() const override { return this->method().warnings(); }
  void checkDevice(const Device& device) const override { this->method().checkDevice(device); }
  std::string reasonAgainstParts() const override { return this->method().reasonAgainstParts(); }
  void checkParts(Parts& parts) const override { this->method().checkParts(parts); }
  std::unique_ptr<Optimization> make(
    std::shared_ptr<const ExecutionContext> context, Observer& observer) const override
  {
    this->method();
    return std::make_unique<TopologyOptimizer>(
      std::move(this->Method), std::move(context), observer);
  }

  std::uint64_t fingerprint() const override
  {
    using trabecula::fingerprint;
    return fingerprint(this->Stored);
  }
  ProblemIdentity identity() const override { return identify(this->Stored); }
  std::uint64_t designSpace() const override { return designSpaceOf(this->Stored); }
  bool isReproducible() const override { return repeatsBitwise(this->Stored); }
  HistoryColumns columns() const override { return columnsOf(this->Stored); }
  ConvergenceRule convergence() const override { return convergenceOf(this->Stored); }
  std::string describe(const HistoryRow& row) const override
  {
    return describeTopology(this->columns(), row);
  }

  std::vector<double> start() const override { return this->Stored.design.initialDensity; }
  void setStart(std::vector<double> design) override
  {
    this->Stored.design.initialDensity = std::move(design);
    if (this->Method)
    {
      this->Method->checkStart();
    }
  }
  std::vector<double> designOf(const OptimizationState& state) const override
  {
    return variablesOf(this->Stored, state);
  }

private:
  TopologyMethod& method() const
  {
    if (!this->Method)
    {
      this->Method = prepare(this->Stored);
    }
    return *this->Method;
  }

  Problem Stored;
  mutable std::unique_ptr<TopologyMethod> Method; ///< if it is prepared
};
}

#endif
