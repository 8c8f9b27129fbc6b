#ifndef TRABECULA_TESTING_KERNELS_TOYOPTIMIZATION_H
#define TRABECULA_TESTING_KERNELS_TOYOPTIMIZATION_H

#include "Optimization/OptimizationTask.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
/**
 * Minimizes sum_i (x_i - target_i)^2 by x += rate (target - x). It has two columns, one field and a
 * state, and is no method of this library.
 */
class ToyTask : public OptimizationTask
{
public:
  ToyTask(std::vector<double> target, double rate) : Target(std::move(target)), Rate(rate) {}

  /// Sets the duration of an iteration, milliseconds.
  void setDuration(int milliseconds) { this->Duration = milliseconds; }
  /// Number of existing models.
  static std::atomic<int> models;
  /// Iterate whose field cannot be read the first time; -1 for none.
  static std::atomic<int> unreadable;

  void validate() const override;
  std::size_t keepConditionsSolid(int /*layers*/, double /*most*/) override { return 0; }
  void checkDevice(const Device& device) const override;
  std::unique_ptr<Optimization> make(
    std::shared_ptr<const ExecutionContext> context, Observer& observer) const override;
  std::uint64_t fingerprint() const override;
  ProblemIdentity identity() const override;
  std::uint64_t designSpace() const override { return this->Target.size(); }
  bool isReproducible() const override { return true; }
  HistoryColumns columns() const override;
  std::string describe(const HistoryRow& row) const override;
  std::vector<double> start() const override { return this->Start; }
  void setStart(std::vector<double> design) override { this->Start = std::move(design); }
  std::vector<double> designOf(const OptimizationState& state) const override
  {
    return state.field("x");
  }

private:
  friend class ToyOptimization;

  std::vector<double> Target;
  double Rate;
  std::vector<double> Start;
  int Duration = 0;
};
}

#endif
