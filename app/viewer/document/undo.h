// Undo and redo of whole values: what the user did since the last settled state becomes one step.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace voxmarch {

/// Keeps the newest `limit` states. T is a value that can be compared.
template <typename T> class UndoStack {
public:
    explicit UndoStack(T first, std::size_t limit = 500) : states_{std::move(first)}, limit_(limit) {}

    /// If it differs from the current state: a new one; what had been undone is forgotten.
    void push(T state) {
        if (state == current()) {
            return;
        }
        states_.resize(at_ + 1, state);
        states_.push_back(std::move(state));
        if (states_.size() > limit_) {
            states_.erase(states_.begin());
        }
        at_ = states_.size() - 1;
    }

    /// Puts another state in the place of the current one.
    void replace(T state) { states_[at_] = std::move(state); }

    /// Puts other states in the place of all. @param change  what a state becomes, by its number from 0 on
    template <typename Change> void change_all(const Change &change) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            states_[i] = change(std::as_const(states_[i]), i);
        }
    }

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }

    /// Precondition: can_undo(), can_redo().
    const T &undo() { return states_[--at_]; }
    const T &redo() { return states_[++at_]; }

    const T &current() const { return states_[at_]; }

private:
    std::vector<T> states_;
    std::size_t at_ = 0;
    std::size_t limit_;
};

} // namespace voxmarch
