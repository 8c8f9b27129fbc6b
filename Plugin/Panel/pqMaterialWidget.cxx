#include "pqMaterialWidget.h"

#include "pqCoreUtilities.h"
#include "pqUnits.h"
#include "vtkCommand.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMStringVectorProperty.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace
{
const char* const Custom = "Custom";

/// Texts of a material in the property MaterialTable; values in units follow, a text for each
/// system.
enum Texts
{
  Name,
  Grade,
  Source,
  FirstValues
};

constexpr unsigned int TextsOfMaterial = 6;
}

//-----------------------------------------------------------------------------
pqMaterialWidget::pqMaterialWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent), Choice(new QComboBox(this)), Description(new QLabel(this))
{
  this->setProperty(property);
  this->Choice->setObjectName("Choice");
  this->Description->setObjectName("Description");
  this->Description->setWordWrap(true);
  this->Description->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(this->Choice);
  layout->addWidget(this->Description);
  this->readMaterials();
  QObject::connect(this->Choice, &QComboBox::currentTextChanged, this,
    [this]()
    {
      this->describe();
      Q_EMIT this->materialChanged();
      Q_EMIT this->changeFinished();
    });
  this->addPropertyLink(this, "material", SIGNAL(materialChanged()), property);
  if (vtkSMProperty* file = proxy->GetProperty("MaterialFile"))
  {
    pqCoreUtilities::connect(file, vtkCommand::ModifiedEvent, this, SLOT(readMaterials()));
  }
  if (vtkSMProperty* units = proxy->GetProperty("Units"))
  {
    pqCoreUtilities::connect(units, vtkCommand::ModifiedEvent, this, SLOT(describe()));
    pqCoreUtilities::connect(
      units, vtkCommand::UncheckedPropertyModifiedEvent, this, SLOT(describe()));
  }
  if (pqUnits::instance())
  {
    QObject::connect(pqUnits::instance(), &pqUnits::changed, this, &pqMaterialWidget::describe);
  }
  this->describe();
}

//-----------------------------------------------------------------------------
vtkSMProperty* pqMaterialWidget::propertyOf(vtkSMProxy* proxy)
{
  for (const char* name : { "SolidMaterial", "Material" })
  {
    vtkSMProperty* property = proxy->GetProperty(name);
    if (vtkSMStringVectorProperty::SafeDownCast(property) && proxy->GetProperty("MaterialTable"))
    {
      return property;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
bool pqMaterialWidget::hasMaterial(vtkSMProxy* proxy)
{
  vtkSMProperty* property = pqMaterialWidget::propertyOf(proxy);
  if (!property)
  {
    return false;
  }
  const vtkSMUncheckedPropertyHelper chosen(property);
  const QString name = chosen.GetNumberOfElements() > 0 ? chosen.GetAsString() : "";
  return !name.isEmpty() && name != Custom;
}

//-----------------------------------------------------------------------------
QString pqMaterialWidget::material() const
{
  return this->Choice->currentText();
}

//-----------------------------------------------------------------------------
void pqMaterialWidget::setMaterial(const QString& name)
{
  const QString shown = name.isEmpty() ? QString(Custom) : name;
  if (this->Choice->findText(shown) < 0)
  {
    this->Choice->addItem(shown); // Apply says that there is none of this name
  }
  this->Choice->setCurrentText(shown);
}

//-----------------------------------------------------------------------------
void pqMaterialWidget::readMaterials()
{
  vtkSMProxy* proxy = this->proxy();
  vtkSMProperty* table = proxy->GetProperty("MaterialTable");
  vtkSMProperty* error = proxy->GetProperty("MaterialError");
  if (!table || !error)
  {
    return;
  }
  proxy->UpdateVTKObjects(); // the filter has the name of the file
  proxy->UpdatePropertyInformation(table);
  proxy->UpdatePropertyInformation(error);
  const vtkSMPropertyHelper texts(table);
  this->Materials.clear();
  for (unsigned int i = 0; i + TextsOfMaterial <= texts.GetNumberOfElements(); i += TextsOfMaterial)
  {
    QStringList material;
    for (unsigned int word = 0; word < TextsOfMaterial; ++word)
    {
      material << QString::fromUtf8(texts.GetAsString(i + word));
    }
    this->Materials << material;
  }
  this->Error = vtkSMPropertyHelper(error).GetAsString();
  {
    const QSignalBlocker blocker(this->Choice);
    const QString chosen = this->Choice->count() > 0 ? this->material() : QString(Custom);
    this->Choice->clear();
    this->Choice->addItem(Custom);
    this->Choice->setItemData(0, tr("The numbers below"), Qt::ToolTipRole);
    for (const QStringList& material : this->Materials)
    {
      this->Choice->addItem(material[Name]);
      this->Choice->setItemData(
        this->Choice->count() - 1, material[Grade] + "\n" + material[Source], Qt::ToolTipRole);
    }
    this->setMaterial(chosen);
  }
  this->describe();
}

//-----------------------------------------------------------------------------
void pqMaterialWidget::describe()
{
  const int system = static_cast<int>(pqUnits::of(this->proxy()));
  QString text = this->Error;
  for (const QStringList& material : this->Materials)
  {
    if (material[Name] == this->material())
    {
      text = system == 0
        ? tr("Choose units in the menu Trabecula > Units: the values of a material need them.")
        : material[Grade] + (material[Grade].isEmpty() ? "" : ": ") +
          material[FirstValues + system - 1] + ".";
      this->Choice->setToolTip(material[Source]);
    }
  }
  this->Description->setText(text);
  this->Description->setVisible(!text.isEmpty());
}
