package io.eyewall.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.TestTopologies;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page's own modules, called in the browser: layout, what is put together, colours. */
@Tag("complete")
class PageLogicIT extends BrowserTests {
    private static final String SIZE = "{ width: 100, height: 40, gapX: 50, gapY: 10 }";

    @BeforeAll
    void startTopologies() throws Exception {
        topologies.start("line", TestTopologies.line());
    }

    @BeforeEach
    void show() {
        show("line", "");
    }

    private Object run(String module, String body) {
        return page.evaluate(
                "async () => { const m = await import('/" + module + "');" + body + "}");
    }

    @Test
    void senderStandLeftOfReceiversAndNothingOverlaps() {
        Object problems =
                run(
                        "layout.js",
                        "let seed = 7; const random = n => { seed = (seed * 48271) % 2147483647;"
                                + " return seed % n; };"
                                + "const problems = [];"
                                + "for (let round = 0; round < 200; round++) {"
                                + "  const n = 1 + random(25); const edges = [];"
                                + "  for (let i = 0; i < n * 2; i++) {"
                                + "    const a = random(n); const b = random(n);"
                                + "    if (a < b) edges.push({ from: a, to: b }); }"
                                + "  const l = m.layout(n, edges, "
                                + SIZE
                                + ");"
                                + "  for (const e of edges) if (l.nodes[e.from].x >= l.nodes[e.to].x)"
                                + "    problems.push('backwards in round ' + round);"
                                + "  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++)"
                                + "    if (l.nodes[i].x === l.nodes[j].x"
                                + "        && Math.abs(l.nodes[i].y - l.nodes[j].y) < 49.9)"
                                + "      problems.push('overlap in round ' + round);"
                                + "  const inside = l.nodes.every(p => p.x >= 50 && p.x <= l.width - 50"
                                + "      && p.y >= 19.9 && p.y <= l.height - 19.9);"
                                + "  if (!inside) problems.push('outside in round ' + round);"
                                + "  if (l.edges.some(ps => ps.some(p => !Number.isFinite(p.x + p.y))))"
                                + "    problems.push('no number in round ' + round); }"
                                + "return problems;");

        assertThat(problems).isEqualTo(List.of());
    }

    @Test
    void cyclesAndLoopsAreLaidOutToo() {
        Object result =
                run(
                        "layout.js",
                        "const edges = [{from:0,to:1},{from:1,to:2},{from:2,to:0},{from:1,to:1}];"
                                + "const l = m.layout(3, edges, "
                                + SIZE
                                + "); return [l.nodes.map(p => p.x),"
                                + " l.edges[2][0].x > l.edges[2][l.edges[2].length - 1].x];");

        assertThat(result).isEqualTo(List.of(List.of(50, 200, 350), true));
    }

    @Test
    void theSameGraphLooksTheSameAndCrossesLittle() {
        Object result =
                run(
                        "layout.js",
                        "const edges = [{from:0,to:5},{from:1,to:4},{from:2,to:3}];"
                                + "const l = () => m.layout(6, edges, "
                                + SIZE
                                + "); return [JSON.stringify(l()) === JSON.stringify(l()), l().crossings];");

        assertThat(result).isEqualTo(List.of(true, 0));
    }

    private static String tick(int seq, boolean full, String components) {
        return "{ seq: "
                + seq
                + ", timeMs: "
                + seq * 1000
                + ", full: "
                + full
                + ", totals: { p50Ns: 1, p99Ns: 2, perSec: 3 }, components: "
                + components
                + ", edges: {}, executors: {}, tasks: {}, cores: {}, crossing: {} }";
    }

    @Test
    void changesArePutIntoTheWhole() {
        Object result =
                run(
                        "model.js",
                        "const model = new m.Model();"
                                + "const early = model.onTick("
                                + tick(6, false, "{ 1: [9] }")
                                + "); const whole = model.onTick("
                                + tick(5, true, "{ 0: [1], 1: [2] }")
                                + "); const again = model.onTick("
                                + tick(6, false, "{ 1: [0] }")
                                + "); const next = model.onTick("
                                + tick(7, false, "{ 0: [4] }")
                                + "); const gap = model.onTick("
                                + tick(9, false, "{}")
                                + "); return [early, whole, again, next, gap,"
                                + " model.tables.components, model.points.perSec.length];");

        assertThat(result)
                .isEqualTo(
                        List.of(
                                "early",
                                "applied",
                                "old",
                                "applied",
                                "gap",
                                List.of(List.of(4), List.of(9)),
                                2));
    }

    @Test
    void entriesComeOnceAndAreBounded() {
        Object result =
                run(
                        "model.js",
                        "const model = new m.Model(); const e = n => ({ number: n });"
                                + "model.onLog([e(2), e(3)]); model.onLog([e(1), e(2), e(3)]);"
                                + "const first = model.entries.map(x => x.number);"
                                + "for (let i = 4; i < 1000; i++) model.onLog([e(i)]);"
                                + "return [first, model.entries.length, model.entries[0].number];");

        assertThat(result).isEqualTo(List.of(List.of(1, 2, 3), 200, 800));
    }

    @Test
    void aLinkFindsTheNextRunOfTheSameTopology() {
        Object result =
                run(
                        "place.js",
                        "const one = (key, name, status) => ({ key, name, totals: { status } });"
                                + "const list = [one('other-1-9', 'other', 'ACTIVE'),"
                                + " one('words-2-20', 'words', 'ENDED'),"
                                + " one('words-3-30', 'words', 'ACTIVE')];"
                                + "return [m.resolve('words-1-10', list).key,"
                                + " m.resolve('words-2-20', list).key, m.resolve('other-1-9', list).key,"
                                + " m.resolve('', list).key, m.resolve('x', list), m.resolve('', [])];");

        assertThat(result)
                .isEqualTo(
                        java.util.Arrays.asList(
                                "words-3-30", "words-3-30", "other-1-9", "other-1-9", null, null));
    }

    @Test
    void theOverviewHasThoseFirstThatCallForSomebody() {
        Object result =
                run(
                        "overview.js",
                        "const one = (name, level, silent) => ({ name, silent,"
                                + " totals: { health: level, level, why: '', restarts: 0 } });"
                                + "const list = [one('d', 'off'), one('c', 'good'), one('b', 'warning'),"
                                + " one('a', 'bad'), one('e', 'good', 'has ended'),"
                                + " { name: 'f', totals: null }];"
                                + "return m.sorted(list).map(each => each.name).concat("
                                + " m.crashText({ restarts: 1, lastCrashMs: 0 }).slice(0, 15),"
                                + " m.crashText({ restarts: 0 }));");

        assertThat(result).isEqualTo(List.of("a", "e", "b", "c", "d", "f", "1 restart, last", ""));
    }

    @Test
    void theOverviewShowsTheTotalsOfATopology() {
        Object cells =
                run(
                        "overview.js",
                        "const root = document.createElement('div');"
                                + "const totals = { health: 'restarting', level: 'bad', why: 'exit code 7',"
                                + " perSec: 1234, p50Ns: 1500, p99Ns: 2.5e9, failed: 7, pending: 40,"
                                + " queued: 12345, errors: 0, restarts: 3, lastCrashMs: 0,"
                                + " uptimeSecs: 59 };"
                                + "new m.Overview(root, () => {}).update([{ key: 'k', name: 'one',"
                                + " silent: null, totals }]);"
                                + "const names = [...root.querySelectorAll('thead th.n')];"
                                + "return [...root.querySelectorAll('tbody td.n')].map((cell, i) =>"
                                + " names[i].textContent + ' ' + cell.textContent"
                                + " + (cell.classList.contains('bad') ? ', bad' : ''));");

        assertThat(cells)
                .isEqualTo(
                        List.of(
                                "rate 1.23k/s",
                                "p50 1.50 µs",
                                "p99 2.50 s",
                                "failed 7, bad",
                                "pending 40",
                                "queued 12.3k",
                                "errors 0",
                                "restarts 3, bad",
                                "up 59 s"));
    }

    @Test
    void aNodeShowsAtOnceThatItIsBusyAndThatItIsHeldUp() {
        Object node =
                run(
                        "graph.js",
                        "const root = document.createElement('div');"
                                + "const numbers = { worstBusy: 0.85, worstFill: 0.97, worstTask: 3 };"
                                + "const structure = { key: 'k', name: 'one', edges: [],"
                                + " components: [{ id: 'slow', label: 'slow', spout: false, executors: 1,"
                                + " tasks: 1, capacity: 100 }], executors: [{ of: 0 }] };"
                                + "const graph = new m.Graph(root, () => {}); graph.build(structure);"
                                + "graph.update({ structure, get: (table, row, column) =>"
                                + " numbers[column] ?? 0 }, 'busy', '');"
                                + "const at = name => root.querySelector(name);"
                                + "return [at('.box').getAttribute('class'), at('.value').textContent,"
                                + " at('.beside').getAttribute('class'),"
                                + " at('.beside').getAttribute('visibility'),"
                                + " at('.node').getAttribute('aria-label').includes('Back-pressure: 97 %')];");

        assertThat(node).isEqualTo(List.of("box h4", "85 %", "beside h5", "visible", true));
    }

    @Test
    void aLinkFindsTheNextRunOfOneWhoseProcessDoesNotAnswer() {
        Object result =
                run(
                        "place.js",
                        "const one = (key, silent) => ({ key, name: 'words', silent,"
                                + " totals: { status: 'ACTIVE' } });"
                                + "const gone = one('words-1-10', 'has ended');"
                                + "return [m.resolve('words-1-10', [gone, one('words-2-20', null)]).key,"
                                + " m.resolve('words-1-10', [gone]).key];");

        assertThat(result).isEqualTo(List.of("words-2-20", "words-1-10"));
    }

    @Test
    void theTimeLineOfAnotherTopologyTakesTheOldOnesPlace() {
        Object result =
                run(
                        "story.js",
                        "const root = document.createElement('div'); const line = new m.TimeLine(root);"
                                + "const e = (number, text) => ({ number, text, timeMs: 1, kind: 'STATUS',"
                                + " bad: false, component: null, task: -1, detail: null });"
                                + "line.update([e(1, 'old')], x => x, 1);"
                                + "line.update([e(1, 'new'), e(2, 'newer')], x => x, 2);"
                                + "line.update([e(1, 'new'), e(2, 'newer')], x => x, 2);"
                                + "return [...root.querySelectorAll('p')].map(p => p.textContent);");

        assertThat(result).isEqualTo(List.of("newer", "new"));
    }

    private static final String SPANS =
            "const span = (number, parent, emit, more) => ({ number, parent, emit, id: 's' + number,"
                    + " component: 'c', task: number, core: 0, thread: '', emittedNs: 1, startNs: 2,"
                    + " endNs: 3, answer: 'NONE', answeredNs: -1, exception: null, links: [],"
                    + " moreLinks: 0, emits: [], ...more });";

    @Test
    void tuplesStandBelowTheOnesThatTheyFollowFrom() {
        Object result =
                run(
                        "waterfall.js",
                        SPANS
                                + "const rows = m.tree([span(0, -1, -1), span(1, 0, 1), span(2, 0, 0),"
                                + " span(3, 1, 0), span(4, 2, 0)]);"
                                + "return rows.map(r => r.span.number + ':' + r.depth);");

        assertThat(result).isEqualTo(List.of("0:0", "2:1", "4:2", "1:1", "3:2"));
    }

    @Test
    void joinsReplaysAndExceptionsAreShown() {
        Object result =
                run(
                        "waterfall.js",
                        SPANS
                                + "const opened = [];"
                                + "const view = new m.Waterfall(id => id, id => opened.push(id));"
                                + "const emit = { stream: 'default', values: '[1]', tasks: [], atNs: 1,"
                                + " joined: 'other' };"
                                + "view.update({ id: 't', startMicros: 0, outcome: 'FAILED',"
                                + " durationNs: 9, replayOf: 'before', leftOut: 3, spans: ["
                                + "span(0, -1, -1, { emits: [emit, { ...emit, joined: null }] }),"
                                + " span(1, 0, 0, { exception: 'boom', links: ["
                                + "{ traceId: 't', spanId: 's0' }, { traceId: 'third', spanId: 'x' }] })"
                                + "] }, '', ['after']);"
                                + "view.root.querySelectorAll('button').forEach(b => b.click());"
                                + "const text = view.root.textContent;"
                                + "return [opened, ['boom', 'threw', 'had no receiver', 'that of c: 0',"
                                + " '3 more tuples and emits'].filter(t => !text.includes(t))];");

        assertThat(result)
                .isEqualTo(List.of(List.of("before", "after", "other", "third"), List.of()));
    }

    @Test
    void tracesUnderWayAreTheSlowest() {
        Object result =
                run(
                        "traces.js",
                        "const one = (number, durationNs) => ({ number, durationNs, startMicros: 5 });"
                                + "const list = [one(1, 10), one(2, -1), one(3, 30), one(4, 10)];"
                                + "return ['new', 'slow'].map(order =>"
                                + " m.ordered(list, order).map(t => t.number));");

        assertThat(result).isEqualTo(List.of(List.of(4, 3, 2, 1), List.of(2, 3, 4, 1)));
    }

    @Test
    void numbersAreShort() {
        Object result =
                run(
                        "format.js",
                        "return [m.count(12345), m.count(999), m.count(999999), m.rate(0.01),"
                                + " m.rate(1.25), m.rate(0), m.time(0), m.time(1500), m.time(2.5e9),"
                                + " m.share(0.0123), m.share(1), m.uptime(59), m.uptime(3700),"
                                + " m.uptime(90000)];");

        assertThat(result)
                .isEqualTo(
                        List.of(
                                "12.3k",
                                "999",
                                "1.00M",
                                "<0.1/s",
                                "1.3/s",
                                "0/s",
                                "–",
                                "1.50 µs",
                                "2.50 s",
                                "1.2 %",
                                "100 %",
                                "59 s",
                                "1 h 1 min",
                                "1 d 1 h"));
    }

    @Test
    void longNamesLoseTheirMiddle() {
        Object result =
                run(
                        "format.js",
                        "return ['words', 'enrich-orders-by-country-1', 'enrich-orders-by-country-2',"
                                + " '\\u{1F300}'.repeat(30)].map(name => m.shortened(name, 7));");

        String whirl = "\uD83C\uDF00".repeat(3);
        assertThat(result).isEqualTo(List.of("words", "enr…y-1", "enr…y-2", whirl + "…" + whirl));
    }

    @Test
    void textCanBeReadInBothThemes() {
        String contrast =
                "const light = hex => { const v = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16)"
                        + " / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);"
                        + " return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };"
                        + "const contrast = (a, b) => { const [x, y] = [light(m.colour(a)),"
                        + " light(m.colour(b))]; return (Math.max(x, y) + .05) / (Math.min(x, y) + .05);"
                        + " };"
                        + "const poor = []; m.startTheme();"
                        + "for (let i = 0; i < 3; i++) { m.nextTheme();"
                        + " for (const [a, b] of [['ink', 'panel'], ['soft', 'panel'], ['bad', 'panel'],"
                        + " ['bad', 'bad-soft'], ['accent', 'accent-soft'], ['accent', 'panel'],"
                        + " ['panel', 'accent'], ['panel', 'bad'], ['soft', 'hover'],"
                        + " ['on-heat', 'heat-0'], ['on-heat', 'heat-1'], ['on-heat', 'heat-2'],"
                        + " ['on-heat', 'heat-3'], ['on-heat', 'heat-4'], ['on-heat-5', 'heat-5']])"
                        + " if (contrast(a, b) < 4.5) poor.push(document.documentElement.dataset.theme"
                        + " + ': ' + a + ' on ' + b + ' ' + contrast(a, b).toFixed(2)); }"
                        + "return poor;";

        assertThat(run("theme.js", contrast)).isEqualTo(List.of());
    }

    @Test
    void whatCanBePressedHasAName() {
        Object nameless =
                page.evaluate(
                        "() => [...document.querySelectorAll('button, select, [role=button]')].filter(n =>"
                                + " !(n.getAttribute('aria-label') || n.textContent.trim()"
                                + " || n.closest('label'))).map(n => n.outerHTML)");

        assertThat(nameless).isEqualTo(List.of());
    }

    @Test
    void anEdgeIsFoundWhateverItsComponentsAreCalled() {
        Object ends =
                run(
                        "detail.js",
                        "const ids = ['in', 'a->b', '>'];"
                                + "const model = { componentOf: id => ids.indexOf(id) };"
                                + "return ['e:in>a->b', 'e:a->b>>', 'e:in>no', 'e:', 'c:in']"
                                + ".map(chosen => m.edgeOf(model, chosen));");

        assertThat(ends).isEqualTo(Arrays.asList(List.of(0, 1), List.of(1, 2), null, null, null));
    }

    @Test
    void aRateBelowTheMaximumOfAWrongModelIsNotSaidToBeAboveIt() {
        Object said =
                run(
                        "forecast.js",
                        "const none = { measured: -1, predicted: null };"
                                + "const say = perSec => { const root = document.createElement('div');"
                                + " new m.Forecast(root).update({ perSec, maxPerSec: 167, bottleneck: '',"
                                + " cores: none, meanNs: none, p99Ns: none, whyNoLatency: '', wrong: true,"
                                + " drift: [] }); return root.querySelector('p').textContent; };"
                                + "return [say(103), say(617)];");

        assertThat(said)
                .isEqualTo(
                        List.of(
                                "103/s is all that gets through, below the predicted maximum of 167/s:"
                                        + " the model is wrong here",
                                "617/s is above the predicted maximum of 167/s: the model is wrong here"));
    }

    @Test
    void snapshotsAreShownAsFarAsTheyAreKnown() {
        Object said =
                run(
                        "snapshots.js",
                        "const none = { number: 0, ageMs: 0, tookMs: 0, bytes: 0, slowestTask: '',"
                                + " slowestMs: 0, alignedMs: 0, takingMs: -1, waitsFor: [],"
                                + " rollbacks: 0, lastRollback: '' };"
                                + "const some = { ...none, number: 12, ageMs: 61_000, tookMs: 40,"
                                + " bytes: 13_600, slowestTask: 'sum[1]', slowestMs: 31, takingMs:"
                                + " 2000, waitsFor: ['a[0]', 'a[1]', 'a[2]', 'a[3]'], rollbacks: 1,"
                                + " lastRollback: 'sink[0]: down' };"
                                + "const shown = report => Object.values(m.rowsOf(report))"
                                + ".filter(text => text !== '');"
                                + "return [shown(none), shown(some)];");

        assertThat(said)
                .isEqualTo(
                        List.of(
                                List.of("none yet"),
                                List.of(
                                        "12, 1 min 1 s ago",
                                        "40.0 ms",
                                        "13.6kB",
                                        "sum[1], 31.0 ms",
                                        "0 ms",
                                        "2.00 s, waits for a[0], a[1], a[2] and 1 more",
                                        "1; the last: sink[0]: down")));
    }

    @Test
    void allColumnsOfTheTableFitOnAnOrdinaryScreen() {
        Object room =
                page.evaluate(
                        "() => { document.querySelector('#components th button').textContent ="
                                + " 'enri…-name'; const cells ="
                                + " document.querySelectorAll('#components tr:first-child td.n');"
                                + " ['123k/s', '100 %', '100 % (105)', '99 %', '12.3 ms', '100k',"
                                + " '1.20k', '1.24k'].forEach((text, i) => cells[i].textContent = text);"
                                + " const table = document.querySelector('.table');"
                                + " return table.scrollWidth - table.clientWidth; }");

        assertThat(room).isEqualTo(0);
    }
}
