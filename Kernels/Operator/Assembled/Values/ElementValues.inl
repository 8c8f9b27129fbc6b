#include "Operator/Assembled/Values/ElementValues.h"

#include "Core/Teams.h"
#include "Element/Elements.h"
#include "Operator/Assembled/Values/ConstantRowAssembly.h"
#include "Operator/Assembled/Values/ElementAssembly.h"
#include "Operator/Assembled/Values/HostAssembly.h"
#include "Operator/Assembled/Values/RowAssembly.h"

#include <algorithm>

namespace trabecula
{
template <class Space>
void assembleByRow(
  const Context<Space>& context, const AssemblyInput& input, CellType type, int most, bool add)
{
  const int window = std::min(most, detail::MostRowWindow);
  withElement(type,
    [&](auto element)
    {
      using Element = decltype(element);
      if constexpr (Element::QuadraturePoints == 1)
      {
        if (most <= detail::MostRowWindow && !input.materialsVary())
        {
          using Constant = detail::ConstantRowValues<Element>;
          forEachTeam<32>(
            context, input.matrix.nodes, Constant::bytes(most), Constant{ input, most, add });
          return;
        }
      }
      using Values = detail::RowValues<Element>;
      const Values values{ input, window, add };
      forEachTeam<32>(context, input.matrix.nodes, values.bytes(), values);
    });
}

namespace detail
{
template <class Space, class Matrices>
void runElements(const Context<Space>& context, const Matrices& matrices)
{
  forEachTeam<32>(context, matrices.items(), Matrices::bytes(), matrices);
}
}

template <class Space>
void assembleByElement([[maybe_unused]] const Context<Space>& context, const AssemblyInput& input,
  CellType type, const std::int32_t* elements, std::int64_t count, bool shared)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    assembleOnHost(input, type, elements, count, shared);
  }
  else
  {
    withElement(type,
      [&](auto element)
      {
        using Element = decltype(element);
        if (shared)
        {
          using Output = detail::AddToMatrix<Element, true>;
          detail::runElements(
            context, detail::ElementMatrices<Element, Output>{ input, elements, count, Output{} });
        }
        else
        {
          using Output = detail::AddToMatrix<Element, false>;
          detail::runElements(
            context, detail::ElementMatrices<Element, Output>{ input, elements, count, Output{} });
        }
      });
  }
}

template <class Space>
void mirrorUpperBlocks(const Context<Space>& context, const MatrixView& matrix)
{
  using Mirror = detail::MirrorUpperBlocks;
  forEachTeam<32>(
    context, matrix.nodes, sizeof(std::int32_t) * std::size_t(Mirror::Window), Mirror{ matrix });
}

#define TRABECULA_INSTANTIATE_ELEMENT_VALUES(Space)                                                \
  template void assembleByRow(const Context<Space>&, const AssemblyInput&, CellType, int, bool);   \
  template void assembleByElement(const Context<Space>&, const AssemblyInput&, CellType,           \
    const std::int32_t*, std::int64_t, bool);                                                      \
  template void mirrorUpperBlocks(const Context<Space>&, const MatrixView&)
}
