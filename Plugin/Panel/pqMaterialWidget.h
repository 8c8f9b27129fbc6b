#ifndef pqMaterialWidget_h
#define pqMaterialWidget_h

#include "pqPropertyWidget.h"

#include <QStringList>
#include <QVector>

class QComboBox;
class QLabel;

/**
 * Choice of a material by its name, for a string property with panel_widget="Material" of a filter
 * with the properties MaterialTable and MaterialError. Below it are the values of the material in
 * the units of the filter, or what is missing before Apply.
 */
class pqMaterialWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(QString material READ material WRITE setMaterial NOTIFY materialChanged)
  using Superclass = pqPropertyWidget;

public:
  pqMaterialWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqMaterialWidget() override = default;

  ///@{
  /// The name of the material; a name that is not in the list is kept.
  QString material() const;
  void setMaterial(const QString& name);
  ///@}

  /// Returns the property of a filter with the name of its material; null if it has none.
  static vtkSMProperty* propertyOf(vtkSMProxy* proxy);
  /// Whether a material is chosen, applied or not.
  static bool hasMaterial(vtkSMProxy* proxy);

Q_SIGNALS:
  void materialChanged();

private Q_SLOTS:
  /// Fetches the materials from the process of the filter.
  void readMaterials();
  void describe();

private:
  Q_DISABLE_COPY(pqMaterialWidget)

  QComboBox* Choice;
  QLabel* Description;
  QVector<QStringList> Materials; ///< texts of each material, as in the property MaterialTable
  QString Error;                  ///< of the file of materials
};

#endif
