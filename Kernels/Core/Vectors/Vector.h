#ifndef TRABECULA_CORE_VECTORS_VECTOR_H
#define TRABECULA_CORE_VECTORS_VECTOR_H

#include "Core/Vectors/Layout.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * A layout and memory for its entries. It owns the memory, or is a view of memory that another
 * object owns.
 *
 * Entries of ghosts are copies, which updateGhosts() renews; call it before reading them.
 */
template <class Space, class T = double>
class Vector
{
public:
  /// Empty, without a layout.
  Vector() = default;
  /// Values are undefined until written.
  explicit Vector(LayoutPointer<Space> layout)
    : Of(std::move(layout)), Own(this->Of->context(), static_cast<std::size_t>(this->Of->size())),
      Values(this->Own.data())
  {
  }
  /// @param values as many as the layout has, on the host
  Vector(LayoutPointer<Space> layout, const std::vector<T>& values) : Vector(std::move(layout))
  {
    this->assign(values);
  }
  /// A view. @param values in memory of the space, as many as the layout has
  Vector(LayoutPointer<Space> layout, T* values) : Of(std::move(layout)), Values(values) {}
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;
  Vector(Vector&& other) noexcept { this->swap(other); }
  Vector& operator=(Vector&& other) noexcept
  {
    this->swap(other);
    return *this;
  }
  ~Vector() = default;

  bool empty() const { return this->Of == nullptr; }
  const LayoutPointer<Space>& layoutPointer() const { return this->Of; }
  const Layout<Space>& layout() const { return *this->Of; }
  const Context<Space>& context() const { return this->Of->context(); }
  T* data() { return this->Values; }
  const T* data() const { return this->Values; }
  /// Number of entries in memory, and of those that are owned; 0 of an empty vector.
  std::int64_t size() const { return this->Of ? this->Of->size() : 0; }
  std::int64_t ownedSize() const { return this->Of ? this->Of->ownedSize() : 0; }
  std::size_t bytes() const { return static_cast<std::size_t>(this->size()) * sizeof(T); }

  void swap(Vector& other) noexcept
  {
    std::swap(this->Of, other.Of);
    this->Own.swap(other.Own);
    std::swap(this->Values, other.Values);
  }
  void zero()
  {
    if (this->size() > 0)
    {
      this->context().zero(this->Values, this->bytes());
    }
  }
  /// Copies from the host. @throws Error if there are not as many values as entries
  void assign(const std::vector<T>& values)
  {
    if (static_cast<std::int64_t>(values.size()) != this->size())
    {
      throw Error("A vector has " + this->Of->text() + ", but is given " +
        std::to_string(values.size()) + " values.");
    }
    if (this->size() > 0)
    {
      this->context().copyFromHost(this->Values, values.data(), this->bytes());
    }
  }
  /// @throws Error if the layouts do not match
  void copy(const Vector& other)
  {
    other.require(*this->Of, "A vector that is copied");
    if (this->size() > 0)
    {
      this->context().copy(this->Values, other.Values, this->bytes());
    }
  }
  std::vector<T> toHost() const
  {
    auto values = zeroVector<T>(static_cast<std::size_t>(this->size()));
    if (this->size() > 0)
    {
      this->context().copyToHost(values.data(), this->Values, this->bytes());
    }
    return values;
  }

  /// Sets the entries of ghosts to those of their owners. All parts must call it. It is const, as
  /// owned entries do not change.
  void updateGhosts() const
  {
    if (this->Of->hasGhosts())
    {
      this->Of->halo()->update(this->Values, this->Of->components());
    }
  }

  /// @throws Error unless the layout matches the expected one. @param what the vector in words,
  /// with which the message begins
  void require(const Layout<Space>& expected, const char* what) const
  {
    if (!this->Of || !this->Of->matches(expected))
    {
      throw Error(std::string(what) + " has " + (this->Of ? this->Of->text() : "no entries") +
        (this->Of && &this->Of->context() != &expected.context() ? " in another context" : "") +
        ", but should have " + expected.text() + ".");
    }
  }

private:
  LayoutPointer<Space> Of;
  DeviceVector<T, Space> Own; ///< empty for a view
  T* Values = nullptr;
};

/// A vector in the workspace of its context, for the lifetime of this object.
template <class Space, class T = double>
class LeasedVector : public Vector<Space, T>
{
public:
  explicit LeasedVector(const LayoutPointer<Space>& layout)
    : LeasedVector(layout,
        layout->context().workspace().template lease<T>(static_cast<std::size_t>(layout->size())))
  {
  }

private:
  using Lease = typename Workspace<Space>::template Lease<T>;

  LeasedVector(const LayoutPointer<Space>& layout, Lease lease)
    : Vector<Space, T>(layout, lease.data()), Memory(std::move(lease))
  {
  }

  Lease Memory;
};

/// The sum of a_i b_i over the owned entries of all parts.
/// @throws Error if the layouts do not match
template <class Space>
double dot(const Vector<Space>& a, const Vector<Space>& b);
template <class Space>
double dot(const Vector<Space, float>& a, const Vector<Space>& b);
}

#endif
