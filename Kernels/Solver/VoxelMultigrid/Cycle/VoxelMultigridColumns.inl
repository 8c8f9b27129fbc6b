#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDCOLUMNS_INL
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDCOLUMNS_INL

// This file contains the cycles of VoxelMultigrid for multiple right-hand sides.

#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Core/Execution/Streams.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelMultigridStorage.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelTransferKernels.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <memory>
#include <utility>

namespace trabecula
{
template <class Space, int Components>
void VoxelMultigrid<Space, Components>::prepareColumns(int columns)
{
  Storage& store = *this->Store;
  if (detail::AreColumnsApart<Space> ? columns <= store.columns : columns == store.columns)
  {
    return;
  }
  const Context<Space>& context = this->Operator.context();
  VoxelLevels<Space, Components>& levels = store.levels;
  store.captures.reset();
  store.cycles[1] = {};
  store.columns = 0;
  store.streams = std::make_unique<Streams<Space>>(
    context, context.isDistributed() ? 1 : detail::streamsOfColumns<Space>(levels[0].n, columns));
  const std::int64_t interleaved = interleavedColumns(columns);
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const bool areApart = detail::AreColumnsApart<Space> && l == 0;
    const std::int64_t size =
      areApart ? columns * strideOfColumns(levels[l].entries) : interleaved * levels[l].entries;
    CycleVectors<Space>& vectors = levels[l].columns;
    vectors = CycleVectors<Space>(); // previous vectors are released before new ones are allocated
    vectors.x = DeviceVector<float, Space>(context, static_cast<std::size_t>(size));
    vectors.r = DeviceVector<float, Space>(context, static_cast<std::size_t>(size));
    if (!areApart) // columns that are apart use the step vectors of a single right-hand side
    {
      vectors.allocateSteps(context, size);
      if (levels[l].isVisitedTwice)
      {
        vectors.allocateKrylov(context, size);
      }
    }
    if (levels[l].halo)
    {
      for (DeviceVector<float, Space>* vector : { &vectors.x, &vectors.r, &vectors.own })
      {
        vector->zero();
      }
    }
    VoxelReplica<Space>* replica = levels.replicaOf(l) ? levels.replicaOf(l) : levels.wholeOf(l);
    if (replica)
    {
      replica->prepareColumns(static_cast<int>(interleaved));
    }
  }
  levels[1].columns.r.zero();
  store.zeros.set();
  store.reduction.prepare(static_cast<int>(interleaved));
  levels.storeFirst();
  store.columns = columns; // set last, when no allocation can fail any more
}

template <class Space, int Components>
MultiVector<Space, float>& VoxelMultigrid<Space, Components>::applyToColumns(
  MultiVector<Space>& r, [[maybe_unused]] const ColumnSet& active)
{
  if constexpr (Components != 3)
  {
    return LinearPreconditioner<Space>::applyToColumns(r, active);
  }
  else
  {
    if (!r.layout().matches(this->Operator.layout()) || r.arrangement() != this->arrangement())
    {
      throw Error("Columns of residuals have " + r.layout().text() + ", but should have " +
        this->Operator.layout().text() +
        (detail::AreColumnsApart<Space> ? ", one column after another." : ", interleaved."));
    }
    this->prepareColumns(r.columns());
    const Context<Space>& context = this->Operator.context();
    Storage& store = *this->Store;
    VoxelLevel<Space>& finest = store.levels[0];
    if (context.isDistributed())
    {
      if (interleavedColumns(store.columns) < MostColumns)
      {
        this->template applyOnParts<interleavedColumns(1)>(r, active);
      }
      else
      {
        this->template applyOnParts<MostColumns>(r, active);
      }
    }
    else if constexpr (detail::AreColumnsApart<Space>)
    {
      const auto scratch = context.workspace().template lease<float>(this->scratchOfStreams());
      const int interleaved = interleavedColumns(store.columns);
      if (!store.captures || store.captures->from != r.data() ||
        store.captures->scratch != scratch.data())
      {
        if (interleaved < MostColumns)
        {
          this->template captureColumns<interleavedColumns(1)>(r.data(), scratch.data());
        }
        else
        {
          this->template captureColumns<MostColumns>(r.data(), scratch.data());
        }
      }
      const auto count = static_cast<std::size_t>(store.columns);
      store.streams->run(count,
        [&](std::size_t v)
        {
          if (active[v])
          {
            store.captures->before[v]->launch();
            store.zeros[v] = false;
          }
          else if (!store.zeros[v])
          {
            // Coarse levels process inactive columns as well; a zero right-hand side remains zero
            // there.
            detail::zeroColumn(
              context, store.levels[1].n, interleaved, store.levels[1].columns.r.data() + v);
            store.zeros[v] = true;
          }
        });
      store.captures->coarse->launch();
      store.streams->run(count,
        [&](std::size_t v)
        {
          if (active[v])
          {
            store.captures->after[v]->launch();
          }
        });
    }
    else
    {
      detail::convert(context, store.columns * finest.n, r.data(), finest.columns.r.data());
      if (store.columns < MostColumns)
      {
        this->template cycle<interleavedColumns(1)>(0);
      }
      else
      {
        this->template cycle<MostColumns>(0);
      }
    }
    store.ofColumns = MultiVector<Space, float>(
      this->Operator.layoutPointer(), r.columns(), r.arrangement(), finest.columns.x.data());
    return store.ofColumns;
  }
}

/// The cycle on several parts, whose communication cannot be captured.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::applyOnParts(
  MultiVector<Space>& r, [[maybe_unused]] const ColumnSet& active)
{
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  VoxelLevel<Space>& finest = store.levels[0];
  CycleVectors<Space>& columns = finest.columns;
  if constexpr (detail::AreColumnsApart<Space>)
  {
    const auto scratch = context.workspace().template lease<float>(this->scratchOfStreams());
    store.levels.useScratch(scratch.data());
    const std::int64_t stride = strideOfColumns(finest.entries);
    VoxelReplica<Space>* replica = store.levels.replicaOf(1);
    VoxelLevel<Space>& first = store.levels[1];
    for (int v = 0; v < store.columns; ++v)
    {
      const auto place = static_cast<std::size_t>(v);
      if (active[place])
      {
        this->zeroGhosts(
          { columns.x.data() + stride * v, columns.r.data() + stride * v, finest.d, finest.q }, 1);
        this->template descend<Columns>(v, r.data() + stride * v);
        store.zeros[place] = false;
      }
      else if (!store.zeros[place])
      {
        const std::int64_t unknowns = replica ? Components * replica->mesh().nodes : first.entries;
        detail::zeroColumn(
          context, unknowns, Columns, (replica ? replica->r(Columns) : first.columns.r.data()) + v);
        store.zeros[place] = true;
      }
    }
    this->template solveBelow<Columns>(1);
    for (int v = 0; v < store.columns; ++v)
    {
      if (active[static_cast<std::size_t>(v)])
      {
        this->zeroGhosts({ finest.d, finest.q }, 1);
        this->template ascend<Columns>(v);
      }
    }
  }
  else
  {
    this->zeroGhosts({ columns.x.data(), columns.r.data(), columns.d, columns.q }, Columns);
    detail::convert(context, Columns * finest.n, r.data(), columns.r.data());
    this->template cycle<Columns>(0);
  }
}

/// Returns the number of values of the scratch memory of all streams together.
template <class Space, int Components>
std::size_t VoxelMultigrid<Space, Components>::scratchOfStreams() const
{
  const auto one = static_cast<std::int64_t>(this->Store->levels.scratchNumbers());
  return this->Store->streams->count() * static_cast<std::size_t>(strideOfColumns(one));
}

template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::captureColumns(const double* r, float* scratch)
{
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  store.captures.reset();
  auto captures = std::make_unique<typename Storage::CapturesOfColumns>();
  const std::int64_t stride = strideOfColumns(store.levels[0].entries);
  for (int v = 0; v < store.columns; ++v)
  {
    const auto place = static_cast<std::size_t>(v);
    const double* mine = r + stride * v;
    const std::size_t stream = store.streams->streamOfTask(place);
    store.levels.useScratch(scratch + this->scratchOfStreams() / store.streams->count() * stream);
    captures->before[place] = std::make_unique<GraphCapture<Space>>(
      context, [this, v, mine] { this->template descend<Columns>(v, mine); });
    captures->after[place] = std::make_unique<GraphCapture<Space>>(
      context, [this, v] { this->template ascend<Columns>(v); });
  }
  captures->coarse =
    std::make_unique<GraphCapture<Space>>(context, [this] { this->template solve<Columns>(1); });
  captures->from = r;
  captures->scratch = scratch;
  store.captures = std::move(captures);
}

/// Performs the part of the cycle on the finest level, for one separately stored column, from the
/// residual to the restriction to the first coarse level.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::descend(int column, const double* r)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  VoxelReplica<Space>* replica = this->Store->levels.replicaOf(1);
  const std::int64_t begin = strideOfColumns(finest.entries) * column;
  float* residual = finest.columns.r.data() + begin;
  detail::convert(context, finest.n, r, residual);
  if (this->smoother(0).before > 0)
  {
    this->template smooth<1>(0, true, residual, finest.columns.x.data() + begin);
    this->template subtractStep<1>(0, residual);
  }
  this->Store->levels.updateGhosts(0, residual);
  detail::restrictTo(context, replica ? replica->mesh() : first.mesh, finest.transfer,
    this->Store->levels.scratch(), residual,
    (replica ? replica->r(Columns) : first.columns.r.data()) + column, Columns);
}

/// Performs the remaining part, from the solution on the first coarse level.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::ascend(int column)
{
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  VoxelReplica<Space>* replica = this->Store->levels.replicaOf(1);
  const std::int64_t begin = strideOfColumns(finest.entries) * column;
  float* x = finest.columns.x.data() + begin;
  detail::prolongTo(this->Operator.context(), finest.n, replica ? replica->mesh() : first.mesh,
    finest.transfer.anchors.data(),
    (replica ? replica->x(Columns) : first.columns.x.data()) + column,
    finest.inverseDiagonal.data(), this->smoother(0).before == 0, finest.d, x, Columns);
  this->template smooth<1>(0, false, finest.columns.r.data() + begin, x);
}

template <class Space, int Components>
std::size_t VoxelMultigrid<Space, Components>::memoryOfColumns(int columns) const
{
  const VoxelLevels<Space, Components>& levels = this->Store->levels;
  const std::int64_t interleaved = interleavedColumns(columns);
  std::int64_t numbers = detail::AreColumnsApart<Space>
    ? 2 * columns * strideOfColumns(levels[0].entries)
    : 4 * interleaved * levels[0].entries;
  for (std::size_t l = 1; l < levels.size(); ++l)
  {
    numbers += (levels[l].isVisitedTwice ? 7 : 4) * interleaved * levels[l].entries;
  }
  // The matrix of the first coarse level is stored, and those of its elements during assembly.
  constexpr std::int64_t ofNode =
    sizeof(std::int64_t) + 27 * (sizeof(std::int32_t) + 9 * sizeof(float));
  constexpr std::int64_t ofElement = VoxelMatrixEntries * sizeof(float);
  const auto others =
    static_cast<std::int64_t>(detail::streamsOfColumns<Space>(levels[0].n, columns)) - 1;
  numbers += others * strideOfColumns(static_cast<std::int64_t>(levels.scratchNumbers()));
  const VoxelMesh<Space>& first = levels[1].mesh;
  const std::int64_t matrix =
    levels.size() > 2 ? ofNode * first.nodes + ofElement * first.elements : 0;
  return static_cast<std::size_t>(numbers) * sizeof(float) + static_cast<std::size_t>(matrix);
}
}

#endif
