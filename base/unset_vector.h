// Arrays that leave their new elements as they are, for those who fill them at once.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace voxmarch {

/// std::allocator, but resize() leaves elements of types without a constructor unset: clearing them is a pass over
/// memory by one core, which also is the first to touch it.
template <typename T> class UnsetAllocator : public std::allocator<T> {
public:
    UnsetAllocator() = default;
    template <typename U>
    UnsetAllocator(const UnsetAllocator<U> &) noexcept {}                     // cppcheck-suppress noExplicitConstructor
    template <typename U> struct rebind { using other = UnsetAllocator<U>; }; // NOLINT: the standard's name

    template <typename U> void construct(U *at) noexcept(std::is_nothrow_default_constructible_v<U>) {
        ::new (static_cast<void *>(at)) U;
    }
    template <typename U, typename... Arguments> void construct(U *at, Arguments &&...arguments) {
        ::new (static_cast<void *>(at)) U(std::forward<Arguments>(arguments)...);
    }
};

template <typename T> using UnsetVector = std::vector<T, UnsetAllocator<T>>;

} // namespace voxmarch
