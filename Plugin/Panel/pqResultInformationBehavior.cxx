#include "pqResultInformationBehavior.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "vtkSMProperty.h"
#include "vtkSMSourceProxy.h"

//-----------------------------------------------------------------------------
pqResultInformationBehavior::pqResultInformationBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqResultInformationBehavior::onSourceAdded);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqResultInformationBehavior::onSourceAdded(pqPipelineSource* source)
{
  vtkSMProperty* status = source->getProxy()->GetProperty("Status");
  if (pqOptimizationSource::castSolver(source) || pqConditionSource::cast(source) ||
    (status && status->GetInformationOnly()))
  {
    QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated), this,
      &pqResultInformationBehavior::onDataUpdated);
  }
}

//-----------------------------------------------------------------------------
void pqResultInformationBehavior::onDataUpdated(pqPipelineSource* source)
{
  source->getSourceProxy()->UpdatePropertyInformation();
}
