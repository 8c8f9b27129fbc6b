#ifndef TRABECULA_ELEMENT_HEX8MODAL_H
#define TRABECULA_ELEMENT_HEX8MODAL_H

#include "Element/Hex8.h"

namespace trabecula
{
/**
 * Sparsity of a given stiffness matrix in the Walsh-Hadamard basis of the corners: the seven
 * non-constant modes of each component are coupled only
 *
 * - within blocks of one mode per component of matching parity, if the element is an axis-aligned
 *   brick;
 * - among even modes and among odd modes, if opposite faces are parallel;
 * - without restriction otherwise.
 */
enum class ModalForm
{
  Bricks,
  Affine,
  General
};

namespace hex8
{
/// Number of stored entries for a form: upper triangles of its blocks.
constexpr int modalEntries(ModalForm form)
{
  return form == ModalForm::Bricks ? 48 : form == ModalForm::Affine ? 45 + 78 : 231;
}

/// f += B u on the modes of the N given numbers, with the symmetric block B whose upper triangle
/// starts at entry first.
template <int N, class T, class Entries>
TRABECULA_FUNCTION void addModalBlock(
  const int (&modes)[N], int first, const Entries& entries, const T* u, T* f)
{
  int entry = first;
  TRABECULA_UNROLL
  for (int i = 0; i < N; ++i)
  {
    f[modes[i]] += entries(entry++) * u[modes[i]];
    TRABECULA_UNROLL
    for (int j = i + 1; j < N; ++j)
    {
      const auto value = entries(entry++);
      f[modes[i]] += value * u[modes[j]];
      f[modes[j]] += value * u[modes[i]];
    }
  }
}

/// Calls block(modes, first) for the mode numbers of each block of a form and its first entry.
template <ModalForm Form, class Block>
TRABECULA_FUNCTION void forEachModalBlock(const Block& block)
{
  if constexpr (Form == ModalForm::Bricks)
  {
    TRABECULA_UNROLL
    for (int parity = 0; parity < 8; ++parity)
    {
      const int modes[3] = { parity ^ 1, 8 + (parity ^ 2), 16 + (parity ^ 4) };
      block(modes, 6 * parity);
    }
  }
  else if constexpr (Form == ModalForm::Affine)
  {
    const int even[9] = { 3, 5, 6, 11, 13, 14, 19, 21, 22 };
    const int odd[12] = { 1, 2, 4, 7, 9, 10, 12, 15, 17, 18, 20, 23 };
    block(even, 0);
    block(odd, 45);
  }
  else
  {
    const int all[21] = { 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22,
      23 };
    block(all, 0);
  }
}

template <class T, class Entries>
struct AddModalBlock
{
  const Entries& entries;
  const T* u;
  T* f;

  template <int N>
  TRABECULA_FUNCTION void operator()(const int (&modes)[N], int first) const
  {
    addModalBlock(modes, first, this->entries, this->u, this->f);
  }
};

/**
 * f = E K u, K = transpose of toModes() * blocks * toModes().
 *
 * @param entries entries(i) is the i-th entry of the blocks, for a Young's modulus of one
 * @return u.f
 */
template <ModalForm Form, class T, class Entries>
TRABECULA_FUNCTION T modalProduct(const T* u, const T young, const Entries& entries, T* f)
{
  T um[24];
  T fm[24];
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    toModes(u + 8 * c, um + 8 * c);
    TRABECULA_UNROLL
    for (int m = 0; m < 8; ++m)
    {
      fm[8 * c + m] = T{};
    }
  }
  forEachModalBlock<Form>(AddModalBlock<T, Entries>{ entries, um, fm });
  T energy = T{};
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    TRABECULA_UNROLL
    for (int m = 1; m < 8; ++m)
    {
      fm[8 * c + m] *= young;
      energy += um[8 * c + m] * fm[8 * c + m];
    }
    fromModes(fm + 8 * c, f + 8 * c);
  }
  return energy;
}
}
}

#endif
