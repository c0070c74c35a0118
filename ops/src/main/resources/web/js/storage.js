/** What a person typed outlives a reload, where the browser lets it. */

export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // then it does not
  }
}

export function kept(key) {
  try {
    return localStorage.getItem(key) || null;
  } catch {
    return null;
  }
}
