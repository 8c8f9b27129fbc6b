#ifndef pqOptimizationHistory_h
#define pqOptimizationHistory_h

#include "vtkSmartPointer.h"

#include <QString>

#include <string>

class vtkSMSourceProxy;
class vtkTable;

/**
 * The convergence history of an optimization filter, read from its properties History and
 * HistoryColumns: the table that the filter's convergence port has, to be had while it runs, too.
 * What is minimized and how long an iteration takes is known by the roles of columns.
 */
namespace pqOptimizationHistory
{
/// Name of the column that counts iterations.
constexpr const char* IterationColumn = "Iteration";

/// A row for each iteration; no rows before the first.
vtkSmartPointer<vtkTable> read(vtkSMSourceProxy* proxy);

/// The column of what is minimized; empty before there are columns.
std::string objective(vtkSMSourceProxy* proxy);

/// The column of what an iteration takes; empty if there is none.
std::string seconds(vtkSMSourceProxy* proxy);

/// A column's name as a person reads it: "Volume fraction" for VolumeFraction.
QString title(const std::string& column);

/// The value of a column in the last row; 0 if there is none.
double last(vtkTable* history, const std::string& column);

/// Mean of a column over the last few rows; 0 before the first.
double recentMean(vtkTable* history, const std::string& column);

/// Writes all of it as comma-separated values. @return whether that went well
bool save(vtkTable* history, const QString& fileName);
}

#endif
