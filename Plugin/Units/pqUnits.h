#ifndef pqUnits_h
#define pqUnits_h

#include "UnitSystem.h"

#include <QObject>
#include <QString>

class pqPipelineSource;
class vtkSMProxy;

/**
 * The units in which the user works: chosen once, kept in the settings, and set as the property
 * Units of all filters in the window. They say what numbers mean and convert none.
 *
 * New filters and CAD readers get the units; those of loaded states and of scripts keep their own.
 */
class pqUnits : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  using System = trabecula::filters::UnitSystem;

  explicit pqUnits(QObject* parent = nullptr);
  ~pqUnits() override;

  /// Returns the only instance; null before the plugin starts.
  static pqUnits* instance();

  /// Returns the units that the user has chosen.
  System system() const { return this->Chosen; }
  /// Chooses units, also for all existing filters.
  void choose(System system);

  /// Returns the units of a filter: those of its property, applied or not, else those of its
  /// inputs; of a source without the property those of the user.
  static System of(vtkSMProxy* proxy);
  /// Returns the unit of a dimension in words, as "MPa" for "force / area"; the words themselves if
  /// the units of the filter are not known.
  static QString unit(vtkSMProxy* proxy, const QString& quantity);
  /// Returns the unit of a quantity by its name, as of an array; empty if it is not known.
  static QString unitOfName(vtkSMProxy* proxy, const QString& name);
  /// Returns the unit of a column of a table; empty if it is not known. Lengths of the CAD Reader
  /// are in its own unit.
  static QString unitOfColumn(vtkSMProxy* proxy, const QString& name);

Q_SIGNALS:
  /// The units of filters may have changed.
  void changed();

private Q_SLOTS:
  void onCreated(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqUnits)

  System Chosen;
};

#endif
