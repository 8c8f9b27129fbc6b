// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Element/Hex8.h"
#include "Element/Hex8Modal.h"
#include "Operator/Hex8/Hex8HostKernels.h"

namespace trabecula
{
namespace
{
// Distinct widths make the template instantiations of the instruction sets distinct symbols.
#if defined(__AVX512F__)
constexpr int Width = 8;
constexpr const char* Name = "AVX-512";
#elif defined(__AVX2__)
constexpr int Width = 4;
constexpr const char* Name = "AVX2";
#else
constexpr int Width = 2;
constexpr const char* Name = "128-bit vectors";
#endif

/// For fewer elements a parallel region is slower than a serial loop.
constexpr std::int64_t LeastParallelElements = 2048;

/// One value of several elements.
typedef double Pack __attribute__((vector_size(8 * Width)));
typedef float SinglePack __attribute__((vector_size(8 * Width)));
constexpr int SingleWidth = 2 * Width;
}

template <>
struct hex8::FactorOf<SinglePack>
{
  using Type = float;
};

namespace
{
/// Consecutive elements, at most one pack; an incomplete pack is filled with copies of the last
/// one.
struct Group
{
  std::int64_t position;
  int count;

  std::int64_t at(int lane) const { return position + (lane < count ? lane : count - 1); }
};

template <class Real, class Vector>
void gather(const Group& group, const std::int32_t* connectivity, const Real* field, Vector* values)
{
  constexpr int lanes = sizeof(Vector) / sizeof(Real);
  for (int lane = 0; lane < lanes; ++lane)
  {
    const std::int32_t* nodes = connectivity + 8 * group.at(lane);
    for (int a = 0; a < 8; ++a)
    {
      const Real* value = field + 3 * std::int64_t(nodes[a]);
      values[a][lane] = value[0];
      values[8 + a][lane] = value[1];
      values[16 + a][lane] = value[2];
    }
  }
}

template <class Real, class Vector>
void scatter(
  const Group& group, const std::int32_t* connectivity, const Vector* values, Real* field)
{
  for (int lane = 0; lane < group.count; ++lane)
  {
    const std::int32_t* nodes = connectivity + 8 * group.at(lane);
    for (int a = 0; a < 8; ++a)
    {
      Real* value = field + 3 * std::int64_t(nodes[a]);
      value[0] += values[a][lane];
      value[1] += values[8 + a][lane];
      value[2] += values[16 + a][lane];
    }
  }
}

/// Adds the element products f to y. gatherMore(group, more) loads additional data of a group, from
/// which product(group, more, u, scale * moduli, f) computes f.
template <class Vector, class Real, class GatherMore, class Product>
void addProducts(const Hex8HostMesh& mesh, double scale, const double* moduli, const Real* x,
  Real* y, const GatherMore& gatherMore, const Product& product)
{
  constexpr int lanes = sizeof(Vector) / sizeof(Real);
#pragma omp parallel if (mesh.numberOfElements >= LeastParallelElements)
  for (std::int32_t colour = 0; colour < mesh.numberOfColours; ++colour)
  {
#pragma omp for schedule(dynamic, 1)
    for (std::int32_t b = mesh.colourStarts[colour]; b < mesh.colourStarts[colour + 1]; ++b)
    {
      const std::int64_t begin = std::int64_t(mesh.blocks[b]) * mesh.blockSize;
      const std::int64_t past = begin + mesh.blockSize;
      const std::int64_t end = past < mesh.numberOfElements ? past : mesh.numberOfElements;
      const auto groupAt = [end](std::int64_t position) {
        return Group{ position, end - position < lanes ? int(end - position) : lanes };
      };
      // Each group is gathered one iteration ahead, since loading a vector right after its elements
      // were stored one by one stalls.
      Vector u[2][24];
      Vector more[2][24];
      gather(groupAt(begin), mesh.connectivity, x, u[0]);
      gatherMore(groupAt(begin), more[0]);
      int now = 0;
      for (std::int64_t position = begin; position < end; position += lanes, now = 1 - now)
      {
        const Group group = groupAt(position);
        if (position + lanes < end)
        {
          gather(groupAt(position + lanes), mesh.connectivity, x, u[1 - now]);
          gatherMore(groupAt(position + lanes), more[1 - now]);
        }
        Vector f[24];
        Vector young;
        for (int lane = 0; lane < lanes; ++lane)
        {
          young[lane] = static_cast<Real>(scale * moduli[mesh.order[group.at(lane)]]);
        }
        product(group, more[now], u[now], young, f);
        scatter(group, mesh.connectivity, f, y);
      }
    }
  }
}

void addProduct(
  const Hex8HostMesh& mesh, double poissonsRatio, const double* moduli, const double* x, double* y)
{
  const Elasticity material = unitElasticity(poissonsRatio);
  addProducts<Pack>(
    mesh, 1.0, moduli, x, y,
    [&mesh](const Group& group, Pack* corners)
    { gather(group, mesh.connectivity, mesh.points, corners); },
    [material](const Group&, const Pack* corners, const Pack* u, const Pack& young, Pack* f)
    { hex8::product(corners, u, young, material, f); });
}

void computeSingleModes(const Hex8HostMesh& mesh, double scale, float* modes)
{
  const std::int64_t groups = (mesh.numberOfElements + SingleWidth - 1) / SingleWidth;
#pragma omp parallel for schedule(static) if (mesh.numberOfElements >= LeastParallelElements)
  for (std::int64_t g = 0; g < groups; ++g)
  {
    for (int half = 0; half < SingleWidth; half += Width)
    {
      // Modes are differences of coordinates and are therefore computed in double precision.
      const std::int64_t last = mesh.numberOfElements - 1;
      const std::int64_t first = g * SingleWidth + half;
      const std::int64_t position = first < last ? first : last;
      const std::int64_t left = mesh.numberOfElements - position;
      Pack corners[24];
      gather(
        { position, left < Width ? int(left) : Width }, mesh.connectivity, mesh.points, corners);
      float* into = modes + g * SingleWidth * Hex8SingleModes + half;
      for (int c = 0; c < 3; ++c)
      {
        Pack found[8];
        hex8::toModes(corners + 8 * c, found);
        for (int m = 1; m < 8; ++m, into += SingleWidth)
        {
          for (int lane = 0; lane < Width; ++lane)
          {
            into[lane] = static_cast<float>(scale * found[m][lane]);
          }
        }
      }
    }
  }
}

void addSingleProduct(const Hex8HostMesh& mesh, double poissonsRatio, const float* modes,
  double scale, const double* moduli, const float* x, float* y)
{
  const Elasticity material = unitElasticity(poissonsRatio);
  addProducts<SinglePack>(
    mesh, scale, moduli, x, y, [](const Group&, SinglePack*) {},
    [modes, material](const Group& group, const SinglePack*, const SinglePack* u,
      const SinglePack& young, SinglePack* f)
    {
      const float* from = modes + group.position * Hex8SingleModes;
      SinglePack ofCorners[24];
      for (int c = 0; c < 3; ++c)
      {
        ofCorners[8 * c] = SinglePack{}; // mode 0 is not read
        __builtin_memcpy(ofCorners + 8 * c + 1, from + 7 * SingleWidth * c, 7 * sizeof(SinglePack));
      }
      hex8::productOfModes(ofCorners, u, young, material, f);
    });
}

template <ModalForm Form>
void addModalProductOf(const Hex8HostMesh& mesh, const Hex8HostShapes& shapes, const double* moduli,
  const double* x, double* y)
{
  addProducts<Pack>(
    mesh, 1.0, moduli, x, y, [](const Group&, Pack*) {},
    [&shapes](const Group& group, const Pack*, const Pack* u, const Pack& young, Pack* f)
    {
      int shape[Width];
      bool same = true;
      for (int lane = 0; lane < Width; ++lane)
      {
        shape[lane] = shapes.shapeOfPosition[group.at(lane)];
        same = same && shape[lane] == shape[0];
      }
      if (same)
      {
        const double* first = shapes.entries + shape[0];
        const auto entries = [first, &shapes](int i)
        { return first[std::int64_t(i) * shapes.numberOfShapes]; };
        hex8::modalProduct<Form>(u, young, entries, f);
        return;
      }
      const auto entries = [&shape, &shapes](int i)
      {
        Pack values;
        for (int lane = 0; lane < Width; ++lane)
        {
          values[lane] = shapes.entries[std::int64_t(i) * shapes.numberOfShapes + shape[lane]];
        }
        return values;
      };
      hex8::modalProduct<Form>(u, young, entries, f);
    });
}

void addModalProduct(const Hex8HostMesh& mesh, const Hex8HostShapes& shapes, const double* moduli,
  const double* x, double* y)
{
  switch (static_cast<ModalForm>(shapes.form))
  {
    case ModalForm::Bricks:
      addModalProductOf<ModalForm::Bricks>(mesh, shapes, moduli, x, y);
      break;
    case ModalForm::Affine:
      addModalProductOf<ModalForm::Affine>(mesh, shapes, moduli, x, y);
      break;
    case ModalForm::General:
      addModalProductOf<ModalForm::General>(mesh, shapes, moduli, x, y);
      break;
  }
}

void addUnitEnergies(
  const Hex8HostMesh& mesh, double poissonsRatio, const double* u, double weight, double* energies)
{
  const Elasticity material = unitElasticity(poissonsRatio);
  const std::int64_t groups = (mesh.numberOfElements + Width - 1) / Width;
#pragma omp parallel for schedule(static) if (mesh.numberOfElements >= LeastParallelElements)
  for (std::int64_t g = 0; g < groups; ++g)
  {
    const std::int64_t position = g * Width;
    const std::int64_t left = mesh.numberOfElements - position;
    const Group group = { position, left < Width ? int(left) : Width };
    Pack corners[24];
    Pack displacement[24];
    Pack f[24];
    gather(group, mesh.connectivity, mesh.points, corners);
    gather(group, mesh.connectivity, u, displacement);
    const Pack energy = hex8::product(corners, displacement, Pack{} + 1.0, material, f);
    for (int lane = 0; lane < group.count; ++lane)
    {
      energies[mesh.order[group.at(lane)]] += weight * energy[lane];
    }
  }
}
}

const Hex8HostKernels TRABECULA_JOIN(hex8HostKernels_, TRABECULA_ISA) = { Name, addProduct,
  SingleWidth, computeSingleModes, addSingleProduct, addModalProduct, addUnitEnergies };
}
