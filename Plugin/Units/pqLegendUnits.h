#ifndef pqLegendUnits_h
#define pqLegendUnits_h

#include <QObject>
#include <QTimer>

class pqProxy;

/**
 * Appends the unit to the titles of color legends of known arrays, as "VonMisesStress (MPa)". Units
 * are those of the source that is shown with the colors. Titles that the user has changed are kept.
 */
class pqLegendUnits : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqLegendUnits(QObject* parent = nullptr);
  ~pqLegendUnits() override = default;

private Q_SLOTS:
  void onProxyAdded(pqProxy* proxy);
  void updateTitles();

private:
  Q_DISABLE_COPY(pqLegendUnits)

  QTimer Later; ///< titles are set after the legend has been registered
};

#endif
