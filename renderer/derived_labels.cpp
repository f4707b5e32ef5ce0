// What is made of labels that have transfer functions of their own: their tables, colours of voxels, and the leaves
// that all labels in them leave empty.
#include "renderer/derived_data.h"

namespace voxmarch {

void DerivedData::set_label_functions() {
    label_tables_.clear();
    for (std::size_t i = 0; i < labels_->functions().size(); ++i) {
        label_tables_.push_back(std::make_unique<TransferTables>(*device_));
    }
    range_label_functions();
}

/// Over the range of the volume's values, as its own function is.
void DerivedData::range_label_functions() {
    for (std::size_t i = 0; i < label_tables_.size(); ++i) {
        label_tables_[i]->set(labels_->functions()[i], volume_.range(), volume_.type(), volume_.mapping());
    }
}

/// @throws UsageError for what frames with functions of labels cannot have
void DerivedData::require_classifiable(const RenderSettings &settings) const {
    const std::string what = "labels with transfer functions of their own ";
    if (settings.blend != Blend::composite) {
        throw UsageError(what + "are composited: a projection finds a scalar alone",
                         {{Remedy::blend, std::string(name_of(Blend::composite))}});
    }
    if (!others_.empty()) {
        throw UsageError(what + "are for one channel of one volume", {{Remedy::channel}});
    }
    if (settings.classification == Classification::preintegrated) {
        throw UsageError(what + "are classified before or after interpolation, not pre-integrated",
                         {{Remedy::classification, "post"}});
    }
    const bool two_dimensional =
        tables_.is_two_dimensional() ||
        std::ranges::any_of(label_tables_, [](const auto &tables) { return tables->is_two_dimensional(); });
    if (std::ranges::any_of(label_tables_, [](const auto &tables) { return tables->has_materials(); })) {
        throw UsageError(what + "have the materials of the volume's function, not of their own");
    }
    if (is_traced(settings) &&
        std::ranges::any_of(label_tables_, [](const auto &tables) { return tables->has_emissions(); })) {
        throw UsageError(what +
                         "glow as the volume's function says: emissions of their own are not drawn; take them out of "
                         "these functions, or put them into the volume's");
    }
    if (two_dimensional) {
        throw UsageError(what + "need functions of the scalar alone, not of scalar and gradient");
    }
}

/// The volume's function and those of the labels.
/// @param unit  what the tables of opacities per voxel length are kept in
std::vector<ChannelTable> DerivedData::label_tables(std::vector<PackedTable> &unit, bool per_voxel_length) const {
    std::vector<ChannelTable> tables;
    unit.reserve(LABEL_FUNCTIONS); // tables refer to them
    const auto add = [&](const TransferTables &one) {
        if (per_voxel_length) {
            unit.push_back(pack_table(one.per_voxel_length()));
            tables.push_back(
                {unit.back(), table_coordinates(one.per_voxel_length(), volume_.mapping()), 0.0f, 0.0f, true});
        } else {
            tables.push_back({one.packed(), one.coordinates(), 0.0f, 0.0f, true});
        }
    };
    add(tables_);
    for (const auto &one : label_tables_) {
        add(*one);
    }
    return tables;
}

/// After the volume's own table of this step.
void DerivedData::update_label_tables(double step) {
    label_table_stage_.update({table_stage_.version(), labels_->function_version()}, [&] {
        for (const auto &one : label_tables_) {
            add_events(Stage::tables, one->make(Classifier::labels, false, step));
        }
        std::vector<PackedTable> unit;
        channel_tables_.upload(label_tables(unit, false));
    });
}

/// Makes colours and opacities of all voxels by the functions of their labels.
void DerivedData::classify_labels(Version bricks_made) {
    std::vector<PackedTable> unit;
    voxel_tables_.upload(label_tables(unit, true));
    add_events(
        Stage::classify,
        volume_.classify_labels({voxel_tables_, labels_->voxels(), labels_->colors(), labels_->last()}, bricks_made));
}

/// Each counts in the leaves that have a label with this function.
LeafTables DerivedData::leaf_tables_of_labels() const {
    LeafTables seen;
    const auto add = [&](const TransferTables &one) {
        seen.push_back({&octree_, {one.packed(), one.coordinates(), 1 << seen.size()}});
    };
    add(tables_);
    for (const auto &one : label_tables_) {
        add(*one);
    }
    return seen;
}

} // namespace voxmarch
