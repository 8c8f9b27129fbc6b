#ifndef TRABECULA_RUN_RUNITERATE_H
#define TRABECULA_RUN_RUNITERATE_H

#include "Optimization/Optimization.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// An iterate as stored for output: a row of the history and named fields.
struct RunIterate
{
  HistoryColumns columns; ///< of the row
  /// Its iteration continues the numbering if a new problem continues from the present design.
  HistoryRow row;
  int problem = 0; ///< RunProblem::number of its problem
  std::vector<FieldDescription> fields;
  /// Of each field. Of several processes that compute together, only the first has them.
  std::vector<std::vector<double>> values;
  std::size_t bytesElsewhere = 0; ///< of values that another process has

  int number() const { return this->row.iteration; }
  /// Values of the field of a name; an empty field if there is none.
  const std::vector<double>& field(const std::string& name) const;
  /// Bytes of the values, here and elsewhere.
  std::size_t bytes() const;
};

/// The last iterate of an optimization. @param columns of its history
RunIterate makeIterate(const Optimization& optimization, const HistoryColumns& columns);
}

#endif
