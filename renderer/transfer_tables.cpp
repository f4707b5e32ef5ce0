// Makes transfer tables and uploads them.
#include "renderer/transfer_tables.h"

#include "base/parallel.h"
#include "renderer/derive_files.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace voxmarch {

namespace {

static_assert(EMISSION_POINT_LIMIT == emission_point_limit);

using Entry2D = std::array<std::uint32_t, 2>; // bits of the opacity, packed colour

/// A function of the scalar alone that varies wherever one with widgets does.
TransferFunction outline(const TransferFunction &transfer) {
    if (transfer.widgets.empty()) {
        return transfer;
    }
    double low = transfer.widgets.front().scalar_low, high = transfer.widgets.front().scalar_high;
    for (const TransferWidget &widget : transfer.widgets) {
        low = std::min(low, widget.scalar_low);
        high = std::max(high, widget.scalar_high);
    }
    TransferFunction result;
    result.domain = TransferDomain::value;
    result.colors = {{low, {0, 0, 0}}, {high, {1, 1, 1}}};
    result.opacities = {{low, 0.0}, {high, 1.0}};
    return result;
}

bool same_opacities(const TransferTable &a, const TransferTable &b) {
    return a.domain.min == b.domain.min && a.domain.max == b.domain.max &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      [](const glm::vec4 &x, const glm::vec4 &y) { return x.w == y.w; });
}

} // namespace

TransferTables::TransferTables(Device &device)
    : device_(&device), kernels_(device), table_2d_(device, 64, "two-dimensional table stand-in") {}

void TransferTables::set(const TransferFunction &transfer, ValueRange data_range, ScalarType type,
                         const ValueMapping &mapping) {
    TransferTable table = sample_table(outline(transfer), data_range, default_table_entries(type), 1.0);
    // The lists are compared, too: a table over another range, for pre-integration, may show what this one does not.
    const bool others_differ =
        transfer.widgets != transfer_.widgets || transfer.gradient_opacities != transfer_.gradient_opacities ||
        transfer.unit_distance != transfer_.unit_distance || transfer.opacity_distance != transfer_.opacity_distance ||
        transfer.voxel_length != transfer_.voxel_length || transfer.mean_spacing != transfer_.mean_spacing ||
        data_range != data_range_;
    if (opacity_version_ == 0 || others_differ || transfer.opacities != transfer_.opacities ||
        !same_opacities(table, unit_table_)) {
        ++opacity_version_;
    }
    if (color_version_ == 0 || others_differ || transfer.colors != transfer_.colors ||
        table.entries != unit_table_.entries || !same_opacities(table, unit_table_)) {
        ++color_version_;
    }
    transfer_ = transfer;
    data_range_ = data_range;
    mapping_ = mapping;
    unit_table_ = std::move(table);
    coordinates_ = table_coordinates(unit_table_, mapping);
}

Events TransferTables::make(Classifier classifier, bool plane, double step) {
    const bool segments = classifier == Classifier::preintegrated;
    const auto length = static_cast<int>(unit_table_.entries.size());
    const TransferTable unit =
        segments ? sample_table(outline(transfer_), data_range_, length, 1.0, true) : unit_table_;
    coordinates_ = table_coordinates(unit, mapping_);
    corrected_ = unit;
    for (glm::vec4 &entry : corrected_.entries) {
        entry.w = static_cast<float>(correct_opacity(entry.w, step));
    }
    Events events;
    rows_last_ = 1.0f;
    if (plane) {
        events.push_back(make_plane(classifier == Classifier::pre ? 1.0 : step));
    } else {
        packed_ = pack_table(corrected_);
        if (segments) {
            events = preintegrate(unit, step);
        }
    }
    upload(*device_, opacities_, packed_.opacities, "opacities of the transfer table");
    upload(*device_, colors_, packed_.colors, "colours of the transfer table");
    return events;
}

Events TransferTables::preintegrate(const TransferTable &unit, double step) {
    std::vector<glm::vec4> entries = unit.entries;
    entries.push_back(entries.back());
    upload(*device_, unit_entries_, entries, "transfer table per voxel length");
    const std::size_t edge = entries.size();
    reserve(*device_, plain_2d_, edge * edge * sizeof(Entry2D), "pre-integrated table");
    const LaunchSize size{{(edge + 63) / 64 * 64, 1, 1}, {64, 1, 1}};
    Event integrated = kernels_.kernel(preintegrate_source(), "preintegrate")
                           .launch(size, static_cast<int>(edge), static_cast<float>(step), unit_entries_, plain_2d_);
    return {std::move(integrated), order_entries(edge - 1, edge - 1)};
}

Event TransferTables::order_entries(std::size_t columns, std::size_t rows) {
    rows_last_ = static_cast<float>(rows - 1);
    reserve(*device_, table_2d_, columns * rows * 4 * sizeof(Entry2D), "table of two coordinates");
    const LaunchSize size{{(columns + 63) / 64 * 64, rows, 1}, {64, 1, 1}};
    return kernels_.kernel(table_entries_source(), "table_entries")
        .launch(size, static_cast<int>(columns), static_cast<int>(rows), plain_2d_, table_2d_);
}

Event TransferTables::make_plane(double step) {
    const std::size_t columns = unit_table_.entries.size();
    std::vector<Entry2D> table((gradient_rows + 1) * (columns + 1));
    on_all_cores(gradient_rows + 1, [&](int row) {
        const double root = std::min(row, gradient_rows - 1) / (gradient_rows - 1.0);
        const double gradient = root * root * (data_range_.max - data_range_.min);
        for (std::size_t column = 0; column <= columns; ++column) {
            const double share = double(std::min(column, columns - 1)) / (double(columns) - 1.0);
            const double scalar = glm::mix(unit_table_.domain.min, unit_table_.domain.max, share);
            const glm::dvec4 exact = transfer_.evaluate(scalar, gradient);
            const auto opacity = static_cast<float>(correct_opacity(exact.w, step));
            table[std::size_t(row) * (columns + 1) + column] = {std::bit_cast<std::uint32_t>(opacity),
                                                                pack_color(glm::vec4(exact))};
        }
    });
    TransferTable bounds{unit_table_.domain, std::vector<glm::vec4>(columns, glm::vec4(0.0f))};
    for (std::size_t i = 0; i < table.size(); ++i) {
        float &bound = bounds.entries[std::min(i % (columns + 1), columns - 1)].w;
        bound = std::max(bound, std::bit_cast<float>(table[i][0]));
    }
    upload(*device_, plain_2d_, table, "table of the 2D transfer function");
    packed_ = pack_table(bounds);
    return order_entries(columns, gradient_rows);
}

void TransferTables::complete(FrameParams &frame) const {
    frame.table.scale = coordinates_.scale;
    frame.table.bias = coordinates_.bias;
    frame.table.last = coordinates_.last;
    frame.table.visible_begin = packed_.visible_begin;
    frame.table.rows_last = rows_last_;
    MaterialPointParams &points = frame.material_points;
    points.count = static_cast<vx_int>(transfer_.materials.size());
    for (std::size_t i = 0; i < MATERIAL_POINT_LIMIT && points.count > 0; ++i) { // those behind the last repeat it
        const MaterialPoint &point = transfer_.materials[std::min(i, transfer_.materials.size() - 1)];
        points.scalars[i] = static_cast<float>((point.scalar - mapping_.offset) / mapping_.scale); // of a stored value
        const double factors[] = {point.ambient, point.diffuse, point.specular, point.shininess};
        std::ranges::transform(factors, points.factors + 4 * i,
                               [](double factor) { return static_cast<float>(factor); });
    }
}

void TransferTables::complete(TraceParams &params) const {
    const std::vector<EmissionPoint> &points = transfer_.emissions;
    params.emission_count = static_cast<vx_int>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        params.emission_scalars[i] = static_cast<float>((points[i].scalar - mapping_.offset) / mapping_.scale);
        params.emissions[i] = static_cast<float>(points[i].emission);
    }
}

} // namespace voxmarch
