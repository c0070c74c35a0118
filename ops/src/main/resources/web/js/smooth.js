/**
 * A moving median, in the middle of its window. An average would make a slope of a sudden change,
 * and begin it too late if it were only of what came before; it would also follow every outlier. A
 * median leaves the change where it was, and an outlier no trace. The newest half a window may
 * still change, since half of the points that it is over are to come.
 *
 * @param points ascending; NaN is a gap
 * @param width of the window, in units of x
 */
export function median(points, width) {
  const inside = []; // values of the window, ascending
  let first = 0;
  let next = 0;
  return points.map(({ x, y }) => {
    for (; next < points.length && points[next].x <= x + width / 2; next++) put(inside, points[next].y);
    for (; points[first].x < x - width / 2; first++) take(inside, points[first].y);
    return { x, y: Number.isNaN(y) ? y : middle(inside) };
  });
}

function put(sorted, y) {
  if (!Number.isNaN(y)) sorted.splice(place(sorted, y), 0, y);
}

function take(sorted, y) {
  if (!Number.isNaN(y)) sorted.splice(place(sorted, y), 1);
}

/** Where it is, or would be. */
function place(sorted, y) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (sorted[half] < y) low = half + 1;
    else high = half;
  }
  return low;
}

const middle = sorted => (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
