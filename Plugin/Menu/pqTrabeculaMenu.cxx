#include "pqTrabeculaMenu.h"

#include "pqActiveObjects.h"
#include "pqCoreUtilities.h"
#include "pqHelpReaction.h"
#include "pqManagePluginsReaction.h"
#include "pqProxyGroupMenuManager.h"
#include "pqReport.h"
#include "pqServer.h"
#include "pqShowcaseMenu.h"
#include "pqUnitsMenu.h"
#include "pqVariantViews.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProxy.h"
#include "vtkSMSessionProxyManager.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPair>
#include <QToolBar>

#include <algorithm>

namespace
{
const char* const Category = "Trabecula";
const char* const Tutorial = "qthelp://Trabecula.org/Trabecula/index.html";

//-----------------------------------------------------------------------------
/// Returns the sections of the menu in order, with their titles. The hint MenuSection of a proxy
/// names one of them.
QList<QPair<QString, QString>> sections()
{
  return { { "Examples", QObject::tr("Examples") }, { "Set Up", QObject::tr("Set Up") },
    { "Solve", QObject::tr("Solve") }, { "Result", QObject::tr("Result") } };
}

/// Dynamic properties of actions: the tooltips of the enabled and of the disabled action.
const char* const EnabledTip = "TrabeculaEnabledTip";
const char* const DisabledTip = "TrabeculaDisabledTip";

//-----------------------------------------------------------------------------
/// Returns the name of a proxy, which ParaView's menus store in the data of an action after its
/// group.
QString proxyName(const QAction* action)
{
  return action->data().toStringList().value(1);
}

//-----------------------------------------------------------------------------
/// Returns a hint of the proxy that an action creates; null if there is none, or no server.
vtkPVXMLElement* hintOf(const QAction* action, const char* hint)
{
  const QStringList name = action->data().toStringList();
  const pqServer* server = pqActiveObjects::instance().activeServer();
  vtkSMProxy* prototype = server && name.size() > 1
    ? server->proxyManager()->GetPrototypeProxy(name[0].toUtf8().data(), name[1].toUtf8().data())
    : nullptr;
  vtkPVXMLElement* hints = prototype ? prototype->GetHints() : nullptr;
  return hints ? hints->FindNestedElementByName(hint) : nullptr;
}

//-----------------------------------------------------------------------------
/// Returns what has to be selected for a filter, from its hint SelectFirst.
QString selectFirst(const QAction* action)
{
  vtkPVXMLElement* hint = hintOf(action, "SelectFirst");
  return hint ? QString(hint->GetCharacterData()).simplified() : QString();
}

//-----------------------------------------------------------------------------
/// Sets a tooltip as rich text, because only rich text is wrapped.
void setTip(QAction* action)
{
  if (!action->property(EnabledTip).isValid())
  {
    action->setProperty(EnabledTip, action->toolTip());
  }
  if (action->property(DisabledTip).toString().isEmpty())
  {
    // There may not have been a server before.
    action->setProperty(DisabledTip, selectFirst(action));
  }
  const QString first = action->property(DisabledTip).toString();
  const QString tip = action->isEnabled() || first.isEmpty()
    ? action->property(EnabledTip).toString()
    : QString("<p><b>%1</b></p><p>%2</p>")
        .arg(action->text().remove('&').toHtmlEscaped(), first.toHtmlEscaped());
  if (action->toolTip() != tip)
  {
    action->setToolTip(tip);
  }
}
}

//-----------------------------------------------------------------------------
pqTrabeculaMenu::pqTrabeculaMenu(QObject* parent) : Superclass(parent)
{
  // Plugins that are loaded automatically are loaded before the main window has its menus.
  QMetaObject::invokeMethod(this, "build", Qt::QueuedConnection);
}

//-----------------------------------------------------------------------------
pqTrabeculaMenu::~pqTrabeculaMenu()
{
  delete this->Menu;
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::build()
{
  this->Window = qobject_cast<QMainWindow*>(pqCoreUtilities::mainWidget());
  if (!this->Window || !this->Window->menuBar())
  {
    return; // an application without menus
  }
  QMenuBar* bar = this->Window->menuBar();
  this->Menu = new QMenu(tr("T&rabecula"), bar);
  this->Menu->setObjectName("menuTrabecula");
  this->Menu->setToolTipsVisible(true);
  const QAction* filters = nullptr;
  QAction* next = nullptr;
  for (QAction* action : bar->actions())
  {
    if (filters)
    {
      next = action;
      break;
    }
    if (action->menu() && action->menu()->objectName() == "menuFilters")
    {
      filters = action;
    }
  }
  bar->insertMenu(next, this->Menu);

  this->Showcases = new pqShowcaseMenu(this->Menu);
  this->Units = new pqUnitsMenu(this->Window);
  // Not a child of the menu, which would delete it in clear().
  this->FirstSteps = new QAction(tr("First Steps"), this);
  this->FirstSteps->setObjectName("actionFirstSteps");
  QObject::connect(
    this->FirstSteps, &QAction::triggered, this, []() { pqHelpReaction::showHelp(Tutorial); });

  this->SideBySide = new QAction(tr("Show Variants Side by Side"), this);
  this->SideBySide->setObjectName("actionSideBySide");
  QObject::connect(this->SideBySide, &QAction::triggered, this,
    []() { pqVariantViews::showSideBySide(pqVariantViews::variants()); });
  QObject::connect(this->Menu, &QMenu::aboutToShow, this, &pqTrabeculaMenu::enableSideBySide);

  this->Report = new pqReport(this);
  QObject::connect(this->Menu, &QMenu::aboutToShow, this->Report, &pqReport::updateState);

  for (auto* manager : this->Window->findChildren<pqProxyGroupMenuManager*>())
  {
    QObject::connect(
      manager, &pqProxyGroupMenuManager::menuPopulated, this, &pqTrabeculaMenu::fill);
  }
  // Docks may be added and removed.
  QObject::connect(this->Menu, &QMenu::aboutToShow, this, &pqTrabeculaMenu::addDocks);
  this->fill();
}

//-----------------------------------------------------------------------------
QList<QAction*> pqTrabeculaMenu::categoryActions() const
{
  QList<QAction*> actions;
  for (const char* name : { "menuSources", "menuFilters" })
  {
    const auto* menu = this->Window->findChild<QMenu*>(name);
    if (auto* manager = menu
        ? menu->findChild<pqProxyGroupMenuManager*>(QString(), Qt::FindDirectChildrenOnly)
        : nullptr)
    {
      actions += manager->actions(Category);
    }
  }
  return actions;
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::readPlaces(const QList<QAction*>& actions)
{
  for (const QAction* action : actions)
  {
    if (vtkPVXMLElement* hint = hintOf(action, "MenuSection"))
    {
      Place place;
      place.Section = hint->GetAttributeOrEmpty("name");
      hint->GetScalarAttribute("position", &place.Position);
      this->Places[proxyName(action)] = place;
    }
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::fill()
{
  if (!this->Menu)
  {
    return;
  }
  this->findToolBar();
  this->Menu->clear();
  QList<QAction*> rest = this->categoryActions();
  QAction* examples = nullptr;
  this->readPlaces(rest);
  for (const auto& [section, title] : sections())
  {
    QList<QAction*> found;
    for (QAction* action : rest)
    {
      if (this->Places.value(proxyName(action)).Section == section)
      {
        found << action;
      }
    }
    std::sort(found.begin(), found.end(),
      [this](const QAction* first, const QAction* second)
      {
        return this->Places.value(proxyName(first)).Position <
          this->Places.value(proxyName(second)).Position;
      });
    if (found.empty())
    {
      continue;
    }
    this->Menu->addSection(title);
    this->Menu->addActions(found);
    this->addToToolBar(found);
    this->addTips(found);
    for (QAction* action : found)
    {
      rest.removeAll(action);
    }
    if (!examples && !this->Showcases->isEmpty())
    {
      examples = this->Menu->addMenu(this->Showcases);
    }
  }
  if (!rest.empty())
  {
    this->Menu->addSeparator();
    this->Menu->addActions(rest);
    this->addToToolBar(rest);
  }
  if (!examples)
  {
    this->addExplanation();
  }
  this->Menu->addSeparator();
  this->Menu->addMenu(this->Units);
  this->Menu->addAction(this->SideBySide);
  this->Menu->addAction(this->Report);
  this->Menu->addAction(this->FirstSteps);
  this->addDocks();
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::addExplanation()
{
  const pqServer* server = pqActiveObjects::instance().activeServer();
  if (!server || !server->isRemote())
  {
    return; // there is no session yet
  }
  QAction* explanation = this->Menu->addAction(
    tr("The plugin is not loaded on the server, which would do the computations"));
  explanation->setObjectName("actionNotOnServer");
  explanation->setEnabled(false);
  QAction* load = this->Menu->addAction(tr("Load It There..."));
  load->setObjectName("actionLoadOnServer");
  load->setToolTip(
    tr("<p>Opens the Plugin Manager: under <i>Remote Plugins</i>, choose Trabecula, or "
       "Load New with the path of Trabecula.so on the server, of the same version as "
       "here, then Load Selected.</p>"));
  QObject::connect(
    load, &QAction::triggered, this, []() { pqManagePluginsReaction::managePlugins(); });
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::addTips(const QList<QAction*>& actions)
{
  for (QAction* action : actions)
  {
    setTip(action);
    // The signal is emitted when the action is enabled or disabled; a new tooltip emits it again,
    // which ends the recursion.
    QObject::connect(
      action, &QAction::changed, this, &pqTrabeculaMenu::onActionChanged, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::onActionChanged()
{
  if (auto* action = qobject_cast<QAction*>(this->sender()))
  {
    setTip(action);
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::findToolBar()
{
  // ParaView creates a toolbar for the filters of the category, and fills it before it notifies
  // others.
  this->ToolBar = this->Window->findChild<QToolBar*>(Category);
  // The row of ParaView's filter toolbars, which may be added later, has space for it.
  auto* neighbour = this->Window->findChild<QToolBar*>("DataAnalysis");
  if (this->ToolBar && neighbour && !this->IsPlaced)
  {
    this->Window->insertToolBar(neighbour, this->ToolBar);
    this->IsPlaced = true;
  }
  if (this->ToolBar)
  {
    this->ToolBar->clear();
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::addToToolBar(const QList<QAction*>& actions)
{
  if (this->ToolBar)
  {
    if (!this->ToolBar->actions().empty())
    {
      this->ToolBar->addSeparator();
    }
    this->ToolBar->addActions(actions);
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::addDocks()
{
  for (QDockWidget* dock : this->Window->findChildren<QDockWidget*>())
  {
    QAction* toggle = dock->toggleViewAction();
    if (this->Menu->actions().contains(toggle))
    {
      continue;
    }
    if (dock->inherits("pqOptimizationMonitor"))
    {
      this->Menu->insertAction(this->FirstSteps, toggle);
    }
    else if (dock->inherits("pqOptimizePartDock"))
    {
      // It is where newcomers start.
      this->Menu->insertAction(this->Menu->actions().value(0), toggle);
    }
  }
}

//-----------------------------------------------------------------------------
void pqTrabeculaMenu::enableSideBySide()
{
  const bool isEnabled = pqVariantViews::variants().size() > 1;
  this->SideBySide->setEnabled(isEnabled);
  this->SideBySide->setToolTip(isEnabled
      ? tr("Open a view for each design, all with the same camera")
      : tr("This needs two or more optimizations in the pipeline; choose them there, or none for "
           "all."));
}
