// What boxes, balls and points of large volumes measure, read in the background.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/loader.h"
#include "scene/annotation_table.h"

#include <cstddef>
#include <memory>

namespace voxmarch {

struct ReadingOrder {
    std::shared_ptr<const LoadedVolume> loaded;
    std::size_t channel = 0; ///< among those that are drawn together
    Annotation annotation;
    double threshold = 0.0;

    /// Whether it is what another one is of; what an annotation is called and looks like does not matter.
    bool same(const ReadingOrder &other) const {
        return loaded == other.loaded && channel == other.channel && threshold == other.threshold &&
               annotation.kind == other.annotation.kind && annotation.places == other.annotation.places;
    }
};

struct FinishedReading {
    ReadingOrder order;
    AnnotationReading reading;
};

/// One order at a time.
class RegionReader : public BackgroundJob<FinishedReading> {
public:
    using BackgroundJob::BackgroundJob;
    void start(const ReadingOrder &order) {
        BackgroundJob::start(order.loaded->volume.header().name, [order](const Progress &progress) {
            const Volume &volume = channel_of(*order.loaded, order.channel);
            return FinishedReading{order, read_annotation(volume, order.annotation, order.threshold, progress)};
        });
    }
};

} // namespace voxmarch
