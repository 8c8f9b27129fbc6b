#ifndef pqTrabeculaMenu_h
#define pqTrabeculaMenu_h

#include <QList>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>

class QAction;
class QMainWindow;
class QMenu;
class QToolBar;

/**
 * The menu and the toolbar "Trabecula": all sources and filters of the plugin in the order of use,
 * the showcases as complete pipelines, the docks, and the first tutorial.
 *
 * Actions are those of ParaView, and the toolbar is the one that it makes of the category's
 * filters, so that they are enabled for the same inputs as in its menus; those of the category
 * "Trabecula" without the hint MenuSection, which gives section and position, come last.
 */
class pqTrabeculaMenu : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqTrabeculaMenu(QObject* parent = nullptr);
  ~pqTrabeculaMenu() override;

private Q_SLOTS:
  /// Called when the main window exists.
  void build();
  /// Fills menu and toolbar with the existing actions.
  void fill();
  void addDocks();
  void enableSideBySide();
  void onActionChanged();

private:
  Q_DISABLE_COPY(pqTrabeculaMenu)

  /// Where a proxy stands, from its hint MenuSection.
  struct Place
  {
    QString Section;
    int Position = 0;
  };

  QList<QAction*> categoryActions() const;
  /// Reads places, which are kept, as there may be no server to ask later.
  void readPlaces(const QList<QAction*>& actions);
  void findToolBar();
  /// Why there are no filters: the server does not have the plugin.
  void addExplanation();
  /// Tooltips that say what to select first while actions are disabled.
  void addTips(const QList<QAction*>& actions);
  void addToToolBar(const QList<QAction*>& actions);

  QPointer<QMainWindow> Window;
  QPointer<QMenu> Menu;
  QPointer<QToolBar> ToolBar;
  QMap<QString, Place> Places; ///< of proxies
  bool IsPlaced = false;       ///< whether the toolbar is in its row
  QPointer<QMenu> Showcases;
  QPointer<QAction> FirstSteps;
  QPointer<QAction> SideBySide;
};

#endif
