/** Has people zoom: all charts share the time, so that what is done on one of them is done on all. */

import { colour } from './axes.js';

const LEAST = 6; // pixels: less is a click

let drag = null; // {chart, from, to}, pixels

/** Shows over which span somebody drags. */
export const selection = {
  id: 'selection',
  afterDatasetsDraw(chart) {
    if (drag?.chart !== chart) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.fillStyle = `${colour('--series-1')}33`;
    ctx.fillRect(drag.from, chartArea.top, drag.to - drag.from, chartArea.bottom - chartArea.top);
    ctx.restore();
  },
};

/**
 * @param looked the time that is looked at on the chart, or none
 */
export function zoomable(chart, view, looked) {
  const { canvas } = chart;

  function inside(event) {
    const { left, right } = chart.chartArea;
    return Math.min(Math.max(event.offsetX, left), right);
  }

  canvas.addEventListener('pointerdown', event => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    drag = { chart, from: inside(event), to: inside(event) };
  });
  canvas.addEventListener('pointermove', event => {
    if (drag?.chart !== chart) return;
    drag.to = inside(event);
    chart.draw();
  });
  canvas.addEventListener('pointerup', () => {
    if (drag?.chart !== chart) return;
    const [from, to] = [drag.from, drag.to].sort((a, b) => a - b);
    drop();
    const { x } = chart.scales;
    if (to - from >= LEAST) view.zoom(x.getValueForPixel(from), x.getValueForPixel(to));
  });
  canvas.addEventListener('pointercancel', drop); // a finger scrolls the page
  canvas.addEventListener('dblclick', () => view.whole());
  canvas.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return; // the browser's own zoom
    if (event.key === '+' || event.key === '=') view.zoomBy(1 / 2, looked());
    else if (event.key === '-') view.zoomBy(2, looked());
    else if (event.shiftKey && event.key === 'ArrowLeft') view.move(-1 / 4);
    else if (event.shiftKey && event.key === 'ArrowRight') view.move(1 / 4);
    else return;
    event.preventDefault();
  });
}

function drop() {
  const chart = drag?.chart;
  drag = null;
  chart?.draw();
}

/** Escape ends what is begun, or shows all of the time again. */
export function escapable(view) {
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    if (drag) drop();
    else view.whole();
  });
}
