/** Numbers and times as people read them. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const seconds = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

const unless = format => value => (value == null || Number.isNaN(value) ? '–' : format(value));

export const count = unless(value =>
  Math.abs(value) < 1e6 ? whole.format(value) : compact.format(value));

/** All digits, as of an offset. */
export const exact = unless(value => whole.format(value));

export const nats = unless(value => value.toFixed(4));

export const percent = unless(value => (100 * value).toFixed(1) + ' %');

export const digits = unless(value =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(1).replace('.0', '').replace('e+', 'e')
    : String(Number(value.toPrecision(3))));

export const time = millis => seconds.format(millis);

/** A time, with its day where that is not today. */
export const moment = millis => {
  const today = new Date(millis).toDateString() === new Date().toDateString();
  return today ? time(millis) : `${day.format(millis)}, ${clock.format(millis)}`;
};

/** A time on an axis whose ticks are so many milliseconds apart; midnight is the day that begins. */
export const tick = (millis, step) => {
  const midnight = clock.format(millis) === '00:00';
  return (step < 60e3 ? seconds : midnight && step >= 3600e3 ? day : clock).format(millis);
};

export function ago(millis) {
  return `${span(Math.max(0, (Date.now() - millis) / 1000))} ago`;
}

/** A duration, rounded to a unit that leaves it two digits or so. */
export function span(s) {
  if (s < 90) return `${Math.round(s)} s`;
  if (s < 5400) return `${Math.round(s / 60)} min`;
  return s < 36 * 3600 ? `${Math.round(s / 3600)} h` : `${Math.round(s / 86400)} d`;
}
