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
 * Shows notices in views, tables among them, on what must not be overlooked:
 *
 * - results that are not of the present inputs and properties: after an error or a stop, filters
 *   still have those of the last complete run, with the field array `OutOfDate`, which filters
 *   downstream pass on. Read-outs of the properties panel are grey, too;
 * - designs that are not what they claim, and what is made of them, which have the field array
 *   `DesignFault`;
 * - surfaces of several pieces that do not touch each other;
 * - optimizations that run anew because a state file was opened, until some time after their run.
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

  /// An optimization of a state file that was opened.
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
  QTimer Forget; ///< Sources
  QHash<pqView*, QPointer<QLabel>> Lines;
  QTimer Later; ///< for the panel's widgets, once it has made them
};

#endif
