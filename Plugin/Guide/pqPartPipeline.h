#ifndef pqPartPipeline_h
#define pqPartPipeline_h

#include "vtkSmartPointer.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

class pqPipelineSource;
class vtkSMProxy;

/**
 * The pipeline from a part to a printable design: reader, faces of a surface without CAD faces,
 * supports, loads and design regions in any order, Voxelize Surface, Topology Optimize, Topology
 * Surface.
 *
 * Only the part is stored. All others are found below it in the pipeline, so that a pipeline of a
 * state file, of a script or changed by hand in the Pipeline Browser is used as it is. Of several
 * branches the one that goes farthest is used.
 */
class pqPartPipeline : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqPartPipeline(QObject* parent = nullptr);
  ~pqPartPipeline() override = default;

  /// The source of the surface, with numbers of its faces; null if there is none yet.
  pqPipelineSource* part() const { return this->Part; }

  /// The name of the part in the pipeline, which is that of its file; empty without a part.
  QString partName() const;
  /// The extents of the part along x, y and z as "80 x 60 x 70"; empty without a part.
  QString partSize() const;
  /// Whether the file of the part says in which unit its lengths are.
  bool hasUnit() const;

  /// Reads a file, with the faces of a surface that has no CAD faces. What was shown of the part
  /// before is hidden.
  /// @return empty, or why there is no part
  QString open(const QString& file);

  /// Uses the part above a source; without effect if there is none.
  void adopt(pqPipelineSource* source);

  /// Conditions of a kind, MechanicalSupport, MechanicalLoad or DesignRegion, in order.
  QList<pqPipelineSource*> conditions(const QString& kind) const;

  /// Voxels, design and printable surface; null where they were not made yet.
  pqPipelineSource* voxels() const { return this->find("VoxelizeSurface"); }
  pqPipelineSource* design() const { return this->find("TopologyOptimize"); }
  pqPipelineSource* surface() const { return this->find("TopologySurface"); }

  /// The filter whose properties describe the material: the design, or, until there is one, one
  /// outside of the pipeline, whose values the design gets. Null without a server.
  vtkSMProxy* material();
  /// The properties that describe it.
  static const QStringList& materialProperties();

  /// Adds a condition behind the last one; voxels, if there are any, follow it.
  pqPipelineSource* addCondition(const QString& kind);

  /// Adds the filters up to the design that are missing, without applying them.
  void addDesign();

  /// Adds Topology Surface behind the design, unless there is one.
  void addSurface();

  /// Removes a condition; what followed it follows the one before.
  void remove(pqPipelineSource* condition);

  /// Applies a source and what is modified above it, as the button Apply does.
  static void apply(pqPipelineSource* source);

  /// What a source reported instead of a result; empty if nothing.
  static QString error(pqPipelineSource* source);

Q_SIGNALS:
  /// Another part, or other filters below it.
  void changed();

private Q_SLOTS:
  void onPipelineChanged();

private:
  Q_DISABLE_COPY(pqPartPipeline)

  /// All filters below the part, in order, of the branch that goes farthest.
  QList<pqPipelineSource*> chain() const;
  pqPipelineSource* find(const QString& name) const;
  pqPipelineSource* lastCondition() const;
  /// Hides all outputs of the part and of the filters below it.
  void hide() const;

  QPointer<pqPipelineSource> Part;
  vtkSmartPointer<vtkSMProxy> Draft; ///< has the material before there is a design
};

#endif
