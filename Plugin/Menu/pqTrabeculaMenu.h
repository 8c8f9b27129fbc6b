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
class pqReport;

/**
 * The menu and the toolbar "Trabecula", which contain all sources and filters of the plugin in the
 * order of use, the showcases, the docks, the report, and the first tutorial.
 *
 * Actions are those of ParaView, and the toolbar is the one that ParaView creates for the category,
 * so that actions are enabled for the same inputs as in ParaView's menus. Filters of the category
 * "Trabecula" without the hint MenuSection, which states section and position, come last.
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

  /// Position of a proxy in the menu, from its hint MenuSection.
  struct Place
  {
    QString Section;
    int Position = 0;
  };

  QList<QAction*> categoryActions() const;
  /// Reads the positions and stores them, because there may be no server later.
  void readPlaces(const QList<QAction*>& actions);
  void findToolBar();
  /// Adds an explanation of missing filters: the server has not loaded the plugin.
  void addExplanation();
  /// Sets tooltips of disabled actions that state what to select first.
  void addTips(const QList<QAction*>& actions);
  void addToToolBar(const QList<QAction*>& actions);

  QPointer<QMainWindow> Window;
  QPointer<QMenu> Menu;
  QPointer<QToolBar> ToolBar;
  QMap<QString, Place> Places; ///< of proxies
  bool IsPlaced = false;       ///< whether the toolbar has been moved to its row
  QPointer<QMenu> Showcases;
  QPointer<QMenu> Units;
  QPointer<QAction> FirstSteps;
  QPointer<QAction> SideBySide;
  QPointer<pqReport> Report;
};

#endif
