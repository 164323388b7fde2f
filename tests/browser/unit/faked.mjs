// A clock and sockets that a test moves by hand.

/** Time stands still until `pass` is called. */
export class FakeClock {
  constructor() {
    this.time = 1_000_000;
    this.jobs = new Map();
    this.next = 1;
    this.now = () => this.time;
    this.after = (ms, job) => {
      this.jobs.set(this.next, { at: this.time + ms, job });
      return this.next++;
    };
    this.cancel = (handle) => this.jobs.delete(handle);
  }

  /** Lets ms go by, running what falls due on the way. */
  async pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const [handle, due] = [...this.jobs].sort((a, b) => a[1].at - b[1].at)[0] ?? [];
      if (!due || due.at > end) break;
      this.jobs.delete(handle);
      this.time = Math.max(this.time, due.at);
      due.job();
      await settle();
    }
    this.time = end;
    await settle();
  }
}

/** Promises that are due come to rest. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** One side of a socket; the test is the other side. */
export class FakeSocket {
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.said = [];
    this.closed = false;
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  /** The server accepts and greets. */
  welcome(more = {}) {
    this.readyState = 1;
    this.onopen();
    this.hear({ t: "welcome", p: 1, build: "b", you: { guest: "g", name: "Mia", seat: 0, role: "player" }, now: 5, ...more });
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  fall(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }

  /** Frames of a kind this page sent here. */
  of(kind) {
    return this.said.filter((frame) => frame.t === kind);
  }
}

/** sessionStorage of one tab. */
export class FakeStorage extends Map {
  getItem(key) {
    return this.get(key) ?? null;
  }

  setItem(key, value) {
    this.set(key, String(value));
  }

  removeItem(key) {
    this.delete(key);
  }
}
