// Polls the generator once per second for changes, and continues after any failure.

import { parse } from './plain.js';

const PERIOD_MS = 1000;
const PATIENCE_MS = 10_000;

export class Poll {
  /** @param listener onNews(data), onThere(), onLost() */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
    this.tag = null;
    this.there = null;
    this.timer = null;
    this.asking = false;
  }

  start() {
    this.soon(0);
    window.addEventListener('online', () => this.soon(0));
  }

  /** Polls now, after an action. */
  again() {
    this.soon(0);
  }

  soon(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), ms);
  }

  async look() {
    if (this.asking) return;
    this.asking = true;
    try {
      const response = await fetch(this.url, {
        headers: this.tag === null ? {} : { 'If-None-Match': this.tag },
        cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status === 401) { // a restarted process without our session: log in
        location.reload();
        return;
      }
      if (response.status === 200) {
        const data = parse(await response.text());
        this.tag = response.headers.get('ETag');
        this.say(true);
        this.listener.onNews(data);
      } else {
        this.say(response.status === 304);
      }
    } catch {
      this.say(false); // no process, or its response is not JSON
    } finally {
      this.asking = false;
      this.soon(PERIOD_MS);
    }
  }

  say(there) {
    if (there === this.there) return;
    this.there = there;
    if (there) this.listener.onThere();
    else this.listener.onLost();
  }
}
