#ifndef pqSelectedRegionBehavior_h
#define pqSelectedRegionBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Lets a new support, load or design region start with what is selected: with cells of its input
 * selected, its region is Face Patch and has a copy of the selection.
 */
class pqSelectedRegionBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqSelectedRegionBehavior(QObject* parent = nullptr);
  ~pqSelectedRegionBehavior() override = default;

private Q_SLOTS:
  void onFilterCreated(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqSelectedRegionBehavior)
};

#endif
