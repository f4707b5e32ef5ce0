// Shapes of functions of value and gradient, drawn in the plane of both.

/** The border of a shape. @param x  of a scalar @param y  of a gradient */
export function outlineOf(widget, x, y) {
  const [left, right] = widget.scalar.map(x), [low, high] = widget.gradient.map(y);
  const middle = (left + right) / 2;
  const at = (...places) => `M${places.map(([px, py]) => `${px.toFixed(2)} ${py.toFixed(2)}`).join("L")}Z`;
  switch (widget.shape) {
  case "triangle": return at([middle, low], [right, high], [left, high]);
  case "gaussian": {
    const [rx, ry] = [(right - left) / 2, Math.abs(high - low) / 2];
    return `M${left} ${(low + high) / 2}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
  }
  case "polygon": return at(...widget.corners.map(([u, v]) => [left + u * (right - left), low + v * (high - low)]));
  default: return at([left, low], [right, low], [right, high], [left, high]);
  }
}

/** The steepest gradient that is shown. */
export const steepest = (transfer) => Math.max(...transfer.widgets.map(({gradient}) => gradient[1])) * 1.05;

/** A shape of a quarter of the plane's sides about its middle.
 *  @param scalars  that are shown @param steepest  gradient that is shown @param number  of shapes that are there */
export function newShape(shape, scalars, steepest, number) {
  const COLORS = [[0.95, 0.6, 0.2], [0.3, 0.7, 0.95], [0.5, 0.85, 0.35], [0.9, 0.4, 0.7], [0.85, 0.8, 0.4]];
  const width = scalars[1] - scalars[0], left = scalars[0] + width * (0.375 + 0.05 * (number % 4));
  const widget = {shape, scalar: [left, left + width / 4], rgb: COLORS[number % COLORS.length], opacity: 0.3,
    gradient: shape === "triangle" ? [0, 0.7 * steepest] : [0.25 * steepest, 0.6 * steepest]};
  return shape === "polygon" ? {...widget, corners: [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]} : widget;
}

/** Places of the handles of a shape's box, as ends of its ranges: of scalar, of gradient. */
export const CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]];

/** Moves a corner of a shape's box; the corner across stays, and some of the box. @param by  scalars, gradients */
export function moveCorner(widget, corner, by, least, domain) {
  const normalised = domain === "normalised";
  const limits = [normalised ? [0, 1] : [-Infinity, Infinity],
    [widget.shape === "gaussian" ? -widget.gradient[1] : 0, normalised ? 1 : Infinity]];
  [widget.scalar, widget.gradient].forEach((range, i) => {
    const end = CORNERS[corner][i];
    const [low, high] = end ? [range[0] + least[i], limits[i][1]] : [limits[i][0], range[1] - least[i]];
    range[end] = Math.min(Math.max(range[end] + by[i], Math.min(low, range[end])), Math.max(high, range[end]));
  });
}

/** Moves a shape, within what functions may be. @param by  scalars, gradients */
export function moveShape(widget, by, domain) {
  const within = (range, step, low, high) => {
    const way = Math.min(Math.max(step, low - range[0]), high - range[1]);
    return range.map((end) => end + way);
  };
  const normalised = domain === "normalised";
  widget.scalar = within(widget.scalar, by[0], normalised ? Math.min(widget.scalar[0], 0) : -Infinity, normalised ? Math.max(widget.scalar[1], 1) : Infinity);
  const least = widget.shape === "gaussian" ? widget.gradient[0] : 0; // those may reach below 0
  widget.gradient = within(widget.gradient, by[1], Math.min(least, 0), normalised ? Math.max(widget.gradient[1], 1) : Infinity);
}
