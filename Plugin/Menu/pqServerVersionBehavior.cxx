#include "pqServerVersionBehavior.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkPVPluginsInformation.h"
#include "vtkSMPluginManager.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSession.h"

#include <QMessageBox>
#include <QTimer>

namespace
{
const char* const Function = "TRABECULA_SERVER_VERSION";

//-----------------------------------------------------------------------------
QString versionIn(vtkPVPluginsInformation* plugins)
{
  for (unsigned int i = 0; plugins && i < plugins->GetNumberOfPlugins(); ++i)
  {
    if (QString(plugins->GetPluginName(i)) == "Trabecula" && plugins->GetPluginLoaded(i))
    {
      return plugins->GetPluginVersion(i);
    }
  }
  return QString();
}
}

//-----------------------------------------------------------------------------
pqServerVersionBehavior::pqServerVersionBehavior(QObject* parent) : Superclass(parent)
{
  pqApplicationCore* core = pqApplicationCore::instance();
  core->registerManager(Function, this);
  QObject::connect(core->getServerManagerModel(), &pqServerManagerModel::serverAdded, this,
    &pqServerVersionBehavior::onPluginsChanged);
  vtkSMPluginManager* manager = vtkSMProxyManager::GetProxyManager()->GetPluginManager();
  for (const unsigned long event :
    { vtkSMPluginManager::LocalPluginLoadedEvent, vtkSMPluginManager::RemotePluginLoadedEvent })
  {
    pqCoreUtilities::connect(manager, event, this, SLOT(onPluginsChanged()));
  }
  this->onPluginsChanged();
}

//-----------------------------------------------------------------------------
pqServerVersionBehavior::~pqServerVersionBehavior()
{
  if (pqApplicationCore* core = pqApplicationCore::instance())
  {
    core->unRegisterManager(Function);
  }
}

//-----------------------------------------------------------------------------
QString pqServerVersionBehavior::describeDifference(const QString& here, const QString& onServer)
{
  return here.isEmpty() || onServer.isEmpty() || here == onServer
    ? QString()
    : tr("Trabecula is version %1 here and version %2 on the server. Properties and results may be "
         "missing or wrong: install the same version on both, and connect again.")
        .arg(here, onServer);
}

//-----------------------------------------------------------------------------
void pqServerVersionBehavior::onPluginsChanged()
{
  QTimer::singleShot(0, this, SLOT(compareAll()));
}

//-----------------------------------------------------------------------------
void pqServerVersionBehavior::compareAll()
{
  vtkSMPluginManager* manager = vtkSMProxyManager::GetProxyManager()->GetPluginManager();
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  // The versions of the first server with another one, if there is any, else of the last.
  QString here;
  QString onServer;
  for (const pqServer* server : model->findItems<pqServer*>())
  {
    if (server->isRemote() && describeDifference(here, onServer).isEmpty())
    {
      here = versionIn(manager->GetLocalInformation());
      onServer = versionIn(manager->GetRemoteInformation(server->session()));
    }
  }
  this->compare(here, onServer);
}

//-----------------------------------------------------------------------------
void pqServerVersionBehavior::compare(const QString& here, const QString& onServer)
{
  this->Here = here;
  this->OnServer = onServer;
  const QString text = describeDifference(here, onServer);
  if (text.isEmpty() || this->Told.contains(text))
  {
    return;
  }
  this->Told.insert(text);
  // It does not wait for an answer, as scripts and recorded sessions would wait with it.
  auto* box = new QMessageBox(QMessageBox::Warning, tr("Versions of Trabecula"), text,
    QMessageBox::Ok, pqCoreUtilities::mainWidget());
  box->setObjectName("TrabeculaVersions");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  box->show();
}
