#ifndef pqResponseRow_h
#define pqResponseRow_h

#include "pqResponseKinds.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;

/**
 * A row of pqResponseTableWidget. That of a constraint has a response, a sense, a bound with its
 * unit, and a button that removes it; below them is what the response is computed of, as far as it
 * takes this: a region, load cases and parameters. That of the objective has only the latter.
 */
class pqResponseRow : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  enum Kind
  {
    Objective,
    Constraint
  };

  pqResponseRow(
    Kind kind, const QVector<pqResponseKind>& responses, vtkSMProxy* proxy, QWidget* parent);
  ~pqResponseRow() override = default;

  ///@{
  /// The texts of the row as in the lists of the filter: response, sense and bound of a constraint,
  /// and region, load cases and parameters.
  QStringList texts() const;
  void setTexts(const QStringList& texts);
  ///@}

  /// Sets the response of an objective by its label.
  void setResponse(const QString& label);

  /// Offers the present regions and load cases of the input.
  void offerChoices();

Q_SIGNALS:
  void changed();
  void removed();

private:
  Q_DISABLE_COPY(pqResponseRow)

  void showResponse();
  QComboBox* addOptions(
    QLayout* layout, const QString& name, const QString& all, const QString& help);

  Kind RowKind;
  QVector<pqResponseKind> Responses;
  vtkSMProxy* Proxy;
  QComboBox* Response;
  QComboBox* Sense;
  QLineEdit* Bound;
  QLabel* Unit;
  QWidget* Options;
  QComboBox* Region;
  QComboBox* LoadCases;
  QLineEdit* Parameters;
};

#endif
