#ifndef pqTableBehavior_h
#define pqTableBehavior_h

#include <QObject>

class pqView;

/**
 * Lets tables be taken out of a layout by undo.
 *
 * ParaView's spreadsheet views update their widget whenever they have rendered. Undo of a layout
 * deletes the widget with its frame and handles events before the view itself is removed: a render
 * that is still pending then makes ParaView crash. A view that has lost its widget, which it never
 * gets again, has nothing to update any more.
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
};

#endif
