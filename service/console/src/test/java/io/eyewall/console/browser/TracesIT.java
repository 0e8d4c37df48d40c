package io.eyewall.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.eyewall.console.TestTopologies;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.trace.TraceQuery;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Single messages and tuples of live topologies on the page. */
@Tag("complete")
class TracesIT extends BrowserTests {
    private RunningTopology line;
    private RunningTopology hostile;

    @BeforeAll
    void startTopologies() throws Exception {
        line = topologies.start("line", TestTopologies.line());
        hostile = topologies.start("hostile", TestTopologies.hostileValues());
    }

    private static LocatorAssertions.ContainsTextOptions patient() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
    }

    private Locator row(String text) {
        return page.locator(".trace").filter(new Locator.FilterOptions().setHasText(text));
    }

    private static int every(RunningTopology topology) {
        return topology.traces().report(new TraceQuery(0, 0)).every();
    }

    @Test
    void aMessageIsFollowedThroughTheTopology() {
        show("line", "");
        assertThat(page.locator("#traces")).not().isVisible();
        page.keyboard().press("w");
        row("3 spans").first().click();

        Locator trace = page.locator(".waterfall");
        assertThat(trace.locator("h2")).containsText("numbers: acked after", patient());
        assertThat(trace.locator("tbody th"))
                .containsText(
                        new Pattern[] {
                            Pattern.compile("numbers: \\d+"),
                            Pattern.compile("relay: \\d+"),
                            Pattern.compile("slow: \\d+")
                        });
        assertThat(trace.locator(".track .wait")).hasCount(2);
        assertThat(trace.locator(".track .run")).hasCount(2);
        assertThat(trace.locator(".track .ack")).hasCount(2);
        assertThat(page.locator("#traces .filter"))
                .containsText(Pattern.compile("messages? is traced while"), patient());
        assertThat(page.url()).contains("view=traces").contains("trace=");

        String shown = trace.locator("h2").textContent();
        page.reload();
        assertThat(trace.locator("h2")).containsText(shown, patient());
    }

    @Test
    void theListIsOrderedAndTheKeyboardGoesAlong() {
        show("line", "&view=traces&order=slow");
        page.waitForFunction("() => document.querySelectorAll('.trace').length > 5");
        page.locator("#traces .filter button").nth(1).click(); // no new ones now
        assertThat(page.locator("#traces .filter")).containsText("Paused", patient());
        assertThat(page.locator("#traces .filter")).containsText("Slowest first", patient());

        page.locator(".trace").first().focus();
        page.keyboard().press("ArrowDown");
        assertThat(page.locator(".trace").nth(1)).hasAttribute("aria-selected", "true");
        assertThat(page.locator(".trace").nth(1)).isFocused();
        page.keyboard().press("s");
        page.waitForURL(url -> !url.contains("order=slow")); // the driver hears of it later
        page.keyboard().press("Escape");
        page.waitForURL(url -> !url.contains("trace="));
        assertThat(page.locator(".waterfall")).containsText("Choose a trace", patient());
    }

    @Test
    void tracingEndsAfterThePageHasGoneOn() {
        show("line", "&view=traces");
        page.waitForSelector(".trace");
        assertThat(every(line)).isPositive();
        page.keyboard().press("g");
        long deadline = System.nanoTime() + (long) (PATIENCE_MS * 1e6);
        while (every(line) > 0 && System.nanoTime() - deadline < 0) {
            page.waitForTimeout(200);
        }
        assertThat(every(line)).isZero();
    }

    @Test
    void anEdgeShowsItsTuplesAndTheseTheirTraces() {
        show("line", "&select=e:relay>slow");
        Locator samples = page.locator(".samples");
        assertThat(samples.locator(".values").first())
                .containsText(Pattern.compile("^\\[\\d+\\]$"), patient());
        assertThat(samples).containsText("is traced while", patient());
        String first = samples.locator(".values").first().textContent();
        page.waitForFunction(
                "before => document.querySelector('.samples .values').textContent !== before",
                first);

        samples.locator("button").last().click();
        assertThat(page.locator(".waterfall h2")).containsText("numbers", patient());
    }

    @Test
    void valuesStayText() {
        show("hostile", "&view=traces&select=e:words>relay");
        row("<img").first().click();
        Locator trace = page.locator(".waterfall");
        assertThat(trace).containsText("default [" + TestTopologies.HOSTILE + "]", patient());
        assertThat(trace.locator("h2")).containsText("words: failed after", patient());
        assertThat(trace.locator("tr.is-bad")).not().hasCount(0);

        assertThat(row("bell\u2407 escape\u241b[31m turn\ufffd").first()).isVisible();
        row("xxxxx").first().click();
        assertThat(trace).containsText("x".repeat(190), patient());
        assertThat(page.locator(".samples")).containsText(TestTopologies.HOSTILE, patient());
        assertThat(page.locator(".samples")).containsText("x".repeat(190), patient());
        assertThat(page.locator("img")).hasCount(0);
        assertThat(page.evaluate("() => window.hacked")).isNull();
        List<?> wide =
                (List<?>)
                        page.evaluate(
                                "() => [...document.querySelectorAll('.samples, .tracelist,"
                                        + " .waterfall')].filter(n => n.getBoundingClientRect().right"
                                        + " > window.innerWidth + 1).map(n => n.className)");
        assertThat(wide).isEmpty();
        assertThat(every(hostile)).isPositive();
    }

    @Test
    void aTraceThatIsGoneIsSaidToBe() {
        show("line", "&view=traces&trace=" + "0".repeat(32));
        assertThat(page.locator(".waterfall")).containsText("not kept any more", patient());
    }
}
