#ifndef pqConflictNote_h
#define pqConflictNote_h

#include "vtkWeakPointer.h"

#include <QLabel>
#include <QTimer>

#include <string>

class vtkSMProxy;

/**
 * States below a table of the panel what Apply would refuse, because values in the panel conflict
 * with each other. The note is hidden while there is nothing to state.
 *
 * The rules are those of the filter, not of the panel: a copy of the filter receives the values of
 * the panel, also those that are not applied, and reports the conflicts. The copy is never
 * executed.
 */
class pqConflictNote : public QLabel
{
  Q_OBJECT
  using Superclass = QLabel;

public:
  /// @param property of the filter that reports the conflicts, a line each
  pqConflictNote(vtkSMProxy* proxy, const QString& property, QWidget* parent);
  ~pqConflictNote() override = default;

private Q_SLOTS:
  void checkLater() { this->Timer.start(); }
  void check();

private:
  Q_DISABLE_COPY(pqConflictNote)

  vtkWeakPointer<vtkSMProxy> Proxy;
  std::string Property;
  QTimer Timer;
};

#endif
