#include "pqUnitsMenu.h"

#include "pqOptimizationSource.h"
#include "pqUnits.h"

#include <QAction>
#include <QActionGroup>

//-----------------------------------------------------------------------------
pqUnitsMenu::pqUnitsMenu(QWidget* parent)
  : Superclass(tr("Units"), parent), Group(new QActionGroup(this))
{
  this->setObjectName("menuUnits");
  this->setToolTipsVisible(true);
  for (const pqUnits::System system : trabecula::filters::unitSystems())
  {
    const QString name = QString::fromStdString(trabecula::filters::systemName(system));
    QAction* action = this->addAction(name);
    action->setObjectName(QString("actionUnits%1").arg(static_cast<int>(system)));
    action->setCheckable(true);
    action->setData(static_cast<int>(system));
    action->setToolTip(system == pqUnits::System::Consistent
        ? tr("Not stated: any consistent units, and no materials by their names")
        : tr("Numbers are labelled, and materials have their values in these units. No number that "
             "was typed is converted."));
    this->Group->addAction(action);
    QObject::connect(action, &QAction::triggered, this,
      [system, name]()
      {
        pqUnits::instance()->choose(system);
        pqOptimizationSource::showMessage(tr("Units: %1").arg(name));
      });
  }
  QObject::connect(this, &QMenu::aboutToShow, this, &pqUnitsMenu::tick);
  this->tick();
}

//-----------------------------------------------------------------------------
void pqUnitsMenu::tick()
{
  const pqUnits* units = pqUnits::instance();
  for (QAction* action : this->actions())
  {
    action->setChecked(units && action->data().toInt() == static_cast<int>(units->system()));
  }
}
