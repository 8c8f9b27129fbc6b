#include "Solver/AuxiliaryLattice/MeshLattice.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#include "Solver/AuxiliaryLattice/MeshLatticeKernels.h"
#include "Solver/SmootherKernels.h"

#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// The image of the cells in which elements have shares. @param starts of the shares of each cell
inline VoxelImage imageOfShares(const LatticeFrame& frame, const std::vector<std::int64_t>& starts)
{
  VoxelImage image = imageOf(frame);
  const std::int64_t cells = frame.size();
#pragma omp parallel for schedule(static)
  for (std::int64_t c = 0; c < cells; ++c)
  {
    const auto cell = static_cast<std::size_t>(c);
    image.moduli[cell] = starts[cell + 1] > starts[cell] ? 1.0 : 0.0;
  }
  return image;
}
}

template <class Space>
MeshLattice<Space>::MeshLattice(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
  const LatticeFrame& frame, double poissonsRatio, const std::vector<std::uint8_t>& supports)
  : Free(layouts.unknowns)
{
  if (this->Free.size() != static_cast<std::int64_t>(mesh.points.size()) ||
    supports.size() != mesh.points.size())
  {
    throw Error("A lattice over a mesh of " + std::to_string(mesh.numberOfNodes()) +
      " nodes is given a layout of " + this->Free.layout().text() + " and " +
      std::to_string(supports.size()) + " supports.");
  }
  // Elements that are ghosts belong to the shares of their parts.
  this->addShares(mesh, frame, layouts.materialPoints->owned());
  const std::unique_ptr<LatticeOfPart> divided = this->makeGrid(frame, poissonsRatio);
  this->placeNodes(mesh, frame, supports, divided.get());
  this->transpose();
}

template <class Space>
void MeshLattice<Space>::addShares(
  const Mesh& mesh, const LatticeFrame& frame, std::int64_t elements)
{
  const Context<Space>& context = this->Free.context();
  const DeviceVector<double, Space> points(context, mesh.points);
  const DeviceVector<std::int32_t, Space> connectivity(context, mesh.connectivity);
  DeviceVector<std::int64_t, Space> offsets;
  detail::LatticeElements of = { points.data(), connectivity.data(), nullptr, 0 };
  if (mesh.isMixed())
  {
    offsets = DeviceVector<std::int64_t, Space>(context, mesh.offsets);
    of.offsets = offsets.data();
  }
  else
  {
    of.nodesOfAll = static_cast<int>(mesh.nodesPerElement());
  }
  DeviceVector<std::int64_t, Space> ends(context, static_cast<std::size_t>(elements));
  detail::countShares(context, elements, of, frame, ends.data());
  inclusiveScan(ends);
  std::int64_t total = 0;
  if (ends.size() > 0)
  {
    context.copyToHost(&total, ends.data() + ends.size() - 1, sizeof(total));
  }

  const auto size = static_cast<std::size_t>(total);
  DeviceVector<std::int32_t, Space> cells(context, size);
  DeviceVector<detail::LatticeShare, Space> pairs(context, size);
  detail::writeShares(context, elements, of, frame, ends.data(), cells.data(), pairs.data());
  sortByKey(cells, pairs);
  this->CellStarts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(frame.size()) + 1);
  findStarts(cells, this->CellStarts);
  this->Elements = DeviceVector<std::int32_t, Space>(context, size);
  this->Parts = DeviceVector<float, Space>(context, size);
  detail::splitShares(context, total, pairs.data(), this->Elements.data(), this->Parts.data());
}

template <class Space>
std::unique_ptr<LatticeOfPart> MeshLattice<Space>::makeGrid(
  const LatticeFrame& frame, double poissonsRatio)
{
  const Context<Space>& context = this->Free.context();
  const std::vector<std::int64_t> starts = this->CellStarts.toHost();
  std::unique_ptr<LatticeOfPart> divided;
  OperatorLayouts<Space> layouts;
  if (context.isDistributed())
  {
    divided = std::make_unique<LatticeOfPart>(divideLattice(context.communicator(), frame, starts));
    this->Grid = std::move(divided->grid);
    const VoxelGrid& grid = *this->Grid;
    layouts = layoutsOf(
      makeHalo(context, grid.numberOfOwnedNodes(), grid.numberOfNodes(), divided->halo.nodes),
      makeHalo(
        context, grid.numberOfOwnedElements(), grid.numberOfElements(), divided->halo.elements));
    this->Exchange = std::make_unique<LatticeExchange<Space>>(context, *divided);
  }
  else
  {
    this->Grid = std::make_unique<VoxelGrid>(detail::imageOfShares(frame, starts), VoxelParts::All);
    layouts = layoutsOf(context, *this->Grid);
  }
  this->Voxels = std::make_unique<VoxelOperator<Space>>(layouts, *this->Grid, poissonsRatio);
  this->Moduli = Vector<Space>(layouts.materialPoints);
  return divided;
}

template <class Space>
void MeshLattice<Space>::placeNodes(const Mesh& mesh, const LatticeFrame& frame,
  const std::vector<std::uint8_t>& supports, const LatticeOfPart* divided)
{
  const Context<Space>& context = this->Free.context();
  const DeviceVector<std::int64_t, Space> cellOfVoxel(
    context, divided ? divided->cells : this->Grid->elementIndices());
  const auto voxels = static_cast<std::int64_t>(cellOfVoxel.size());
  this->VoxelStarts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(2 * voxels));
  detail::findVoxelStarts(
    context, voxels, cellOfVoxel.data(), this->CellStarts.data(), this->VoxelStarts.data());
  this->CellStarts.reset();
  const auto nodes = static_cast<std::size_t>(this->Free.layout().owned());
  this->Corners = DeviceVector<std::int32_t, Space>(context, 8 * nodes);
  this->Weights = DeviceVector<float, Space>(context, 8 * nodes);
  const DeviceVector<double, Space> points(context, mesh.points);
  DeviceVector<std::uint8_t, Space> used(context, mesh.numberOfNodes());
  used.zero();
  {
    const DeviceVector<std::int32_t, Space> connectivity(context, mesh.connectivity);
    detail::markUsed(
      context, static_cast<std::int64_t>(connectivity.size()), connectivity.data(), used.data());
  }
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  DeviceVector<std::uint8_t, Space> constrainedOfGrid(
    context, 3 * static_cast<std::size_t>(this->numberOfNodes()));
  constrainedOfGrid.zero();
  const auto place = [&](const auto& cornersOf)
  {
    detail::placeLatticeNodes(context, static_cast<std::int64_t>(nodes), points.data(), used.data(),
      frame, cornersOf, constrained.data(), this->Corners.data(), this->Weights.data(),
      constrainedOfGrid.data());
  };
  if (divided)
  {
    const DeviceVector<std::int32_t, Space> numbers(
      context, numbersInLattice(frame, divided->nodeIndices));
    place(detail::CornersInTable{ frame, numbers.data() });
    this->Supports = supportsOfGrid(
      context.communicator(), frame, *this->Grid, divided->nodeIndices, constrainedOfGrid.toHost());
  }
  else
  {
    DeviceVector<std::int32_t, Space> voxelOfCell(context, static_cast<std::size_t>(frame.size()));
    detail::placeVoxels(context, voxels, cellOfVoxel.data(), frame.size(), voxelOfCell.data());
    place(detail::CornersInBricks{ frame, voxelOfCell.data(),
      static_cast<std::int64_t>(this->Grid->bricks().size()), this->Voxels->bricks() });
    this->Supports = constrainedOfGrid.toHost();
  }
  detail::markFree(
    context, static_cast<std::int64_t>(supports.size()), constrained.data(), this->Free.data());
}

template <class Space>
void MeshLattice<Space>::transpose()
{
  const Context<Space>& context = this->Free.context();
  DeviceVector<std::int32_t, Space> keys(context, this->Corners.size());
  keys.copy(this->Corners);
  this->Places = DeviceVector<std::uint32_t, Space>(context, this->Corners.size());
  detail::numberPlaces(
    context, static_cast<std::int64_t>(this->Places.size()), this->Places.data());
  sortByKey(keys, this->Places);
  this->Starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(this->numberOfNodes()) + 1);
  findStarts(keys, this->Starts);
}

template <class Space>
void MeshLattice<Space>::setModuli(const Vector<Space>& moduli, double least)
{
  LatticeExchange<Space>* exchange = this->Exchange.get();
  detail::averageModuli(this->Free.context(),
    exchange ? exchange->voxels() : this->Grid->numberOfElements(), this->VoxelStarts.data(),
    this->Elements.data(), this->Parts.data(), moduli.data(),
    exchange ? exchange->moduli() : this->Moduli.data());
  if (exchange)
  {
    exchange->addModuli(this->Moduli);
  }
  this->Voxels->setModuli(this->Moduli, least);
}

template <class Space>
void MeshLattice<Space>::prolong(const Vector<Space, float>& coarse, float* d, float* x) const
{
  coarse.require(this->Voxels->layout(), "A vector on a lattice");
  const float* values = this->Exchange ? this->Exchange->corrections(coarse) : coarse.data();
  detail::prolongFromLattice(this->Free.context(), this->Free.layout().owned(),
    this->Corners.data(), this->Weights.data(), this->Free.data(), values, d, x);
}

template <class Space>
void MeshLattice<Space>::restrictTo(
  const float* r, const Vector<Space, float>& freeOfGrid, Vector<Space>& coarse) const
{
  freeOfGrid.require(this->Voxels->layout(), "The marks of free unknowns of a lattice");
  coarse.require(this->Voxels->layout(), "A vector on a lattice");
  const detail::LatticeRestriction rows = { this->Starts.data(), this->Places.data(),
    this->Weights.data(), this->Free.data(), r };
  const Context<Space>& context = this->Free.context();
  if (this->Exchange)
  {
    detail::restrictPart(context, 3 * this->numberOfNodes(), rows, this->Exchange->residuals());
    this->Exchange->addResiduals(freeOfGrid, coarse);
    return;
  }
  detail::restrictToLattice(
    context, 3 * this->Grid->numberOfNodes(), rows, freeOfGrid.data(), coarse.data());
}

template class MeshLattice<CompiledSpace>;
}
