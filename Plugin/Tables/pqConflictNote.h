#ifndef pqConflictNote_h
#define pqConflictNote_h

#include "vtkWeakPointer.h"

#include <QLabel>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <string>
#include <utility>

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

  /// Shows lines at the rows of the table that they concern. @param show returns the lines that
  /// remain for the note
  void setRows(std::function<QStringList(const QStringList& lines)> show)
  {
    this->ShowAtRows = std::move(show);
  }

private Q_SLOTS:
  void checkLater() { this->Timer.start(); }
  void check();

private:
  Q_DISABLE_COPY(pqConflictNote)

  vtkWeakPointer<vtkSMProxy> Proxy;
  std::string Property;
  std::function<QStringList(const QStringList&)> ShowAtRows;
  QTimer Timer;
};

#endif
