// A module that the program loads where a launcher started it: RankLink over MPI. The one file that includes mpi.h.
#include "base/rank_link.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <mpi.h>
#include <sched.h>

namespace voxmarch {

namespace {

constexpr int message = 0; // tag of all: between two ranks messages keep their order

void require(int result, const char *call) {
    if (result != MPI_SUCCESS) {
        std::array<char, MPI_MAX_ERROR_STRING> text{};
        int length = 0;
        MPI_Error_string(result, text.data(), &length);
        std::fprintf(stderr, "voxmarch: %s: %s\n", call, text.data());
        MPI_Abort(MPI_COMM_WORLD, 6);
    }
}

int count_of(std::size_t bytes) {
    if (bytes > std::size_t(std::numeric_limits<int>::max())) { // pictures have 1 GiB at most
        require(MPI_ERR_COUNT, "a message");
    }
    return static_cast<int>(bytes);
}

/// At first the core is given to whoever wants it, so that answers come at once; from about a millisecond on it sleeps.
MPI_Status wait_for(MPI_Request &request) {
    constexpr int patient_from = 2000;
    constexpr timespec nap{0, 50'000};
    MPI_Status status;
    for (int round = 0;; ++round) {
        int done = 0;
        require(MPI_Test(&request, &done, &status), "MPI_Test");
        if (done != 0) {
            return status;
        }
        round < patient_from ? static_cast<void>(sched_yield()) : static_cast<void>(nanosleep(&nap, nullptr));
    }
}

class MpiLink : public RankLink {
public:
    MpiLink() {
        int level = 0;
        require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level), "MPI_Init_thread");
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        if (level < MPI_THREAD_SERIALIZED) {
            require(MPI_ERR_OTHER, "MPI_Init_thread: no calls from several threads");
        }
        require(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
        require(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
        MPI_Comm machine = MPI_COMM_NULL;
        require(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine),
                "MPI_Comm_split_type");
        require(MPI_Comm_rank(machine, &local_rank_), "MPI_Comm_rank");
        MPI_Comm_free(&machine);
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int local_rank() const override { return local_rank_; }

    std::string host() const override {
        std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
        int length = 0;
        require(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
        return {name.data(), static_cast<std::size_t>(length)};
    }

    void share(std::span<const std::byte> mine, std::span<std::byte> all) override {
        MPI_Request request = MPI_REQUEST_NULL;
        const int count = count_of(mine.size());
        require(MPI_Iallgather(mine.data(), count, MPI_BYTE, all.data(), count, MPI_BYTE, MPI_COMM_WORLD, &request),
                "MPI_Iallgather");
        wait_for(request);
    }

    void broadcast(std::span<std::byte> bytes) override {
        MPI_Request request = MPI_REQUEST_NULL;
        require(MPI_Ibcast(bytes.data(), count_of(bytes.size()), MPI_BYTE, 0, MPI_COMM_WORLD, &request), "MPI_Ibcast");
        wait_for(request);
    }

    void send(int to, std::span<const std::byte> bytes) override {
        MPI_Request request = MPI_REQUEST_NULL;
        require(MPI_Isend(bytes.data(), count_of(bytes.size()), MPI_BYTE, to, message, MPI_COMM_WORLD, &request),
                "MPI_Isend");
        wait_for(request);
    }

    int receive(int from, std::span<std::byte> bytes) override {
        MPI_Request request = MPI_REQUEST_NULL;
        require(MPI_Irecv(bytes.data(), count_of(bytes.size()), MPI_BYTE, from == any_rank ? MPI_ANY_SOURCE : from,
                          message, MPI_COMM_WORLD, &request),
                "MPI_Irecv");
        return wait_for(request).MPI_SOURCE;
    }

    /// MPI copies from the other rank's memory to the rows at once: half the time of a copy of ours behind it.
    void receive_rows(int from, const ByteRows &rows) override {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        require(MPI_Type_vector(count_of(rows.count), count_of(rows.bytes), count_of(rows.stride), MPI_BYTE, &type),
                "MPI_Type_vector");
        require(MPI_Type_commit(&type), "MPI_Type_commit");
        MPI_Request request = MPI_REQUEST_NULL;
        require(MPI_Irecv(rows.first, 1, type, from, message, MPI_COMM_WORLD, &request), "MPI_Irecv");
        wait_for(request);
        MPI_Type_free(&type);
    }

    void leave() override { require(MPI_Finalize(), "MPI_Finalize"); }

private:
    int rank_ = 0, size_ = 1, local_rank_ = 0;
};

} // namespace

} // namespace voxmarch

/// What app/rank_start.cpp looks for.
extern "C" __attribute__((visibility("default"))) voxmarch::RankLink *voxmarch_rank_link() {
    return new voxmarch::MpiLink;
}
