/* Whom this reader does not want to hear: kept in this browser, told to nobody. */

const KEY = "muted", MOST = 200;

export class Muted {
  /** @param {Pick<Storage, "getItem" | "setItem"> | undefined} store */
  constructor(store) {
    this.store = store;
    this.all = false;
    /** @type {string[]} guests, the latest last */
    this.guests = [];
    this.read();
  }

  /** As it is kept: another tab may have changed it. */
  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(KEY) ?? "null");
      this.all = kept?.all === true;
      this.guests = Array.isArray(kept?.guests) ? kept.guests.map(String) : [];
    } catch {
      // unreadable: nobody is muted
    }
  }

  /** @param {string} guest */
  has(guest) {
    return this.all || this.guests.includes(guest);
  }

  /** @param {boolean} on */
  setAll(on) {
    this.all = on;
    this.#keep();
  }

  /** @param {string} guest @param {boolean} on */
  set(guest, on) {
    this.guests = this.guests.filter((one) => one !== guest);
    if (on) this.guests = [...this.guests, guest].slice(-MOST);
    this.#keep();
  }

  #keep() {
    try {
      this.store?.setItem(KEY, JSON.stringify({ all: this.all, guests: this.guests }));
    } catch {
      // storage is full or switched off: it holds until the page is left
    }
  }
}
