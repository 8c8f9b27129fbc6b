#ifndef pqGuideStep_h
#define pqGuideStep_h

#include "vtkSmartPointer.h"

#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

class QVBoxLayout;
class pqPartPipeline;
class pqPipelineSource;
class pqProxyWidget;
class vtkSMProxy;

/**
 * One step of the dock "Optimize a Part": a text that says what to do, and those properties of the
 * step's filters that matter for it. What is not shown is in the Properties panel.
 */
class pqGuideStep : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  ~pqGuideStep() override = default;

  const QString& title() const { return this->Title; }

  /// Whether what follows can use the result of this step.
  virtual bool isDone() const = 0;

  /// A few words on what was chosen; empty if there is nothing.
  virtual QString summary() const = 0;

  /// Called when the step is shown, and when the pipeline changes while it is.
  virtual void refresh() = 0;

  /// Called when the step is opened: makes what it needs.
  virtual void enter() { this->refresh(); }

  /// Applies what was changed.
  /// @return empty, or what has to be corrected first
  virtual QString finish() = 0;

Q_SIGNALS:
  /// The user has done something that may complete the step.
  void edited();

protected:
  pqGuideStep(
    const QString& name, const QString& title, const QString& text, pqPartPipeline* pipeline);

  /// Adds a widget below the others.
  void add(QWidget* widget);

  /// Shows properties of a filter below the others, instead of those shown at this place before.
  /// @param place 0, 1 and so on, from top to bottom
  /// @param proxy of a source in the pipeline or of none; null shows nothing
  void showProperties(int place, vtkSMProxy* proxy, const QStringList& properties);
  void showProperties(int place, pqPipelineSource* source, const QStringList& properties);
  /// Shows nothing at a place.
  void clearProperties(int place)
  {
    this->showProperties(place, static_cast<vtkSMProxy*>(nullptr), {});
  }

  /// The source whose properties are shown at a place; null if none.
  pqPipelineSource* shownAt(int place) const;

  /// The properties at a place as a widget; null if there are none.
  pqProxyWidget* propertiesAt(int place) const;

  /// Applies the sources at all places that are modified, in order.
  /// @return empty, or the first error
  QString applyShown();

  pqPartPipeline* pipeline() const { return this->Pipeline; }

private:
  Q_DISABLE_COPY(pqGuideStep)

  struct Place
  {
    QPointer<pqPipelineSource> Source;
    vtkSmartPointer<vtkSMProxy> Proxy;
    QPointer<pqProxyWidget> Widget;
    QWidget* Frame = nullptr;
  };

  QString Title;
  pqPartPipeline* Pipeline;
  QVBoxLayout* Rows;
  QList<Place> Places;
};

#endif
