#include "pqShownInputs.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqHideOtherResults.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqView.h"

//-----------------------------------------------------------------------------
void pqShownInputs::remember(pqPipelineSource* source)
{
  Representations& visible = this->Visible[source];
  visible.clear();
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqDataRepresentation* representation : model->findItems<pqDataRepresentation*>())
  {
    if (representation->isVisible())
    {
      visible << representation;
    }
  }
}

//-----------------------------------------------------------------------------
void pqShownInputs::forget(pqPipelineSource* source)
{
  this->Visible.remove(source);
  this->Restored.remove(source);
}

//-----------------------------------------------------------------------------
void pqShownInputs::show(pqPipelineSource* source)
{
  for (const QPointer<pqDataRepresentation>& representation : this->Visible.value(source))
  {
    if (representation && !representation->isVisible())
    {
      representation->setVisible(true);
      representation->renderViewEventually();
      this->Restored[source] << representation;
    }
  }
}

//-----------------------------------------------------------------------------
void pqShownInputs::hide(pqPipelineSource* source)
{
  for (const QPointer<pqDataRepresentation>& representation : this->Restored.take(source))
  {
    if (representation && representation->isVisible())
    {
      representation->setVisible(false);
      if (pqView* view = representation->getView())
      {
        pqHideUnusedLegends(view);
        representation->renderViewEventually();
      }
    }
  }
}
