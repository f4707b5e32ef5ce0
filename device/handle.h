// One reference to an OpenCL object, without OpenCL's headers.
#pragma once

#include <utility>

// What cl_device_id, cl_context and so on point to, named as the standard's header names them.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;
struct _cl_program;
struct _cl_kernel;
struct _cl_event;
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace voxmarch {

/// Counts one reference more or less, as the driver counts them. @throws DeviceError where there is no reference more:
/// it must not be given back
void retain(_cl_device_id *object);
void retain(_cl_context *object);
void retain(_cl_command_queue *object);
void retain(_cl_mem *object);
void retain(_cl_program *object);
void retain(_cl_kernel *object);
void retain(_cl_event *object);
void release(_cl_device_id *object) noexcept;
void release(_cl_context *object) noexcept;
void release(_cl_command_queue *object) noexcept;
void release(_cl_mem *object) noexcept;
void release(_cl_program *object) noexcept;
void release(_cl_kernel *object) noexcept;
void release(_cl_event *object) noexcept;

/// Holds one reference to an OpenCL object, or none; a copy holds another one to the same object.
template <typename Object> class Handle {
public:
    Handle() = default;
    /// Takes over a reference that the caller holds; release it no more.
    explicit Handle(Object *owned) : object_(owned) {}
    Handle(const Handle &other) : object_(other.object_) {
        if (object_) {
            retain(object_);
        }
    }
    Handle(Handle &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle &operator=(Handle other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Handle() {
        if (object_) {
            release(object_);
        }
    }

    /// A reference beside the caller's own.
    static Handle shared(Object *object) {
        if (object) {
            retain(object);
        }
        return Handle(object);
    }

    Object *get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

private:
    Object *object_ = nullptr;
};

} // namespace voxmarch
