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
template <class Space>
MeshLattice<Space>::MeshLattice(LayoutPointer<Space> layout, const Mesh& mesh,
  const LatticeFrame& frame, double poissonsRatio, const std::vector<std::uint8_t>& supports)
  : Free(std::move(layout))
{
  if (this->Free.size() != static_cast<std::int64_t>(mesh.points.size()) ||
    supports.size() != mesh.points.size())
  {
    throw Error("A lattice over a mesh of " + std::to_string(mesh.numberOfNodes()) +
      " nodes is given a layout of " + this->Free.layout().text() + " and " +
      std::to_string(supports.size()) + " supports.");
  }
  this->addShares(mesh, frame);
  this->makeGrid(frame, poissonsRatio);
  this->placeNodes(mesh, frame, supports);
  this->transpose();
}

template <class Space>
void MeshLattice<Space>::addShares(const Mesh& mesh, const LatticeFrame& frame)
{
  const Context<Space>& context = this->Free.context();
  const DeviceVector<double, Space> points(context, mesh.points);
  const DeviceVector<std::int32_t, Space> connectivity(context, mesh.connectivity);
  DeviceVector<std::int64_t, Space> offsets;
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
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
  context.copyToHost(&total, ends.data() + ends.size() - 1, sizeof(total));

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
void MeshLattice<Space>::makeGrid(const LatticeFrame& frame, double poissonsRatio)
{
  VoxelImage image;
  image.moduli.resize(static_cast<std::size_t>(frame.size()));
  for (std::size_t d = 0; d < 3; ++d)
  {
    image.cells[d] = frame.cells[d];
    image.spacing[d] = frame.spacing[d];
    image.origin[d] = frame.origin[d];
  }
  const std::vector<std::int64_t> starts = this->CellStarts.toHost();
  const std::int64_t cells = frame.size();
#pragma omp parallel for schedule(static)
  for (std::int64_t c = 0; c < cells; ++c)
  {
    const auto cell = static_cast<std::size_t>(c);
    image.moduli[cell] = starts[cell + 1] > starts[cell] ? 1.0 : 0.0;
  }
  this->Grid = std::make_unique<VoxelGrid>(image, VoxelParts::All);
  const Context<Space>& context = this->Free.context();
  const OperatorLayouts<Space> layouts = { makeLayout(
                                             context, Entity::Node, this->Grid->numberOfNodes(), 3),
    makeLayout(context, Entity::MaterialPoint, this->Grid->numberOfElements(), 1) };
  this->Voxels = std::make_unique<VoxelOperator<Space>>(layouts, *this->Grid, poissonsRatio);
  this->Moduli = Vector<Space>(layouts.materialPoints);
}

template <class Space>
void MeshLattice<Space>::placeNodes(
  const Mesh& mesh, const LatticeFrame& frame, const std::vector<std::uint8_t>& supports)
{
  const Context<Space>& context = this->Free.context();
  const std::int64_t voxels = this->Grid->numberOfElements();
  DeviceVector<std::int32_t, Space> voxelOfCell(context, static_cast<std::size_t>(frame.size()));
  detail::markEmpty(context, frame.size(), voxelOfCell.data());
  this->VoxelStarts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(2 * voxels));
  {
    const DeviceVector<std::int64_t, Space> cellOfVoxel(context, this->Grid->elementIndices());
    detail::placeVoxels(context, voxels, cellOfVoxel.data(), this->CellStarts.data(),
      this->VoxelStarts.data(), voxelOfCell.data());
  }
  this->CellStarts.reset();
  const std::size_t nodes = mesh.numberOfNodes();
  this->Corners = DeviceVector<std::int32_t, Space>(context, 8 * nodes);
  this->Weights = DeviceVector<float, Space>(context, 8 * nodes);
  const DeviceVector<double, Space> points(context, mesh.points);
  DeviceVector<std::uint8_t, Space> used(context, nodes);
  used.zero();
  {
    const DeviceVector<std::int32_t, Space> connectivity(context, mesh.connectivity);
    detail::markUsed(
      context, static_cast<std::int64_t>(connectivity.size()), connectivity.data(), used.data());
  }
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  DeviceVector<std::uint8_t, Space> constrainedOfGrid(
    context, 3 * static_cast<std::size_t>(this->Grid->numberOfNodes()));
  constrainedOfGrid.zero();
  detail::placeLatticeNodes(context, static_cast<std::int64_t>(nodes), points.data(), used.data(),
    frame, voxelOfCell.data(), static_cast<std::int64_t>(this->Grid->bricks().size()),
    this->Voxels->bricks(), constrained.data(), this->Corners.data(), this->Weights.data(),
    constrainedOfGrid.data());
  this->Supports = constrainedOfGrid.toHost();
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
  this->Starts = DeviceVector<std::int64_t, Space>(
    context, static_cast<std::size_t>(this->Grid->numberOfNodes()) + 1);
  findStarts(keys, this->Starts);
}

template <class Space>
void MeshLattice<Space>::setModuli(const Vector<Space>& moduli, double least)
{
  const Context<Space>& context = this->Free.context();
  detail::averageModuli(context, this->Grid->numberOfElements(), this->VoxelStarts.data(),
    this->Elements.data(), this->Parts.data(), moduli.data(), least, this->Moduli.data());
  this->Voxels->setModuli(this->Moduli);
}

template <class Space>
void MeshLattice<Space>::prolong(const Vector<Space, float>& coarse, float* d, float* x) const
{
  coarse.require(this->Voxels->layout(), "A vector on a lattice");
  const Context<Space>& context = this->Free.context();
  const float* values = coarse.data();
  const std::int32_t* corners = this->Corners.data();
  const float* weights = this->Weights.data();
  const float* free = this->Free.data();
  forEach(
    context, static_cast<std::int64_t>(this->Corners.size() / 8), TRABECULA_LAMBDA(std::int64_t n) {
      float sums[3] = {};
      for (int a = 0; a < 8; ++a)
      {
        const float weight = weights[8 * n + a];
        const float* from = values + 3 * std::int64_t(corners[8 * n + a]);
        for (int i = 0; i < 3; ++i)
        {
          sums[i] += weight * from[i];
        }
      }
      for (int i = 0; i < 3; ++i)
      {
        const float step = free[3 * n + i] * sums[i];
        d[3 * n + i] = step;
        x[3 * n + i] += step;
      }
    });
}

template <class Space>
void MeshLattice<Space>::restrictTo(
  const float* r, const Vector<Space, float>& freeOfGrid, Vector<Space>& coarse) const
{
  freeOfGrid.require(this->Voxels->layout(), "The marks of free unknowns of a lattice");
  coarse.require(this->Voxels->layout(), "A vector on a lattice");
  const Context<Space>& context = this->Free.context();
  const float* marks = freeOfGrid.data();
  double* to = coarse.data();
  const std::int64_t* starts = this->Starts.data();
  const std::uint32_t* places = this->Places.data();
  const float* weights = this->Weights.data();
  const float* free = this->Free.data();
  forEach(
    context, 3 * this->Grid->numberOfNodes(), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t end = marks[i] != 0.0F ? starts[i / 3 + 1] : 0;
      float sum = 0.0F;
      for (std::int64_t k = starts[i / 3]; k < end; ++k)
      {
        const std::uint32_t place = places[k];
        const std::int64_t unknown = 3 * std::int64_t(place / 8) + i % 3;
        sum += weights[place] * free[unknown] * r[unknown];
      }
      to[i] = double(sum);
    });
}

template class MeshLattice<CompiledSpace>;
}
