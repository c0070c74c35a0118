/** What a version says of the members that predict; their weights are panels like the others. */

import { digits } from './format.js';

const section = document.getElementById('members');

/** Shows the section where the version has members, and says what they mean together. */
export function showMembers({ temperature, prior, forgets }) {
  section.hidden = temperature == null;
  if (section.hidden) return;
  const factor = two(temperature);
  const times = factor === '1' ? '' : `${factor} times `;
  const priors = prior != null;
  const memory = forgets != null ? 'memories of several half-lives' : 'one memory';
  section.querySelector('.note').textContent =
    `Predictions are ${times}as sure as the weights alone`
    + (priors ? `, and the prior is ${two(prior)} λ` : '')
    + `. Members read ${memory} with other temperatures${priors ? ' and priors' : ''};`
    + ' those that predicted best weigh most.';
}

const two = number => digits(Number(number.toPrecision(2)));
