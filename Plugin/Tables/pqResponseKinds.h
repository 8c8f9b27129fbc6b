#ifndef pqResponseKinds_h
#define pqResponseKinds_h

#include <QString>
#include <QStringList>
#include <QVector>

class vtkSMProxy;

/// A response that a filter can minimize or bound.
struct pqResponseKind
{
  QString name;  ///< in lists of the filter
  QString label; ///< in the panel
  QString unit;  ///< in words; empty for a ratio
  QStringList senses;
  QString regionOf; ///< "cells" or "points"; empty if it takes no region
  bool takesLoadCases = false;
  QStringList parameters;
};

/// The responses of a filter, from its property ResponseKinds, and what they can be computed of.
namespace pqResponseKinds
{
/// Returns all responses of a filter, which are fetched once.
QVector<pqResponseKind> read(vtkSMProxy* proxy);

/// Returns the label of the objective in the panel, which may not have been applied.
QString objective(vtkSMProxy* proxy);

/// Returns the names of the load cases: the selected force arrays, or all if none is selected.
QStringList loadCases(vtkSMProxy* proxy);

/// Returns the numbers of the regions of cells or points; empty if they are not known.
QStringList regions(vtkSMProxy* proxy, const QString& regionOf);
}

#endif
