/** Follows the model that is shown: its history at each connection, then what each second adds. */

const RETRY = 1500; // ms
const SILENCE = 5000; // ms without a second: the connection is dead, though nobody has said so
const LOOK = 2000; // ms between two looks at the versions of a model that others learn

/**
 * @param model which one; null: the one that is learned here, or the first one where none is
 * @param onHistory is given the last quarter of an hour, again after each reconnection; of a model
 *     that others learn, what its versions say, again and again
 * @param onSecond is given what a second adds
 * @param onLost is called while it does not answer, with the reason where one is known
 */
export function follow(model, onHistory, onSecond, onLost) {
  const path = 'api/history' + (model ? `?model=${encodeURIComponent(model)}` : '');
  let source;
  let timer;

  function after(millis, action) {
    clearTimeout(timer);
    timer = setTimeout(action, millis);
  }

  function lost(reason) {
    source?.close();
    onLost(reason);
    after(RETRY, look);
  }

  async function history() {
    const answer = await fetch(path);
    const said = await answer.json();
    if (!answer.ok) throw new Refused(said.error);
    onHistory(said);
    return said.model.learned;
  }

  function connect() {
    const own = new EventSource('api/events');
    source = own;
    let ready = false;
    after(SILENCE, () => lost());
    own.onerror = () => lost();
    own.onopen = async () => {
      try {
        await history();
        ready = true;
      } catch {
        if (own === source) lost();
      }
    };
    own.addEventListener('second', event => {
      after(SILENCE, () => lost());
      if (ready) onSecond(JSON.parse(event.data));
    });
  }

  async function look() {
    try {
      if (await history()) connect();
      else after(LOOK, look);
    } catch (e) {
      lost(e instanceof Refused ? e.message : undefined);
    }
  }

  look();
}

/** It answers, but not with what was asked for. */
class Refused extends Error {}
