#include "pqManufacturingWidget.h"

#include "pqConflictNote.h"
#include "pqConnectionRow.h"
#include "pqCoreUtilities.h"
#include "pqManufacturingMarks.h"
#include "pqResponseTableWidget.h"
#include "pqTableRowDecorator.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkPVRenderView.h"
#include "vtkProp.h"
#include "vtkRenderer.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMViewProxy.h"

#include <QComboBox>
#include <QEvent>
#include <QSignalBlocker>
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
  : Superclass(proxy, parent), Add(new QComboBox(this))
{
  this->setProperty(property);
  this->setShowLabel(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  this->Add->setObjectName("AddRow");
  this->Add->addItem(tr("Add a Demand"));
  this->Add->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  this->Add->setToolTip(tr("Add a row: symmetry, a direction, a smallest size, a connection"));
  layout->addWidget(this->Add);
  QObject::connect(this->Add, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
    &pqManufacturingWidget::addRow);
  auto* note = new pqConflictNote(proxy, proxy->GetPropertyName(property), this);
  note->setRows(
    [this](QStringList lines)
    {
      for (pqTableRowDecorator* row : this->rows())
      {
        lines = row->takeConflicts(lines);
      }
      return lines;
    });
  layout->addWidget(note);
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
QList<pqTableRowDecorator*> pqManufacturingWidget::rows() const
{
  const QWidget* panel = this->parentWidget();
  return panel ? panel->findChildren<pqTableRowDecorator*>() : QList<pqTableRowDecorator*>();
}

//-----------------------------------------------------------------------------
pqConnectionRow* pqManufacturingWidget::connection()
{
  const QWidget* panel = this->parentWidget();
  auto* constraints = panel ? panel->findChild<pqResponseTableWidget*>() : nullptr;
  if (!this->Connection && constraints)
  {
    this->Connection = new pqConnectionRow(constraints, this);
    static_cast<QVBoxLayout*>(this->layout())->insertWidget(0, this->Connection);
    if (vtkSMProperty* list = this->proxy()->GetProperty("Constraints"))
    {
      pqCoreUtilities::connect(
        list, vtkCommand::ModifiedEvent, this->Connection, SLOT(refresh()), Qt::QueuedConnection);
    }
  }
  return this->Connection;
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::offerRows()
{
  const QSignalBlocker blocker(this->Add);
  const auto offer = [this](const QString& title)
  {
    if (this->Add->findText(title) < 0)
    {
      this->Add->addItem(title);
    }
  };
  for (const pqTableRowDecorator* row : this->rows())
  {
    offer(row->title());
  }
  const pqConnectionRow* connection = this->connection();
  if (connection && connection->isOffered())
  {
    offer(tr("Connected to a Face"));
  }
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::addRow(int index)
{
  if (index <= 0)
  {
    return;
  }
  bool isOfProperty = false;
  for (pqTableRowDecorator* row : this->rows())
  {
    if (row->title() == this->Add->itemText(index))
    {
      isOfProperty = true;
      if (!row->isInTable())
      {
        row->addToTable();
      }
    }
  }
  if (!isOfProperty && !this->connection()->isInTable())
  {
    this->connection()->addToTable();
  }
  const QSignalBlocker blocker(this->Add);
  this->Add->setCurrentIndex(0);
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
void pqManufacturingWidget::changeEvent(QEvent* event)
{
  this->Superclass::changeEvent(event);
  // ParaView disables widgets of results when it updates the panel; this one is for choosing.
  if (event->type() == QEvent::EnabledChange && this->testAttribute(Qt::WA_ForceDisabled))
  {
    this->setEnabled(true);
  }
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::showEvent(QShowEvent* event)
{
  this->Superclass::showEvent(event);
  this->offerRows();
  this->draw();
}

//-----------------------------------------------------------------------------
void pqManufacturingWidget::hideEvent(QHideEvent* event)
{
  this->Superclass::hideEvent(event);
  this->clear();
}
