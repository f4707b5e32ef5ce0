// Landlock and a filter of system calls, both by the kernel's own interface.
#include "base/confinement.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

#ifdef LANDLOCK_CREATE_RULESET_VERSION

constexpr std::uint64_t reads_file = LANDLOCK_ACCESS_FS_READ_FILE,
                        reads_folder = reads_file | LANDLOCK_ACCESS_FS_READ_DIR,
                        everything = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; // what the first version knows

// Folders with more entries than this are not searched for links.
constexpr int most_searched = 20000;

// What libraries look at when they start: those they load, locales, the number of cores.
constexpr std::array system_places{"/usr",           "/lib",        "/lib64",        "/etc/ld.so.cache",
                                   "/etc/localtime", "/proc/self",  "/proc/meminfo", "/sys/devices/system",
                                   "/dev/null",      "/dev/urandom"};

/// The list of what may be read.
class Rules {
public:
    Rules() {
        landlock_ruleset_attr handled{};
        handled.handled_access_fs = everything;
        rules_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0));
    }
    ~Rules() {
        if (rules_ >= 0) {
            close(rules_);
        }
    }
    Rules(const Rules &) = delete;
    Rules &operator=(const Rules &) = delete;

    explicit operator bool() const { return rules_ >= 0; }

    void allow(const fs::path &place) const {
        const int opened = open(place.c_str(), O_PATH | O_CLOEXEC);
        if (opened < 0) {
            return;
        }
        struct stat kind {};
        landlock_path_beneath_attr rule{};
        rule.parent_fd = opened;
        rule.allowed_access = fstat(opened, &kind) == 0 && S_ISDIR(kind.st_mode) ? reads_folder : reads_file;
        syscall(SYS_landlock_add_rule, rules_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(opened);
    }

    void enforce() const { syscall(SYS_landlock_restrict_self, rules_, 0); }

private:
    int rules_ = -1;
};

#endif

} // namespace

void confine_files([[maybe_unused]] const fs::path &source) noexcept {
#ifdef LANDLOCK_CREATE_RULESET_VERSION
    try {
        const Rules rules;
        if (!rules) {
            return;
        }
        for (const char *place : system_places) {
            rules.allow(place);
        }
        std::error_code problem;
        const fs::path folder =
            fs::is_directory(source, problem) ? source : fs::absolute(source, problem).parent_path();
        rules.allow(source); // also where it is a link
        rules.allow(folder); // which an empty name does not open
        int searched = 0;
        for (auto entry = fs::directory_iterator(folder, problem);
             !problem && entry != fs::directory_iterator() && searched < most_searched; entry.increment(problem)) {
            ++searched;
            if (std::error_code unknown; entry->is_symlink(unknown)) {
                rules.allow(entry->path());
            }
        }
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        rules.enforce();
    } catch (const std::exception &) { // no memory: as it was
        return;
    }
#endif
}

void confine_calls() noexcept {
#if defined(__x86_64__)
    constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
    constexpr std::uint32_t machine = AUDIT_ARCH_RISCV64;
#else
    constexpr std::uint32_t machine = 0;
#endif
    if (machine == 0) { // cppcheck-suppress knownConditionTrueFalse ; here it is known
        return;
    }
    constexpr std::array<long, 10> refused{
        SYS_socket, SYS_socketpair, SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
        SYS_kill,   SYS_bpf,        425 /* io_uring_setup, on all machines */};
    const auto step = [](int code, std::uint32_t value, std::size_t yes, std::size_t no) {
        return sock_filter{static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(yes),
                           static_cast<std::uint8_t>(no), value};
    };
    // Another machine's calls have other numbers, and pass.
    std::vector<sock_filter> filter;
    filter.push_back(step(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch), 0, 0));
    filter.push_back(step(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0));
    filter.push_back(step(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0));
    filter.push_back(step(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr), 0, 0));
    for (std::size_t i = 0; i < refused.size(); ++i) {
        filter.push_back(
            step(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(refused[i]), refused.size() - i, 0));
    }
    filter.push_back(step(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0));
    filter.push_back(step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */, 0, 0));
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

} // namespace voxmarch
