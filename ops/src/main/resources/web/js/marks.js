/** What is drawn over the curves: the point that is looked at, and where a pass begins. */

import { colour } from './axes.js';

/** A line through the point that is looked at. */
export const cursor = {
  id: 'cursor',
  beforeDatasetsDraw(chart) {
    const active = chart.getActiveElements()[0];
    if (!active) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.strokeStyle = colour('--muted');
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(active.element.x, chartArea.top);
    ctx.lineTo(active.element.x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};

let begins = []; // passes over the same examples, after the first: {time, pass}

/** Notes from which versions on examples are repeated. */
export function passes(versions) {
  begins = [];
  let last = 1;
  for (const { time, pass } of versions) {
    if (!pass) continue;
    if (pass > 1 && pass !== last) begins.push({ time, pass });
    last = pass;
  }
}

/** A line where a pass begins: losses from there on are of examples that were learned before. */
export const repeated = {
  id: 'repeated',
  afterDatasetsDraw(chart) {
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour('--muted');
    ctx.setLineDash([4, 4]);
    for (const { time, pass } of begins.filter(b => b.time >= scales.x.min && b.time <= scales.x.max)) {
      const x = scales.x.getPixelForValue(time);
      const left = x < (chartArea.left + chartArea.right) / 2;
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.textAlign = left ? 'left' : 'right';
      ctx.fillText(`pass ${pass}: seen before`, x + (left ? 5 : -5), chartArea.top + 10);
    }
    ctx.restore();
  },
};
