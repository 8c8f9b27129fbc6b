#ifndef pqOptimizePartDock_h
#define pqOptimizePartDock_h

#include <QDockWidget>
#include <QList>
#include <QTimer>

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class pqGuideStep;
class pqPartPipeline;

/**
 * The dock "Optimize a Part", which leads from a file to a printable design in steps, for users who
 * do not know the pipeline: part, material, supports, loads, regions to keep, target, run. It makes
 * the filters that an expert would make, which the Pipeline Browser and the Properties panel show
 * as any others.
 */
class pqOptimizePartDock : public QDockWidget
{
  Q_OBJECT
  using Superclass = QDockWidget;

public:
  explicit pqOptimizePartDock(QWidget* parent = nullptr);
  ~pqOptimizePartDock() override = default;

private Q_SLOTS:
  /// Makes the steps when the dock is first shown.
  void onVisibilityChanged(bool isVisible);
  void goTo(int step);
  void next();
  void back();
  void refresh();

private:
  Q_DISABLE_COPY(pqOptimizePartDock)

  void build();
  void addStep(pqGuideStep* step);
  /// Shows what has to be corrected; an empty text clears it.
  void tell(const QString& message);
  /// Makes room for the widest step, so that nothing is cut off; never takes it back, as the views
  /// would change with each step.
  void widen();

  pqPartPipeline* Pipeline = nullptr;
  QList<pqGuideStep*> Steps;
  QListWidget* Titles = nullptr;
  QScrollArea* Scrolled = nullptr;
  QStackedWidget* Pages = nullptr;
  QLabel* Message = nullptr;
  QPushButton* Back = nullptr;
  QPushButton* Next = nullptr;
  /// Collects changes of the pipeline, of which there are many at a time.
  QTimer Later;
};

#endif
