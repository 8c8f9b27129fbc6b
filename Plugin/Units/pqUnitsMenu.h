#ifndef pqUnitsMenu_h
#define pqUnitsMenu_h

#include <QMenu>

class QActionGroup;

/**
 * Submenu of the menu Trabecula in which the user says in which units he works, see pqUnits.
 */
class pqUnitsMenu : public QMenu
{
  Q_OBJECT
  using Superclass = QMenu;

public:
  explicit pqUnitsMenu(QWidget* parent = nullptr);
  ~pqUnitsMenu() override = default;

private Q_SLOTS:
  /// Ticks the units in use.
  void tick();

private:
  Q_DISABLE_COPY(pqUnitsMenu)

  QActionGroup* Group; ///< of which one is chosen
};

#endif
