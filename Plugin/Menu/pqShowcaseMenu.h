#ifndef pqShowcaseMenu_h
#define pqShowcaseMenu_h

#include <QMenu>

/**
 * The menu of complete pipelines: state files among the plugin's resources.
 *
 * Each has beside it the script that made it, whose first sentence says what is to be seen: it is
 * the tooltip, and stands in the view when the showcase is open.
 */
class pqShowcaseMenu : public QMenu
{
  Q_OBJECT
  using Superclass = QMenu;

public:
  explicit pqShowcaseMenu(QWidget* parent = nullptr);
  ~pqShowcaseMenu() override = default;

private:
  Q_DISABLE_COPY(pqShowcaseMenu)

  void open(const QString& stateFile, const QString& about);
};

#endif
