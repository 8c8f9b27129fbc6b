#ifndef pqUnitHeader_h
#define pqUnitHeader_h

#include <QIdentityProxyModel>
#include <QTableView>

class pqSpreadSheetView;

/**
 * Titles of the columns of a spreadsheet view with their units, as "Frequency (Hz)". Units are
 * those of the source that is shown; nothing is added where they are not known. Names of columns,
 * which the view hides, sorts and exports by, do not change.
 *
 * The header of the table shows this model, the table itself ParaView's, of which ParaView's view
 * relies on the class.
 */
class pqUnitHeader : public QIdentityProxyModel
{
  Q_OBJECT
  using Superclass = QIdentityProxyModel;

public:
  /// Gives titles with units to the table of a view.
  static void install(pqSpreadSheetView* view, QTableView* table);

  ~pqUnitHeader() override = default;

  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqUnitHeader)

  pqUnitHeader(pqSpreadSheetView* view, QTableView* table);

  /// Returns whether units are in a column of the table.
  bool hasColumnOfUnits() const;

  pqSpreadSheetView* View;
};

#endif
