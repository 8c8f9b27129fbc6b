#ifndef pqOptimizationHistory_h
#define pqOptimizationHistory_h

#include "vtkSmartPointer.h"

#include <QString>

#include <string>
#include <vector>

class QWidget;
class vtkSMSourceProxy;
class vtkTable;

/**
 * Reads the convergence history of an optimization filter from its properties History and
 * HistoryColumns: the table of the filter's convergence port, which is also available during a run.
 * The columns of the objective and of the seconds are identified by their roles.
 */
namespace pqOptimizationHistory
{
/// Name of the column that counts iterations.
constexpr const char* IterationColumn = "Iteration";

/// Returns the history, with a row for each iteration; empty before the first.
vtkSmartPointer<vtkTable> read(vtkSMSourceProxy* proxy);

/// Returns the name of the objective's column; empty before there are columns.
std::string objective(vtkSMSourceProxy* proxy);

/// Returns the name of the column of seconds per iteration; empty if there is none.
std::string seconds(vtkSMSourceProxy* proxy);

/// A bound on a column.
struct Bound
{
  std::string column;
  bool isUpper = true;
  double bound = 0.0;
  bool isMet = true; ///< by the last row
};

/// Returns the bounds on columns; empty before the first row.
std::vector<Bound> bounds(vtkSMSourceProxy* proxy);

/// Returns the display name of a column: "Volume fraction" for VolumeFraction.
QString title(const std::string& column);

/// Returns the value of a column in the last row; 0 if there is none.
double last(vtkTable* history, const std::string& column);

/// Returns the mean of a column over the last few rows; 0 before the first.
double recentMean(vtkTable* history, const std::string& column);

/**
 * Whether the histories of two optimizations can be compared: this requires the same method, input,
 * material and interpolation. Otherwise the objectives are those of different models.
 */
bool isComparable(vtkSMSourceProxy* first, vtkSMSourceProxy* other);

/// Writes the history as comma-separated values to a file that the user names. A failure is told.
void saveAs(vtkTable* history, QWidget* parent);
}

#endif
