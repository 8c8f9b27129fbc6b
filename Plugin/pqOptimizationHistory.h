#ifndef pqOptimizationHistory_h
#define pqOptimizationHistory_h

#include "vtkSmartPointer.h"

#include <QString>

class vtkSMSourceProxy;
class vtkTable;

/**
 * The convergence history of an optimization filter, read from its property History: the table that
 * the filter's convergence port has, to be had while it runs, too.
 */
namespace pqOptimizationHistory
{
/// A row for each iteration; no rows before the first.
vtkSmartPointer<vtkTable> read(vtkSMSourceProxy* proxy);

/// The column of what is minimized.
const char* objective(vtkSMSourceProxy* proxy);

/// The value of a column in the last row.
double last(vtkTable* history, const char* column);

/// Mean of the last few iterations, seconds; 0 before the first.
double secondsOfIteration(vtkTable* history);

/// Writes all of it as comma-separated values. @return whether that went well
bool save(vtkTable* history, const QString& fileName);
}

#endif
