#ifndef pqSelectedRegionBehavior_h
#define pqSelectedRegionBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Initializes a new support, load or design region: if cells of its input are selected, its region
 * is Face Patch with a copy of the selection; else, if the input knows its faces, as the part of a
 * CAD file does, its region is Faces.
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
