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
