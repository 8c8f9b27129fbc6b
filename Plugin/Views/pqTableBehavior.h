#ifndef pqTableBehavior_h
#define pqTableBehavior_h

#include <QObject>

class pqSpreadSheetView;
class pqView;

/**
 * Widens the columns of tables of this plugin's results to their numbers, adds units to titles of
 * columns (see pqUnitHeader), and prevents a crash when undo removes a table from a layout.
 *
 * ParaView's spreadsheet views update their widget whenever they have rendered. Undo of a layout
 * deletes the widget with its frame and handles events before the view itself is removed: a pending
 * render then crashes ParaView. Therefore updates are disconnected from a view that has lost its
 * widget.
 */
class pqTableBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqTableBehavior(QObject* parent = nullptr);
  ~pqTableBehavior() override = default;

private Q_SLOTS:
  void onViewAdded(pqView* view);

private:
  Q_DISABLE_COPY(pqTableBehavior)

  void watchColumns(pqSpreadSheetView* view);
};

#endif
