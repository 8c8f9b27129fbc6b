#ifndef pqShowcaseMenu_h
#define pqShowcaseMenu_h

#include <QMenu>

/**
 * The menu of complete pipelines: state files in the folder `Showcases` beside the plugin, which
 * the build writes with the plugin.
 *
 * The script that wrote a state is among the plugin's resources. Its first sentence says what is to
 * be seen: it is the tooltip, and stands in the view when the showcase is open. A showcase without
 * a state file is greyed.
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

  /// Greys what cannot be opened, as files may come while the window is open.
  void enableActions();
  void open(const QString& stateFile, const QString& about);
};

#endif
