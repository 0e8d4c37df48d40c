// Reads the server's events and reconnects by itself after any failure.

const WATCHDOG_MS = 10_000;
const RETRY_MS = 1_500;
const NAMES = ['list', 'plan', 'tick', 'history', 'log', 'lines', 'placement', 'model', 'flame', 'traces', 'silent'];

export class Stream {
  /**
   * @param listener onOpen(), onEvent(name, data), onLost()
   */
  constructor(listener) {
    this.listener = listener;
    this.source = null;
    this.key = null;
    this.lastMs = 0;
    this.lost = false;
    setInterval(() => this.watch(), 1000);
    window.addEventListener('online', () => this.open(this.key));
  }

  /** @param key a topology's key; empty for only the list */
  open(key) {
    if (this.source !== null) this.source.close();
    this.key = key;
    this.lastMs = Date.now();
    const source = new EventSource('/console/events?topology=' + encodeURIComponent(key ?? ''));
    this.source = source;
    source.onopen = () => {
      if (source !== this.source) return;
      this.lastMs = Date.now();
      this.lost = false;
      this.listener.onOpen();
    };
    source.onerror = () => { if (source === this.source) this.onError(source); };
    for (const name of NAMES) {
      source.addEventListener(name, event => {
        if (source !== this.source) return;
        this.lastMs = Date.now();
        this.listener.onEvent(name, JSON.parse(event.data));
      });
    }
  }

  onError(source) {
    this.tellLost();
    if (source.readyState === EventSource.CLOSED) { // the browser gives up after an HTTP error
      setTimeout(() => { if (source === this.source) this.open(this.key); }, RETRY_MS);
    }
  }

  tellLost() {
    if (!this.lost) {
      this.lost = true;
      this.listener.onLost();
    }
  }

  /** Reconnects when events stop: the server sends one per second, so silence means a dead connection. */
  watch() {
    if (this.source !== null && Date.now() - this.lastMs > WATCHDOG_MS) {
      this.tellLost();
      this.open(this.key);
    }
  }
}
