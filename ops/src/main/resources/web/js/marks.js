/** What is drawn over the curves: the point that is looked at, where a pass begins, and drift. */

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

let begins = []; // passes over the same examples, after the first: {time, text}
let alarms = []; // of drift, the same

/** Notes from which versions on examples are repeated, and when there was an alarm of drift. */
export function note(versions) {
  begins = [];
  let last = 1;
  for (const { time, pass } of versions) {
    if (!pass) continue;
    if (pass > 1 && pass !== last) begins.push({ time, text: `pass ${pass}: seen before` });
    last = pass;
  }
  alarms = [...new Set(versions.map(({ drift }) => drift).filter(Boolean))].map(time => ({ time, text: 'drift' }));
}

/** A line where a pass begins: losses from there on are of examples that were learned before. */
export const repeated = { id: 'repeated', afterDatasetsDraw: chart => lines(chart, begins, '--muted', 10) };

/** A line where there was an alarm of drift. */
export const drifted = { id: 'drifted', afterDatasetsDraw: chart => lines(chart, alarms, '--bad', 22) };

function lines(chart, marks, tone, down) {
  const { ctx, chartArea, scales } = chart;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour(tone);
  ctx.setLineDash([4, 4]);
  let written = -Infinity; // up to where: a text that would cover another is left out
  for (const { time, text } of marks.filter(m => m.time >= scales.x.min && m.time <= scales.x.max)) {
    const x = scales.x.getPixelForValue(time);
    const left = x < (chartArea.left + chartArea.right) / 2;
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
    const width = ctx.measureText(text).width;
    const from = left ? x + 5 : x - 5 - width;
    if (from < written) continue;
    ctx.fillText(text, from, chartArea.top + down);
    written = from + width + 5;
  }
  ctx.restore();
}
