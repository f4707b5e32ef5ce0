// What this tab keeps while it is open, also where browsers forbid pages to keep anything: then until it is loaded again.

const kept = new Map();

export const tab = {
  get(name) {
    try {
      return sessionStorage.getItem(name) ?? kept.get(name);
    } catch {
      return kept.get(name);
    }
  },
  set(name, value) {
    kept.set(name, value);
    try {
      sessionStorage.setItem(name, value);
    } catch { // forbidden, or full
    }
  },
  remove(name) {
    kept.delete(name);
    try {
      sessionStorage.removeItem(name);
    } catch { // forbidden
    }
  },
};
