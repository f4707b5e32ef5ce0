// What the parts of the module share: conversions, devices with their turn, and work without the interpreter's lock.
#pragma once

#include "voxmarch/voxmarch.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace voxmarch::python {

namespace nb = nanobind;

// The parts of the module, in the order in which they are bound.
void bind_errors(nb::module_ &module);
void bind_devices(nb::module_ &module);
void bind_volume(nb::module_ &module);
void bind_transfer(nb::module_ &module);
void bind_options(nb::module_ &module);
void bind_renderer(nb::module_ &module);
void bind_shapes(nb::module_ &module);

/// Names and what they mean: a dict that the stub calls one.
class Dict : public nb::dict {
public:
    NB_OBJECT_DEFAULT(Dict, nb::dict, "dict[str, typing.Any]", PyDict_Check)
};
using Dicts = nb::typed<nb::list, Dict>;

/// A device and its turn: one thread at a time uses it and what was made with it.
struct OpenDevice {
    v1::Device device;
    std::mutex turn;

    explicit OpenDevice(const std::string &selector);
};

/// What Python holds; renderers hold it too.
using SharedDevice = std::shared_ptr<OpenDevice>;

/// Ctrl+C was pressed; Python's exception is set.
struct Stopped {};

/// Lets signals in now and then. Called by other threads than its maker's it does nothing, as Python runs handlers of
/// signals in the main thread alone. @throws Stopped
class SignalCheck {
public:
    void operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (std::this_thread::get_id() != thread_ || now < next_) {
            return;
        }
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
            throw Stopped();
        }
        next_ = now + std::chrono::milliseconds(50);
    }

private:
    std::thread::id thread_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

/// Result of work(check) without the interpreter's lock, so that other threads of Python run meanwhile.
template <typename Work> auto unlocked(const Work &work) {
    SignalCheck check;
    try {
        const nb::gil_scoped_release release;
        return work(check);
    } catch (const Stopped &) {
        throw nb::python_error();
    }
}

/// The same in the device's turn. Threads that wait for it are stopped once it is theirs.
template <typename Work> auto in_turn(OpenDevice &device, const Work &work) {
    return unlocked([&](SignalCheck &check) {
        const std::lock_guard turn(device.turn);
        check();
        return work(check);
    });
}

/// An array that owns `values`. @param shape  of it
template <typename Value, typename Container>
nb::ndarray<nb::numpy, Value> array_of(Container values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<Container>(std::move(values));
    auto *data = reinterpret_cast<Value *>(kept->data());
    const nb::capsule owner(kept.get(), [](void *all) noexcept { delete static_cast<Container *>(all); });
    (void)kept.release();
    return nb::ndarray<nb::numpy, Value>(data, shape, owner);
}

} // namespace voxmarch::python
