/** Follows the learner: its history at each connection, then what each second adds. */

const RETRY = 1500; // ms
const SILENCE = 5000; // ms without a second: the connection is dead, though nobody has said so

/**
 * @param onHistory is given the last quarter of an hour, again after each reconnection
 * @param onSecond is given what a second adds
 * @param onLost is called while the learner does not answer
 */
export function follow(onHistory, onSecond, onLost) {
  let source;
  let timer;

  function after(millis, action) {
    clearTimeout(timer);
    timer = setTimeout(action, millis);
  }

  function lost() {
    source.close();
    onLost();
    after(RETRY, connect);
  }

  function connect() {
    const own = new EventSource('api/events');
    source = own;
    let ready = false;
    after(SILENCE, lost);
    own.onerror = lost;
    own.onopen = async () => {
      try {
        const answer = await fetch('api/history');
        onHistory(await answer.json());
        ready = true;
      } catch {
        if (own === source) lost();
      }
    };
    own.addEventListener('second', event => {
      after(SILENCE, lost);
      if (ready) onSecond(JSON.parse(event.data));
    });
  }

  connect();
}
