#ifndef TRABECULA_OPTIMIZATION_HISTORY_H
#define TRABECULA_OPTIMIZATION_HISTORY_H

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// Meaning of a column of the history, independent of the method.
enum class ColumnRole
{
  Other,
  Objective, ///< what is minimized
  Change,    ///< largest change of a design variable since the last iterate; for convergence
  Seconds    ///< wall clock of the iteration
};

/// A named quantity with one value per iterate.
struct HistoryColumn
{
  std::string name; ///< as in tables and files, for example "Compliance"
  ColumnRole role = ColumnRole::Other;
  bool isInteger = false;
};

/// The columns of a run's history, without the iteration number.
class HistoryColumns
{
public:
  HistoryColumns() = default;
  explicit HistoryColumns(std::vector<HistoryColumn> columns) : Columns(std::move(columns)) {}

  std::size_t size() const { return this->Columns.size(); }
  const HistoryColumn& operator[](std::size_t i) const { return this->Columns[i]; }
  auto begin() const { return this->Columns.begin(); }
  auto end() const { return this->Columns.end(); }

  /// Index of the first column with a name or a role; -1 if there is none.
  int find(const std::string& name) const;
  int find(ColumnRole role) const;

private:
  std::vector<HistoryColumn> Columns;
};

/// One row of a history.
struct HistoryRow
{
  int iteration = 0;
  std::vector<double> values; ///< one for each column
};

/// The value of a row in the first column of a role, or of a name; 0 if there is none.
double valueOf(const HistoryColumns& columns, const HistoryRow& row, ColumnRole role);
double valueOf(const HistoryColumns& columns, const HistoryRow& row, const std::string& name);

/// One row of a history with its columns, read and written by their names or roles; values are 0
/// before they are written.
class IterationRecord
{
public:
  IterationRecord() = default;
  explicit IterationRecord(HistoryColumns columns) : Columns(std::move(columns))
  {
    this->Row.values.resize(this->Columns.size());
  }

  /// 0 is the analysis of the initial design, which other codes call their first iteration.
  int iteration() const { return this->Row.iteration; }
  void setIteration(int iteration) { this->Row.iteration = iteration; }

  /// The value in the first column of a name or a role. @throws Error if there is none
  double operator[](const std::string& column) const { return this->Row.values[this->at(column)]; }
  double operator[](ColumnRole role) const { return this->Row.values[this->at(role)]; }
  double& operator[](const std::string& column) { return this->Row.values[this->at(column)]; }
  double& operator[](ColumnRole role) { return this->Row.values[this->at(role)]; }

  /// What is minimized.
  double objective() const { return (*this)[ColumnRole::Objective]; }
  /// The largest change of a design variable since the last iterate, or the measure of change of
  /// the method.
  double change() const { return (*this)[ColumnRole::Change]; }
  /// Number of solver iterations, summed over load cases and adjoint systems.
  int solverIterations() const { return static_cast<int>((*this)["SolverIterations"]); }
  /// Wall clock of the iteration.
  double seconds() const { return (*this)[ColumnRole::Seconds]; }

  const HistoryColumns& columns() const { return this->Columns; }
  const HistoryRow& row() const { return this->Row; }
  /// @throws Error unless there is a value for each column
  void setRow(HistoryRow row);

private:
  std::size_t at(const std::string& column) const;
  std::size_t at(ColumnRole role) const;

  HistoryColumns Columns;
  HistoryRow Row;
};
/// Whether both have the same names in the same order, so that rows are interchangeable.
bool haveSameNames(const HistoryColumns& a, const HistoryColumns& b);
/// Converts a row to other columns: values by name, else by role, else NaN.
HistoryRow inColumns(const HistoryRow& row, const HistoryColumns& from, const HistoryColumns& to);
}

#endif
