#include "pqManufacturingWidget.h"

#include "pqConflictNote.h"
#include "pqCoreUtilities.h"
#include "pqManufacturingMarks.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkPVRenderView.h"
#include "vtkProp.h"
#include "vtkRenderer.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMViewProxy.h"

#include <QVBoxLayout>

namespace
{
/// Properties that the marks depend on.
constexpr const char* Shown[] = { "Input", "Symmetry", "SymmetryPlanes", "SymmetryAxis",
  "SymmetryCenter", "BuildDirection", "BuildVector", "DrawDirection", "DrawVector" };

//-----------------------------------------------------------------------------
/// Returns the renderer of markers in a view, as of ParaView's interactive widgets; nullptr for
/// other views.
vtkRenderer* rendererOf(pqView* view)
{
  auto* client =
    view ? vtkPVRenderView::SafeDownCast(view->getViewProxy()->GetClientSideView()) : nullptr;
  return client ? client->GetRenderer(vtkPVRenderView::NON_COMPOSITED_RENDERER) : nullptr;
}
}

//-----------------------------------------------------------------------------
pqManufacturingWidget::pqManufacturingWidget(
  vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
{
  this->setProperty(property);
  this->setShowLabel(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(new pqConflictNote(proxy, proxy->GetPropertyName(property), this));
  for (const char* name : Shown)
  {
    if (vtkSMProperty* shown = proxy->GetProperty(name))
    {
      for (const vtkCommand::EventIds event :
        { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
      {
        pqCoreUtilities::connect(shown, event, this, SLOT(draw()));
      }
    }
  }
}

//-----------------------------------------------------------------------------
pqManufacturingWidget::~pqManufacturingWidget()
{
  this->clear();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::clear()
{
  if (vtkRenderer* renderer = rendererOf(this->DrawnIn))
  {
    for (vtkProp* prop : this->Drawn)
    {
      renderer->RemoveViewProp(prop);
    }
    if (!this->Drawn.isEmpty())
    {
      this->DrawnIn->render();
    }
  }
  this->Drawn.clear();
  this->DrawnIn = nullptr;
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::draw()
{
  this->clear();
  vtkRenderer* renderer = rendererOf(this->view());
  if (!renderer || !this->isSelected() || !this->isVisible())
  {
    return;
  }
  this->Drawn = pqManufacturingMarks::make(this->proxy());
  for (vtkProp* prop : this->Drawn)
  {
    renderer->AddViewProp(prop);
  }
  if (!this->Drawn.isEmpty())
  {
    this->DrawnIn = this->view();
    this->DrawnIn->render();
  }
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::setView(pqView* view)
{
  this->Superclass::setView(view);
  this->draw();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::select()
{
  this->Superclass::select();
  this->draw();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::deselect()
{
  this->Superclass::deselect();
  this->clear();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::showEvent(QShowEvent* event)
{
  this->setEnabled(true); // ParaView disables widgets of results
  this->Superclass::showEvent(event);
  this->draw();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::hideEvent(QHideEvent* event)
{
  this->Superclass::hideEvent(event);
  this->clear();
}
