// Announces to the server that this page shows traces, for as long as it does, and loads new traces.

const RENEW_MS = 3_000;

/** A resource that is loaded again whenever the server's traces change. */
class Shown {
  constructor(feed) {
    this.feed = feed;
    this.query = null;
    this.version = null;
    this.busy = false;
    this.data = null;
    this.gone = false; // the server answered 404
  }

  /** @param query the parameters after the topology; null loads nothing */
  want(query, key, version) {
    const whole = query === null ? null : 'topology=' + encodeURIComponent(key) + query;
    if (whole !== this.query) {
      this.query = whole;
      this.version = null;
      this.data = null;
      this.gone = false;
    }
    if (whole === null || this.busy || this.version === version || this.data?.settled) return;
    this.busy = true;
    this.version = version;
    this.get(whole);
  }

  async get(query) {
    try {
      const response = await fetch('/console/traces?' + query);
      if (query !== this.query) return;
      if (response.ok) this.data = await response.json();
      else if (response.status === 404) this.gone = this.data === null;
      else throw new Error(`the server answered ${response.status}`);
    } catch (error) {
      this.feed.say(`traces could not be loaded: ${error.message}`);
    } finally {
      this.busy = false;
      this.feed.onNew();
    }
  }
}

export class TraceFeed {
  /**
   * @param onNew called after something was loaded
   * @param say shows an error message
   */
  constructor(onNew, say) {
    this.onNew = onNew;
    this.say = say;
    this.list = new Shown(this);
    this.one = new Shown(this);
    this.samples = new Shown(this);
    this.saidMs = 0;
    this.key = null;
  }

  /**
   * Called whenever the page is drawn. A hidden page is not drawn, so tracing ends when it is hidden.
   *
   * @param view key: the topology's key; tracing: whether to trace messages; list: whether the list
   *     is shown; frozen: whether the list must not change; trace: the id of the displayed trace, or
   *     ''; edge: [from, to], or null
   * @param news the server's latest event on traces; null if there was none
   * @param epoch a different number for each connection
   */
  update(view, news, epoch) {
    if (news === null) return;
    const { key, edge } = view;
    const version = `${epoch} ${news.version}`;
    if (view.tracing && (key !== this.key || Date.now() - this.saidMs > RENEW_MS)) this.announce(key);
    if (!view.frozen) this.list.want(view.list ? '' : null, key, version);
    this.wantOne(view, key, version);
    this.samples.want(edge === null ? null
      : `&from=${encodeURIComponent(edge[0])}&to=${encodeURIComponent(edge[1])}`, key, version);
  }

  /** Requests only traces of the list: browsers log an error for each 404. */
  wantOne({ trace, frozen }, key, version) {
    const there = this.one.data?.id === trace || frozen || this.list.data?.some(one => one.id === trace);
    this.one.want(trace !== '' && there ? '&id=' + encodeURIComponent(trace) : null, key, version);
    if (!there) this.one.gone = this.list.data !== null;
  }

  async announce(key) {
    this.key = key;
    this.saidMs = Date.now();
    try {
      const response = await fetch('/console/traces', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ topology: key }),
      });
      if (!response.ok) this.say('tracing was refused: ' + await response.text());
    } catch { /* the event stream reports a lost server */ }
  }
}

/** Returns the sentence that describes the state of tracing. */
export function tracingState(news) {
  if (news === null) return '';
  if (news.trouble !== null) return news.trouble;
  if (news.every === 0) return 'No message is traced now.';
  return news.every === 1 ? 'Every message is traced while this is open.'
    : `One of ${news.every.toLocaleString('en')} messages is traced while this is open.`;
}
