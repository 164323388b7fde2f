/* SHA-256 and HMAC (FIPS 180-4, RFC 2104): pages on a home network without TLS have no WebCrypto digest. */

const BLOCK = 64;

/** The first n primes, whose roots make the constants. @param {number} n */
function primes(n) {
  const found = /** @type {number[]} */ ([]);
  for (let one = 2; found.length < n; one += 1) if (found.every((prime) => one % prime)) found.push(one);
  return found;
}

/** The first 32 bits of the fraction of a number. @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with its length, in whole blocks. @param {Uint8Array} bytes */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

/** The sixty-four words of a block. @param {DataView} view @param {number} at */
function schedule(view, at) {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const a = words[t - 15] ?? 0, b = words[t - 2] ?? 0;
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3), s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[t] = ((words[t - 16] ?? 0) + s0 + (words[t - 7] ?? 0) + s1) | 0;
  }
  return words;
}

/** @param {number[]} state @param {Int32Array} words */
function mixed(state, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25), choose = (e & f) ^ (~e & g);
    const one = (h + s1 + choose + (ROUNDS[t] ?? 0) + (words[t] ?? 0)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22), most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + s0 + most) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, nth) => (word + (state[nth] ?? 0)) | 0);
}

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const view = padded(bytes);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) state = mixed(state, schedule(view, at));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, nth) => digest.setInt32(4 * nth, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const padding = new Uint8Array(BLOCK);
  padding.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(padding.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padding.map((byte) => byte ^ 0x5c), inner));
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text of an even number of hex digits */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
