#include "pqOptimizationHistory.h"

#include "pqFileDialog.h"
#include "pqOptimizationSource.h"
#include "pqSMAdaptor.h"

#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"
#include "vtkVariant.h"

#include <QFile>
#include <QLocale>
#include <QStringList>
#include <QTextStream>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace
{
constexpr int RowsOfMean = 10;

struct Column
{
  std::string name;
  std::string role;
  bool isInteger = false;
};

//-----------------------------------------------------------------------------
std::vector<Column> readColumns(vtkSMSourceProxy* proxy)
{
  std::vector<Column> columns;
  vtkSMProperty* property = proxy->GetProperty("HistoryColumns");
  if (!property)
  {
    return columns;
  }
  pqOptimizationSource::fetch(proxy, property);
  const vtkSMPropertyHelper words(property);
  constexpr unsigned int wordsOfColumn = 3;
  for (unsigned int i = 0; i + wordsOfColumn <= words.GetNumberOfElements(); i += wordsOfColumn)
  {
    columns.push_back({ words.GetAsString(i), words.GetAsString(i + 1),
      words.GetAsString(i + 2) == std::string("Integer") });
  }
  return columns;
}

//-----------------------------------------------------------------------------
// Writes comma-separated values. @return whether it succeeded
bool write(vtkTable* history, const QString& fileName)
{
  QFile file(fileName);
  if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Text))
  {
    return false;
  }
  QTextStream stream(&file);
  QStringList cells;
  for (vtkIdType column = 0; column < history->GetNumberOfColumns(); ++column)
  {
    cells << history->GetColumnName(column);
  }
  stream << cells.join(',') << '\n';
  for (vtkIdType row = 0; row < history->GetNumberOfRows(); ++row)
  {
    cells.clear();
    for (vtkIdType column = 0; column < history->GetNumberOfColumns(); ++column)
    {
      // The number of digits is sufficient to identify the number.
      cells << QString::number(
        history->GetValue(row, column).ToDouble(), 'g', QLocale::FloatingPointShortest);
    }
    stream << cells.join(',') << '\n';
  }
  stream.flush();
  return stream.status() == QTextStream::Ok && file.error() == QFileDevice::NoError;
}

//-----------------------------------------------------------------------------
std::string columnOf(vtkSMSourceProxy* proxy, const std::string& role)
{
  for (const Column& column : readColumns(proxy))
  {
    if (column.role == role)
    {
      return column.name;
    }
  }
  return "";
}

//-----------------------------------------------------------------------------
vtkSmartPointer<vtkDataArray> makeColumn(const Column& column)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(column.isInteger
      ? static_cast<vtkDataArray*>(vtkIntArray::New())
      : static_cast<vtkDataArray*>(vtkDoubleArray::New()));
  array->SetName(column.name.c_str());
  return array;
}
}

//-----------------------------------------------------------------------------
vtkSmartPointer<vtkTable> pqOptimizationHistory::read(vtkSMSourceProxy* proxy)
{
  std::vector<double> values;
  if (vtkSMProperty* property = proxy->GetProperty("History"))
  {
    pqOptimizationSource::fetch(proxy, property);
    values = vtkSMPropertyHelper(property).GetDoubleArray();
  }
  const std::vector<Column> columns = readColumns(proxy);
  const std::size_t rows = columns.empty() ? 0 : values.size() / columns.size();
  auto history = vtkSmartPointer<vtkTable>::New();
  for (std::size_t i = 0; i < columns.size(); ++i)
  {
    const vtkSmartPointer<vtkDataArray> array = makeColumn(columns[i]);
    array->SetNumberOfTuples(static_cast<vtkIdType>(rows));
    for (std::size_t row = 0; row < rows; ++row)
    {
      array->SetTuple1(static_cast<vtkIdType>(row), values[row * columns.size() + i]);
    }
    history->AddColumn(array);
  }
  return history;
}

//-----------------------------------------------------------------------------
std::string pqOptimizationHistory::objective(vtkSMSourceProxy* proxy)
{
  return columnOf(proxy, "Objective");
}

//-----------------------------------------------------------------------------
std::string pqOptimizationHistory::seconds(vtkSMSourceProxy* proxy)
{
  return columnOf(proxy, "Seconds");
}

//-----------------------------------------------------------------------------
std::vector<pqOptimizationHistory::Bound> pqOptimizationHistory::bounds(vtkSMSourceProxy* proxy)
{
  std::vector<Bound> bounds;
  if (vtkSMProperty* property = proxy->GetProperty("HistoryBounds"))
  {
    pqOptimizationSource::fetch(proxy, property);
    const vtkSMPropertyHelper words(property);
    constexpr unsigned int wordsOfBound = 4;
    for (unsigned int i = 0; i + wordsOfBound <= words.GetNumberOfElements(); i += wordsOfBound)
    {
      bounds.push_back({ words.GetAsString(i), words.GetAsString(i + 1) == std::string("<="),
        QString(words.GetAsString(i + 2)).toDouble(),
        words.GetAsString(i + 3) == std::string("met") });
    }
  }
  return bounds;
}

//-----------------------------------------------------------------------------
QString pqOptimizationHistory::title(const std::string& column)
{
  QString words;
  for (const QChar letter : QString::fromStdString(column))
  {
    const bool begins = letter.isUpper() && !words.isEmpty();
    words += begins ? QString(" ") + letter.toLower() : QString(letter);
  }
  return words;
}

//-----------------------------------------------------------------------------
double pqOptimizationHistory::last(vtkTable* history, const std::string& column)
{
  const vtkIdType rows = history->GetNumberOfRows();
  return rows > 0 && history->GetColumnByName(column.c_str())
    ? history->GetValueByName(rows - 1, column.c_str()).ToDouble()
    : 0.0;
}

//-----------------------------------------------------------------------------
double pqOptimizationHistory::recentMean(vtkTable* history, const std::string& column)
{
  const vtkIdType rows = history->GetNumberOfRows();
  const vtkIdType first = std::max<vtkIdType>(0, rows - RowsOfMean);
  double sum = 0.0;
  for (vtkIdType i = first; i < rows && history->GetColumnByName(column.c_str()); ++i)
  {
    sum += history->GetValueByName(i, column.c_str()).ToDouble();
  }
  return rows > first ? sum / static_cast<double>(rows - first) : 0.0;
}

//-----------------------------------------------------------------------------
bool pqOptimizationHistory::isComparable(vtkSMSourceProxy* first, vtkSMSourceProxy* other)
{
  if (std::string(first->GetXMLName()) != other->GetXMLName())
  {
    return false;
  }
  const vtkSMPropertyHelper input(first, "Input", true);
  const vtkSMPropertyHelper otherInput(other, "Input", true);
  if (input.GetNumberOfElements() != otherInput.GetNumberOfElements() ||
    (input.GetNumberOfElements() > 0 &&
      (input.GetAsProxy() != otherInput.GetAsProxy() ||
        input.GetOutputPort() != otherInput.GetOutputPort())))
  {
    return false;
  }
  // All properties, including selections of arrays, can be compared as text.
  for (const char* name :
    { "YoungsModulus", "PoissonsRatio", "Interpolation", "Penalization", "MinimumDensity",
      "MinimumModulusRatio", "Scheme", "DensityModel", "TransitionWidth", "SmoothingRadius",
      "Degree", "MakeQuadratic", "Supports", "Springs", "PrescribedDisplacement", "OutputWeights",
      "ForceArrays", "LoadCaseWeights", "Conductivity", "TemperatureSupports",
      "PrescribedTemperature", "HeatFlow", "FilmCoefficient", "AmbientTemperature", "HeatSource" })
  {
    vtkSMProperty* property = first->GetProperty(name);
    vtkSMProperty* ofOther = other->GetProperty(name);
    if (property && ofOther &&
      pqSMAdaptor::getMultipleElementProperty(property) !=
        pqSMAdaptor::getMultipleElementProperty(ofOther))
    {
      return false;
    }
  }
  return true;
}

//-----------------------------------------------------------------------------
void pqOptimizationHistory::saveAs(vtkTable* history, QWidget* parent)
{
  pqFileDialog dialog(nullptr, parent, QObject::tr("Save the history of the optimization"),
    QString(), QObject::tr("Comma-separated values (*.csv)"));
  dialog.setObjectName("SaveHistoryDialog");
  dialog.setFileMode(pqFileDialog::AnyFile);
  if (dialog.exec() != QDialog::Accepted)
  {
    return;
  }
  const QString fileName = dialog.getSelectedFiles().first();
  if (!write(history, fileName))
  {
    pqOptimizationSource::showMessage(QObject::tr("%1 could not be written.").arg(fileName));
  }
}
