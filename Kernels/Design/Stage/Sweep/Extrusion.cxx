#include "Design/Stage/Sweep/Extrusion.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// Computes y = sum v x / sum v over the design sites of each column.
/// @param fixed densities of other sites
template <class Space>
void averageColumns(const Context<Space>& context, const LayerTable table, const double* volumes,
  const std::uint8_t* isDesign, const double* x, const double* fixed, double* y)
{
  forEach(
    context, table.columns, TRABECULA_LAMBDA(std::int64_t column) {
      double sum = 0.0;
      double total = 0.0;
      table.visitColumn(column,
        [&](std::int64_t site)
        {
          sum += isDesign[site] ? volumes[site] * x[site] : 0.0;
          total += isDesign[site] ? volumes[site] : 0.0;
        });
      table.visitColumn(
        column, [&](std::int64_t site) { y[site] = isDesign[site] ? sum / total : fixed[site]; });
    });
}

/// The transpose: ofX = v sum ofY / sum v over the design sites of each column, 0 elsewhere.
template <class Space>
void averageColumnsTransposed(const Context<Space>& context, const LayerTable table,
  const double* volumes, const std::uint8_t* isDesign, const double* ofY, double* ofX)
{
  forEach(
    context, table.columns, TRABECULA_LAMBDA(std::int64_t column) {
      double sum = 0.0;
      double total = 0.0;
      table.visitColumn(column,
        [&](std::int64_t site)
        {
          sum += isDesign[site] ? ofY[site] : 0.0;
          total += isDesign[site] ? volumes[site] : 0.0;
        });
      table.visitColumn(column,
        [&](std::int64_t site) { ofX[site] = isDesign[site] ? volumes[site] * sum / total : 0.0; });
    });
}
}

template <class Space>
void Extrusion<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  detail::averageColumns(x.context(), this->Grid.table(), this->Volumes, this->IsDesign, x.data(),
    this->Fixed, y.data());
}

template <class Space>
void Extrusion<Space>::backward(
  const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  detail::averageColumnsTransposed(ofOutput.context(), this->Grid.table(), this->Volumes,
    this->IsDesign, ofOutput.data(), ofInput.data());
}

template class Extrusion<CompiledSpace>;

#ifndef __CUDACC__
std::vector<StageSetting> ExtrusionKind::settings()
{
  using Stages = StageSettings;
  constexpr double last = 3.0;
  return {
    { "Extrusion", "Extrusion", [](const Stages& s) { return double(s.extrusion.axis); },
      [](Stages& s, double value) { s.extrusion.axis = static_cast<int>(value); }, 0.0, last, false,
      { "Off", "X", "Y", "Z" } },
  };
}
#endif
}
