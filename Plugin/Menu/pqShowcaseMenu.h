#ifndef pqShowcaseMenu_h
#define pqShowcaseMenu_h

#include <QMenu>

/**
 * The menu of the showcases, which are complete pipelines: state files in the folder `Showcases`
 * beside the plugin, which are written when the plugin is built.
 *
 * The script that wrote a state is a resource of the plugin. Its first sentence describes the
 * showcase; it is the tooltip, and is shown in the view when the showcase is open. A showcase
 * without a state file is disabled.
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

  /// Disables showcases that cannot be opened. Files may be added while the window is open.
  void enableActions();
  void open(const QString& stateFile, const QString& about);
};

#endif
