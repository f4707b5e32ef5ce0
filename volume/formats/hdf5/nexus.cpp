// NeXus: which data set a file wants to be shown (manual.nexusformat.org, "Find the plottable data").
#include "volume/formats/hdf5/hdf5_volume.h"

#include <algorithm>

namespace voxmarch::hdf5 {

const Object *nexus_signal(const Tree &tree, const Object &group) {
    if (group.data) {
        return nullptr;
    }
    if (const std::string signal = group.text("signal"); !signal.empty()) {
        const Object *object = tree.find(group.path + "/" + signal);
        return object && object->data ? object : nullptr;
    }
    // Before 2014 the data set itself said so.
    const std::string inside = group.path + "/";
    const auto first = tree.objects().begin() + (&group - tree.objects().data()) + 1; // members follow their group
    for (auto object = first; object != tree.objects().end() && object->path.starts_with(inside); ++object) {
        if (object->data && object->parent() == group.path && object->numbers("signal") == std::vector<double>{1.0}) {
            return &*object;
        }
    }
    return nullptr;
}

const Object *nexus_default(const Tree &tree) {
    const Object *group = &tree.root();
    for (int depth = 0; depth < 8 && group && !group->text("default").empty(); ++depth) {
        group = tree.find(group->path + "/" + group->text("default"));
    }
    if (group && group != &tree.root() && nexus_signal(tree, *group)) {
        return group;
    }
    const auto first = std::ranges::find_if(tree.objects(), [&](const Object &object) {
        return object.text("NX_class") == "NXdata" && nexus_signal(tree, object);
    });
    return first == tree.objects().end() ? nullptr : &*first;
}

} // namespace voxmarch::hdf5
