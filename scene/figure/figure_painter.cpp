// Shapes become strokes and fills of Cairo.
#include "scene/figure/figure_painter.h"

#include "base/error.h"
#include "base/output_file.h"
#include "scene/figure/letter_fonts.h"
#include "scene/figure/text_places.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <numbers>
#include <vector>

namespace voxmarch {

bool can_paint_figures() { return true; }

namespace {

struct SurfaceDeleter {
    void operator()(cairo_surface_t *surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

struct ContextDeleter {
    void operator()(cairo_t *context) const { cairo_destroy(context); }
};
using Context = std::unique_ptr<cairo_t, ContextDeleter>;

constexpr double quarter_turn = std::numbers::pi / 2.0;

/// What letters become.
enum class Letters {
    outlines, ///< filled ones
    text,     ///< of the surface, which can be found and selected
    elements  ///< of SVG, as Cairo writes none: the painter only collects them
};

std::string escaped(const std::string &text) {
    std::string result;
    for (const char letter : text) {
        result += letter == '<'   ? "&lt;"
                  : letter == '>' ? "&gt;"
                  : letter == '&' ? "&amp;"
                  : letter == '"' ? "&quot;"
                                  : std::string(1, letter);
    }
    return result;
}

/// "rgb(255,0,0)"
std::string svg_color(const glm::dvec4 &color) {
    const glm::ivec3 bytes(glm::round(255.0 * glm::clamp(glm::dvec3(color), 0.0, 1.0)));
    return fmt::format("rgb({},{},{})", bytes.r, bytes.g, bytes.b);
}

/// Draws shapes one over the other. Refers to a context.
class Painter {
public:
    /// @param elements  of SVG, where letters become these
    Painter(cairo_t *context, Letters letters, std::string &elements)
        : cairo_(context), letters_(letters), elements_(elements) {
        cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    }

    void operator()(const FigureLine &line) const {
        follow(line.points);
        set_color(line.color);
        cairo_set_line_width(cairo_, line.width);
        cairo_stroke(cairo_);
    }

    void operator()(const FigureArea &area) const {
        follow(area.corners);
        cairo_close_path(cairo_);
        set_color(area.color);
        cairo_fill(cairo_);
    }

    void operator()(const FigureRamp &ramp) const {
        cairo_pattern_t *colors = cairo_pattern_create_linear(0.0, ramp.high.y, 0.0, ramp.low.y);
        for (std::size_t i = 0; i < ramp.colors.size(); ++i) {
            const glm::dvec4 &color = ramp.colors[i];
            cairo_pattern_add_color_stop_rgba(colors,
                                              static_cast<double>(i) / static_cast<double>(ramp.colors.size() - 1),
                                              color.r, color.g, color.b, color.a);
        }
        cairo_rectangle(cairo_, ramp.low.x, ramp.low.y, ramp.high.x - ramp.low.x, ramp.high.y - ramp.low.y);
        cairo_set_source(cairo_, colors);
        cairo_fill(cairo_);
        cairo_pattern_destroy(colors);
    }

    void operator()(const FigureText &text) const {
        if (text.beside) {
            return; // see draw_texts_beside()
        }
        const glm::dvec2 corner = text.at - text.anchor * size_of(text);
        const double rim = rim_around(text.color), width = text.height / 6.0;
        if (letters_ == Letters::elements) {
            add_element(text, corner,
                        fmt::format(R"( stroke="{}" stroke-opacity="0.6" stroke-width="{:.3f}")",
                                    svg_color(glm::dvec4(rim)), width));
            return;
        }
        follow(text, corner);
        set_color({rim, rim, rim, 0.6});
        cairo_set_line_width(cairo_, width);
        cairo_stroke(cairo_);
        write(text, corner);
    }

    /// Texts beside places, all of them, above everything else.
    void draw_texts_beside(const std::vector<FigureText> &texts, glm::dvec2 picture) const {
        std::vector<TextBeside> boxes;
        for (const FigureText &text : texts) {
            boxes.push_back({text.at, size_of(text) + 2.0 * text_border * text.height});
        }
        const double height = texts.empty() ? 0.0 : texts.front().height;
        const glm::dvec2 gap = height * glm::dvec2(0.6, 0.3);
        const auto places = place_texts(boxes, glm::dvec2(0.0), picture, gap);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto leader = places[i] ? leader_of(boxes[i], *places[i], gap) : std::nullopt;
            if (leader) {
                const glm::dvec4 rim(glm::dvec3(rim_around(texts[i].color)), 0.5);
                (*this)(FigureLine{{(*leader)[0], (*leader)[1]}, rim, height * 0.2});
                (*this)(FigureLine{{(*leader)[0], (*leader)[1]}, texts[i].color, height * 0.08});
            }
        }
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (places[i]) {
                const FigureText &text = texts[i];
                fill_ground(*places[i], boxes[i].size, text_border * text.height);
                write(text, *places[i] + text_border * text.height);
            }
        }
    }

private:
    cairo_t *cairo_;
    const Letters letters_;
    std::string &elements_;

    void choose_font(const std::string &family, double height) const {
        cairo_select_font_face(cairo_, family.c_str(), CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo_, height);
    }

    /// Of lines of the usual font, whatever others they have letters of.
    cairo_font_extents_t line_extents(double height) const {
        choose_font(usual_font, height);
        cairo_font_extents_t font;
        cairo_font_extents(cairo_, &font);
        return font;
    }

    glm::dvec2 size_of(const FigureText &text) const {
        double width = 0.0;
        for (const FontRun &run : font_runs(text.text)) {
            choose_font(run.family, text.height);
            cairo_text_extents_t extents;
            cairo_text_extents(cairo_, run.text.c_str(), &extents);
            width += extents.x_advance;
        }
        const cairo_font_extents_t font = line_extents(text.height);
        return {width, font.ascent + font.descent};
    }

    /// Its letters without a rim.
    void write(const FigureText &text, glm::dvec2 corner) const {
        if (letters_ == Letters::elements) {
            add_element(text, corner, "");
            return;
        }
        set_color(text.color);
        if (letters_ == Letters::outlines) {
            follow(text, corner);
            cairo_fill(cairo_);
            return;
        }
        cairo_move_to(cairo_, corner.x, corner.y + line_extents(text.height).ascent);
        for (const FontRun &run : font_runs(text.text)) {
            choose_font(run.family, text.height);
            cairo_show_text(cairo_, run.text.c_str()); // goes on where it ends
        }
    }

    /// As long as it is here, whatever font a program has for it; its rim lies below it.
    void add_element(const FigureText &text, glm::dvec2 corner, const std::string &rim) const {
        elements_ += fmt::format(R"(<text x="{:.3f}" y="{:.3f}" font-size="{:.3f}" textLength="{:.3f}" )"
                                 R"(lengthAdjust="spacingAndGlyphs" fill="{}" fill-opacity="{:g}"{}>)",
                                 corner.x, corner.y + line_extents(text.height).ascent, text.height, size_of(text).x,
                                 svg_color(text.color), text.color.a, rim);
        for (const FontRun &run : font_runs(text.text)) {
            elements_ += run.family == usual_font ? escaped(run.text)
                                                  : fmt::format(R"(<tspan font-family="'{}', sans-serif">{}</tspan>)",
                                                                escaped(run.family), escaped(run.text));
        }
        elements_ += "</text>\n";
    }

    /// The outline of its letters.
    void follow(const FigureText &text, glm::dvec2 corner) const {
        cairo_new_path(cairo_);
        cairo_move_to(cairo_, corner.x, corner.y + line_extents(text.height).ascent);
        for (const FontRun &run : font_runs(text.text)) {
            choose_font(run.family, text.height);
            cairo_text_path(cairo_, run.text.c_str()); // goes on where it ends
        }
    }

    /// A rectangle with round corners.
    void fill_ground(glm::dvec2 corner, glm::dvec2 size, double radius) const {
        if (letters_ == Letters::elements) {
            elements_ += fmt::format(
                R"(<rect x="{:.3f}" y="{:.3f}" width="{:.3f}" height="{:.3f}" rx="{:.3f}" fill="{}" fill-opacity="{:g}"/>)"
                "\n",
                corner.x, corner.y, size.x, size.y, radius, svg_color(text_ground), text_ground.a);
            return;
        }
        cairo_new_path(cairo_);
        for (int i = 0; i < 4; ++i) { // clockwise from the lower right one
            const double x = i == 0 || i == 3 ? corner.x + size.x - radius : corner.x + radius;
            const double y = i < 2 ? corner.y + size.y - radius : corner.y + radius;
            cairo_arc(cairo_, x, y, radius, i * quarter_turn, (i + 1) * quarter_turn);
        }
        cairo_close_path(cairo_);
        set_color(text_ground);
        cairo_fill(cairo_);
    }

    void set_color(const glm::dvec4 &color) const { cairo_set_source_rgba(cairo_, color.r, color.g, color.b, color.a); }

    void follow(const std::vector<glm::dvec2> &points) const {
        cairo_new_path(cairo_);
        for (const glm::dvec2 &point : points) {
            cairo_line_to(cairo_, point.x, point.y);
        }
    }
};

/// @return elements of SVG that lie above what was painted, where letters become these
std::string paint(cairo_t *context, const Figure &figure, const Image &picture, Letters letters) {
    std::string elements;
    const Painter painter(context, letters, elements);
    std::vector<FigureText> beside;
    for (const FigureShape &shape : figure) {
        std::visit(painter, shape);
        if (const auto *text = std::get_if<FigureText>(&shape); text && text->beside) {
            beside.push_back(*text);
        }
    }
    painter.draw_texts_beside(beside, {picture.width, picture.height});
    return elements;
}

/// Puts elements at the end of an SVG file. @param scale  of their coordinates
void add_above(const std::string &elements, double scale, std::string &svg) {
    const std::string group =
        fmt::format("<g transform=\"scale({})\" font-family=\"'{}', Verdana, sans-serif\" xml:space=\"preserve\" "
                    "paint-order=\"stroke\" stroke-linejoin=\"round\">\n{}</g>\n",
                    scale, usual_font, elements);
    svg.insert(svg.rfind("</svg>"), group);
}

void require_success(cairo_status_t status, const char *what) {
    if (status != CAIRO_STATUS_SUCCESS) {
        throw UnsupportedError(fmt::format("Cairo cannot paint {}: {}", what, cairo_status_to_string(status)));
    }
}

/// A pixel of Cairo's: native words of premultiplied a, r, g, b.
std::uint32_t premultiplied(const std::uint8_t *rgba) {
    const auto part = [&](int i) { return (static_cast<std::uint32_t>(rgba[i]) * rgba[3] + 127) / 255; };
    return static_cast<std::uint32_t>(rgba[3]) << 24 | part(0) << 16 | part(1) << 8 | part(2);
}

Surface surface_of(const Image &picture) {
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height));
    require_success(cairo_surface_status(surface.get()), "a picture");
    unsigned char *rows = cairo_image_surface_get_data(surface.get());
    const int stride = cairo_image_surface_get_stride(surface.get());
    for (int y = 0; y < picture.height; ++y) {
        auto *row = reinterpret_cast<std::uint32_t *>(rows + static_cast<std::ptrdiff_t>(y) * stride);
        for (int x = 0; x < picture.width; ++x) {
            row[x] = premultiplied(picture.pixel(x, y));
        }
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

/// Puts a premultiplied pixel over one whose colour is not multiplied by its opacity.
void put_over(std::uint8_t *rgba, std::uint32_t above) {
    const std::uint32_t alpha = above >> 24;
    if (alpha == 0) {
        return;
    }
    const std::uint32_t below = (rgba[3] * (255 - alpha) + 127) / 255, sum = alpha + below;
    for (int i = 0; i < 3; ++i) {
        const std::uint32_t color = above >> (16 - 8 * i) & 0xff; // times its opacity
        const std::uint32_t mixed = color * 255 + rgba[i] * below;
        rgba[i] = static_cast<std::uint8_t>(std::min<std::uint32_t>((mixed + sum / 2) / sum, 255));
    }
    rgba[3] = static_cast<std::uint8_t>(sum);
}

cairo_status_t append(void *text, const unsigned char *bytes, unsigned int length) {
    static_cast<std::string *>(text)->append(reinterpret_cast<const char *>(bytes), length);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

void paint_figure(Image &picture, const Figure &figure) {
    if (figure.empty()) {
        return;
    }
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height));
    require_success(cairo_surface_status(surface.get()), "a figure");
    const Context context(cairo_create(surface.get()));
    paint(context.get(), figure, picture, Letters::outlines);
    require_success(cairo_status(context.get()), "a figure");
    cairo_surface_flush(surface.get());
    const unsigned char *rows = cairo_image_surface_get_data(surface.get());
    const int stride = cairo_image_surface_get_stride(surface.get());
    for (int y = 0; y < picture.height; ++y) {
        const auto *row = reinterpret_cast<const std::uint32_t *>(rows + static_cast<std::ptrdiff_t>(y) * stride);
        for (int x = 0; x < picture.width; ++x) {
            const std::size_t pixel =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x);
            put_over(picture.rgba.data() + 4 * pixel, row[x]);
        }
    }
}

std::string glyph_note(const Figure &figure) {
    std::vector<std::string> missing;
    for (const FigureShape &shape : figure) {
        if (const auto *text = std::get_if<FigureText>(&shape)) {
            for (const std::string &letter : letters_without_font(text->text)) {
                if (std::ranges::find(missing, letter) == missing.end()) {
                    missing.push_back(letter);
                }
            }
        }
    }
    constexpr std::size_t most = 8;
    const std::size_t more = missing.size() - std::min(missing.size(), most);
    missing.resize(missing.size() - more);
    return missing.empty() ? ""
                           : fmt::format("no installed font has a glyph for {}{}: boxes stand in their place",
                                         fmt::join(missing, " "), more > 0 ? fmt::format(" and {} more", more) : "");
}

void write_figure(const Image &picture, const Figure &figure, const std::filesystem::path &file, double dpi) {
    if (!is_figure_file(file)) {
        throw UsageError(fmt::format("{} must end in .svg or .pdf", file.string()));
    }
    const double points = 72.0 / dpi; // a pixel
    std::string bytes, above;
    {
        const auto create = is_svg(file) ? cairo_svg_surface_create_for_stream : cairo_pdf_surface_create_for_stream;
        const Surface surface(create(append, &bytes, picture.width * points, picture.height * points));
        const Context context(cairo_create(surface.get()));
        cairo_scale(context.get(), points, points);
        const Surface pixels = surface_of(picture);
        cairo_set_source_surface(context.get(), pixels.get(), 0.0, 0.0);
        cairo_pattern_set_filter(cairo_get_source(context.get()), CAIRO_FILTER_NEAREST);
        cairo_paint(context.get());
        above = paint(context.get(), figure, picture, is_svg(file) ? Letters::elements : Letters::text);
        cairo_show_page(context.get());
        require_success(cairo_status(context.get()), "a figure");
        cairo_surface_finish(surface.get());
        require_success(cairo_surface_status(surface.get()), "a figure");
    }
    if (!above.empty()) {
        add_above(above, points, bytes);
    }
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

} // namespace voxmarch
