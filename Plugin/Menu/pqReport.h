#ifndef pqReport_h
#define pqReport_h

#include <QAction>

/**
 * The menu's action Report: asks for a file, and writes the report of the pipeline of the active
 * source there. Python writes it, the module trabecula.report of this plugin, so that scripts have
 * the same; where ParaView has no Python, the action is disabled.
 */
class pqReport : public QAction
{
  Q_OBJECT
  using Superclass = QAction;

public:
  explicit pqReport(QObject* parent);
  ~pqReport() override = default;

public Q_SLOTS:
  /// Whether there is a pipeline to report on.
  void updateState();

private Q_SLOTS:
  void askForFile();

private:
  Q_DISABLE_COPY(pqReport)

  static void write(const QString& path);
};

#endif
