#ifndef pqResultNoticeBehavior_h
#define pqResultNoticeBehavior_h

#include <QElapsedTimer>
#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

class QLabel;
class pqPipelineSource;
class pqView;
class vtkPVXMLElement;
class vtkSMProxyLocator;

/**
 * Shows notices in views, including tables, on conditions that must not be overlooked:
 *
 * - results that do not belong to the present inputs and properties: after an error or a stop,
 *   filters still have the results of the last complete run, with the field array `OutOfDate`,
 *   which filters downstream pass on. Read-outs of the properties panel are then grey, too;
 * - invalid designs and data derived from them, which have the field array `DesignFault`;
 * - surfaces of several pieces that do not touch each other;
 * - optimizations that run again because a state file was opened, until some time after their run.
 */
class pqResultNoticeBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqResultNoticeBehavior(QObject* parent = nullptr);
  ~pqResultNoticeBehavior() override = default;

private Q_SLOTS:
  void onViewAdded(pqView* view);
  void updateReadOuts();
  void onStateLoaded(vtkPVXMLElement* root, vtkSMProxyLocator* locator);
  void forgetReopened();

private:
  Q_DISABLE_COPY(pqResultNoticeBehavior)

  /// An optimization from a state file that was opened.
  struct Reopened
  {
    QPointer<pqPipelineSource> Source;
    QString Text;
    QElapsedTimer AtRest;
  };

  void updateView(pqView* view);
  void updateViews();
  QStringList noticesOf(pqView* view) const;

  QList<Reopened> Sources;
  QTimer Forget; ///< clears Sources
  QHash<pqView*, QPointer<QLabel>> Lines;
  QTimer Later; ///< waits until the panel has created its widgets
};

#endif
