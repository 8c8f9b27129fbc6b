#include "pqUnits.h"

#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqSettings.h"
#include "pqUndoStack.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <algorithm>
#include <string>

namespace
{
using System = pqUnits::System;

const char* const Setting = "Trabecula/Units";

pqUnits* Instance = nullptr;

//-----------------------------------------------------------------------------
/// Returns the value of the property LengthUnit of the CAD Reader.
int lengthUnitOf(System system)
{
  enum LengthUnits
  {
    Millimetre = 0,
    Metre = 2,
    Inch = 3
  };
  return system == System::Metres ? Metre : system == System::Inches ? Inch : Millimetre;
}

//-----------------------------------------------------------------------------
/// Returns the unit of a dimension in words; empty if units or the dimension are not known.
QString unitIn(System system, const std::string& quantity)
{
  return system == System::Consistent || quantity.empty()
    ? QString()
    : QString::fromStdString(trabecula::filters::unitOf(system, quantity));
}

//-----------------------------------------------------------------------------
bool isCadReader(vtkSMProxy* proxy)
{
  return proxy && std::string(proxy->GetXMLName()) == "CadReader";
}

//-----------------------------------------------------------------------------
/// Returns the unit of a quantity of the CAD Reader; empty for other sources and quantities.
QString unitOfReader(vtkSMProxy* proxy, const std::string& quantity)
{
  if (!isCadReader(proxy))
  {
    return QString();
  }
  const char* const lengths[] = { "mm", "cm", "m", "inch" };
  const int power = quantity == "length" ? 1
    : quantity == "area"                 ? 2
    : quantity == "volume"               ? 3
                                         : 0;
  const int unit = vtkSMPropertyHelper(proxy, "LengthUnit").GetAsInt();
  return power == 0 || unit < 0 || unit > 3
    ? QString()
    : QString(lengths[unit]) + (power == 1 ? QString() : QString("^%1").arg(power));
}

//-----------------------------------------------------------------------------
void setValue(vtkSMProxy* proxy, const char* name, int value)
{
  if (vtkSMProperty* property = proxy->GetProperty(name))
  {
    vtkSMPropertyHelper(property).Set(value);
    proxy->UpdateVTKObjects();
  }
}
}

//-----------------------------------------------------------------------------
pqUnits::pqUnits(QObject* parent) : Superclass(parent), Chosen(System::Consistent)
{
  Instance = this;
  const int last = static_cast<int>(trabecula::filters::unitSystems().size()) - 1;
  this->Chosen = static_cast<System>(
    std::clamp(pqApplicationCore::instance()->settings()->value(Setting, 0).toInt(), 0, last));
  pqObjectBuilder* builder = pqApplicationCore::instance()->getObjectBuilder();
  QObject::connect(builder, &pqObjectBuilder::sourceCreated, this, &pqUnits::onCreated);
  QObject::connect(builder, &pqObjectBuilder::filterCreated, this, &pqUnits::onCreated);
  QObject::connect(builder,
    QOverload<pqPipelineSource*, const QStringList&>::of(&pqObjectBuilder::readerCreated), this,
    [this](pqPipelineSource* reader, const QStringList&) { this->onCreated(reader); });
}

//-----------------------------------------------------------------------------
pqUnits::~pqUnits()
{
  Instance = nullptr;
}

//-----------------------------------------------------------------------------
pqUnits* pqUnits::instance()
{
  return Instance;
}

//-----------------------------------------------------------------------------
void pqUnits::choose(System system)
{
  this->Chosen = system;
  pqApplicationCore::instance()->settings()->setValue(Setting, static_cast<int>(system));
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  BEGIN_UNDO_EXCLUDE();
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    setValue(source->getProxy(), "Units", static_cast<int>(system));
  }
  END_UNDO_EXCLUDE();
  Q_EMIT this->changed();
  pqApplicationCore::instance()->render();
}

//-----------------------------------------------------------------------------
void pqUnits::onCreated(pqPipelineSource* source)
{
  vtkSMProxy* proxy = source->getProxy();
  vtkSMProperty* units = proxy->GetProperty("Units");
  if (this->Chosen != System::Consistent && units && units->IsValueDefault())
  {
    setValue(proxy, "Units", static_cast<int>(this->Chosen));
  }
  if (this->Chosen != System::Consistent && std::string(proxy->GetXMLName()) == "CadReader")
  {
    setValue(proxy, "LengthUnit", lengthUnitOf(this->Chosen));
  }
}

//-----------------------------------------------------------------------------
System pqUnits::of(vtkSMProxy* proxy)
{
  vtkSMProperty* units = proxy ? proxy->GetProperty("Units") : nullptr;
  if (units)
  {
    const int own = vtkSMUncheckedPropertyHelper(units).GetAsInt();
    if (own != 0)
    {
      return static_cast<System>(own);
    }
  }
  vtkSMProperty* inputs = proxy ? proxy->GetProperty("Input") : nullptr;
  if (inputs && vtkSMPropertyHelper(inputs, true).GetNumberOfElements() > 0)
  {
    return pqUnits::of(vtkSMPropertyHelper(inputs, true).GetAsProxy());
  }
  return units || !Instance ? System::Consistent : Instance->system();
}

//-----------------------------------------------------------------------------
QString pqUnits::unit(vtkSMProxy* proxy, const QString& quantity)
{
  return QString::fromStdString(
    trabecula::filters::unitOf(pqUnits::of(proxy), quantity.toStdString()));
}

//-----------------------------------------------------------------------------
QString pqUnits::unitOfName(vtkSMProxy* proxy, const QString& name)
{
  return unitIn(pqUnits::of(proxy), trabecula::filters::quantityOf(name.toStdString()));
}

//-----------------------------------------------------------------------------
QString pqUnits::unitOfColumn(vtkSMProxy* proxy, const QString& name)
{
  // Columns of other sources may mean anything.
  const bool isOurs = isCadReader(proxy) || (proxy && proxy->GetProperty("Units"));
  const std::string quantity = isOurs ? trabecula::filters::quantityOfColumn(name.toStdString())
                                      : trabecula::filters::quantityOf(name.toStdString());
  const QString ofReader = unitOfReader(proxy, quantity);
  return ofReader.isEmpty() ? unitIn(pqUnits::of(proxy), quantity) : ofReader;
}
