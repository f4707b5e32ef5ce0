// operator new that fails when told to, for a program that this and fault_layer.cpp are loaded into before all else
// (LD_PRELOAD). VOXMARCH_NEW_FAILS=N lets the N-th call fail, and, with VOXMARCH_NEW_ALL set, all after it;
// VOXMARCH_NEW_COUNT=FILE is where it writes at its end how many there were. What drivers ask for is not counted: some
// abort without memory, and nothing can be done about that.
#include "tests/device/fault_layer.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <new>

namespace {

std::atomic<long> calls = 0;
std::atomic<bool> has_begun = false; ///< what is made before main() nobody can catch
int (*real_main)(int, char **, char **) = nullptr;

int begin(int count, char **words, char **environment) {
    has_begun = true;
    return real_main(count, words, environment);
}

long number_in(const char *name) {
    const char *text = std::getenv(name);
    return text == nullptr ? 0 : std::atol(text);
}

/// Where the code of the program and of the libraries lies that ask for memory in its name.
struct OwnCode {
    std::uintptr_t begin[4] = {}, end[4] = {};
    int count = 0;

    OwnCode() {
        dl_iterate_phdr(
            [](dl_phdr_info *object, std::size_t, void *own) { return static_cast<OwnCode *>(own)->add(*object); },
            this);
    }

    bool holds(const void *address) const {
        const auto place = reinterpret_cast<std::uintptr_t>(address);
        for (int i = 0; i < count; ++i) {
            if (place >= begin[i] && place < end[i]) {
                return true;
            }
        }
        return false;
    }

private:
    int add(const dl_phdr_info &object) {
        const bool is_program = object.dlpi_name[0] == 0 && count == 0; // the first one
        if (!is_program && std::strstr(object.dlpi_name, "/libstdc++.so") == nullptr &&
            std::strstr(object.dlpi_name, "/libfmt.so") == nullptr) {
            return 0;
        }
        for (int i = 0; i < object.dlpi_phnum && count < 4; ++i) {
            const auto &part = object.dlpi_phdr[i];
            if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) {
                begin[count] = object.dlpi_addr + part.p_vaddr;
                end[count++] = object.dlpi_addr + part.p_vaddr + part.p_memsz;
            }
        }
        return 0;
    }
};

/// Null where there shall be none.
void *memory(std::size_t bytes, std::size_t alignment, const void *caller) {
    static const OwnCode own;
    static const long fails = number_in("VOXMARCH_NEW_FAILS");
    static const bool all = std::getenv("VOXMARCH_NEW_ALL") != nullptr;
    if (has_begun && own.holds(caller) && !voxmarch::is_in_driver()) {
        const long number = ++calls;
        if (fails > 0 && (number == fails || (all && number > fails))) {
            return nullptr;
        }
    }
    const std::size_t wanted = bytes == 0 ? 1 : bytes;
    const std::size_t whole = (wanted + alignment - 1) / alignment * alignment;
    return alignment <= alignof(std::max_align_t) ? std::malloc(wanted) : std::aligned_alloc(alignment, whole);
}

void *memory_or_throw(std::size_t bytes, std::size_t alignment, const void *caller) {
    if (void *const found = memory(bytes, alignment, caller)) {
        return found;
    }
    throw std::bad_alloc();
}

struct AtEnd {
    ~AtEnd() {
        const char *const name = std::getenv("VOXMARCH_NEW_COUNT");
        if (std::FILE *const file = name == nullptr ? nullptr : std::fopen(name, "w")) {
            std::fprintf(file, "%ld\n", calls.load());
            std::fclose(file);
        }
    }
} at_end;

} // namespace

/// The C library starts a program by this; it is given a main() of ours.
extern "C" int __libc_start_main(int (*main)(int, char **, char **), int count, char **words, void (*init)(),
                                 void (*fini)(), void (*leave)(), void *stack) {
    real_main = main;
    auto *const next = reinterpret_cast<decltype(&__libc_start_main)>(dlsym(RTLD_NEXT, "__libc_start_main"));
    return next(begin, count, words, init, fini, leave, stack);
}

#define CALLER __builtin_return_address(0)

void *operator new(std::size_t bytes) { return memory_or_throw(bytes, 1, CALLER); }
void *operator new[](std::size_t bytes) { return memory_or_throw(bytes, 1, CALLER); }
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept { return memory(bytes, 1, CALLER); }
void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept { return memory(bytes, 1, CALLER); }
void *operator new(std::size_t bytes, std::align_val_t alignment) {
    return memory_or_throw(bytes, static_cast<std::size_t>(alignment), CALLER);
}
void *operator new[](std::size_t bytes, std::align_val_t alignment) {
    return memory_or_throw(bytes, static_cast<std::size_t>(alignment), CALLER);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
