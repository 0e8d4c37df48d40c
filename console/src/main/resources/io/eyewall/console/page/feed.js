// Says to the server that somebody looks at traces, as long as somebody does, and gets what is new.

const RENEW_MS = 3_000;

/** One thing that is got again whenever there are other traces. */
class Shown {
  constructor(feed) {
    this.feed = feed;
    this.query = null;
    this.version = null;
    this.busy = false;
    this.data = null;
    this.gone = false; // the server does not have it
  }

  /** @param query after the topology's; null: nothing is wanted */
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
      this.feed.say(`traces could not be had: ${error.message}`);
    } finally {
      this.busy = false;
      this.feed.onNew();
    }
  }
}

export class TraceFeed {
  /**
   * @param onNew something has come
   * @param say tells of what went wrong
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
   * Called whenever the page is drawn, which it is not while nobody sees it: tracing ends then.
   *
   * @param look key: of the topology; tracing: whether messages are to be traced; list: whether all
   *     are shown; frozen: whether these are to stay as they are; trace: the id of the one that is
   *     shown, or ''; edge: from and to, or null
   * @param news what the server has said of traces; null if it has said nothing
   * @param epoch another one for another connection
   */
  update(look, news, epoch) {
    if (news === null) return;
    const { key, edge } = look;
    const version = `${epoch} ${news.version}`;
    if (look.tracing && (key !== this.key || Date.now() - this.saidMs > RENEW_MS)) this.look(key);
    if (!look.frozen) this.list.want(look.list ? '' : null, key, version);
    this.wantOne(look, key, version);
    this.samples.want(edge === null ? null
      : `&from=${encodeURIComponent(edge[0])}&to=${encodeURIComponent(edge[1])}`, key, version);
  }

  /** Only what the list has is asked for: a browser complains of what is not found. */
  wantOne({ trace, frozen }, key, version) {
    const there = this.one.data?.id === trace || frozen || this.list.data?.some(one => one.id === trace);
    this.one.want(trace !== '' && there ? '&id=' + encodeURIComponent(trace) : null, key, version);
    if (!there) this.one.gone = this.list.data !== null;
  }

  async look(key) {
    this.key = key;
    this.saidMs = Date.now();
    try {
      const response = await fetch('/console/traces', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ topology: key }),
      });
      if (!response.ok) this.say('tracing was refused: ' + await response.text());
    } catch { /* that the server is gone is said elsewhere */ }
  }
}

/** What a page says of tracing. */
export function tracingState(news) {
  if (news === null) return '';
  if (news.trouble !== null) return news.trouble;
  if (news.every === 0) return 'No message is traced now.';
  return news.every === 1 ? 'Every message is traced while this is open.'
    : `One of ${news.every.toLocaleString('en')} messages is traced while this is open.`;
}
