#ifndef pqConnectionRow_h
#define pqConnectionRow_h

#include <QPointer>
#include <QWidget>

class QComboBox;
class pqResponseTableWidget;

/**
 * The row of the table for manufacture that says to which place all material is to be connected. It
 * is a view of the first bound on the virtual temperature in the table of constraints, where its
 * bound is, too, and hidden while there is none.
 */
class pqConnectionRow : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  /// @param constraints whose rows it shows; null for a filter without them
  pqConnectionRow(pqResponseTableWidget* constraints, QWidget* parent);
  ~pqConnectionRow() override = default;

  /// Whether the filter can connect material.
  bool isOffered() const;
  bool isInTable() const;

public Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
  void addToTable();
  /// Shows what the constraints are now.
  void refresh();

private Q_SLOTS:
  void removeFromTable();
  void setPlace(int index);

private:
  Q_DISABLE_COPY(pqConnectionRow)

  /// The number of the constraint among all; -1 for none.
  int row() const;

  QPointer<pqResponseTableWidget> Constraints;
  QComboBox* Place;
};

#endif
