package io.eyewall.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.eyewall.console.TestTopologies;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page with live topologies: what it shows, and what its buttons do. */
@Tag("complete")
class ConsolePageIT extends BrowserTests {
    private static final Pattern HOT = Pattern.compile("box h[345]");

    /** How many rates have a point of an edge in the middle of their text. */
    private static final String RATES_ON_LINES =
            "() => [...document.querySelectorAll('.rate')].filter(text => {"
                    + " const box = text.getBBox();"
                    + " return [...document.querySelectorAll('.edge .line')].some(line => {"
                    + " for (let at = 0; at < line.getTotalLength(); at += 2) {"
                    + " const point = line.getPointAtLength(at);"
                    + " if (box.width > 0 && point.x > box.x && point.x < box.x + box.width"
                    + " && point.y > box.y + 4 && point.y < box.y + box.height - 4) return true; }"
                    + " return false; }); }).length";

    private static final Pattern COLD = Pattern.compile("box h[01]");

    @BeforeAll
    void startTopologies() throws Exception {
        topologies.start("line", TestTopologies.line());
    }

    private Locator node(String name) {
        return page.locator(".node").filter(new Locator.FilterOptions().setHasText(name));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON,
                new com.microsoft.playwright.Page.GetByRoleOptions().setName(name));
    }

    private static LocatorAssertions.ContainsTextOptions patient() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
    }

    private static LocatorAssertions.HasAttributeOptions patience() {
        return new LocatorAssertions.HasAttributeOptions().setTimeout(PATIENCE_MS);
    }

    @Test
    void theGraphIsDrawn() {
        show("line", "");

        assertThat(page.locator(".node")).hasCount(4);
        assertThat(page.locator(".edge")).hasCount(3);
        page.waitForSelector(".edge:not(.dead)");
        page.waitForSelector(".edge.dead[aria-label='from relay to idle']");
        assertThat(page.locator("#components tr")).hasCount(4);
        page.waitForFunction(
                "() => /[1-9].*\\/s/.test(document.querySelector('#totals').textContent)");
        page.waitForFunction("() => document.querySelector('#charts .now').textContent !== '–'");
    }

    /**
     * A name is cut where its box ends, no rate lies on its line; only what is coloured has a
     * legend.
     */
    @Test
    void nothingOverlaps() throws Exception {
        topologies.start("long", TestTopologies.hostile());
        show("long", "");
        page.waitForSelector(".edge:not(.dead)");
        org.assertj.core.api.Assertions.assertThat(
                        page.evaluate(
                                "() => [...document.querySelectorAll('.node')].every(node =>"
                                        + " node.querySelector('.name').getBBox().width"
                                        + " <= node.querySelector('.box').getBBox().width - 20)"))
                .isEqualTo(true);

        show("line", "");
        page.waitForSelector(".edge:not(.dead)");
        org.assertj.core.api.Assertions.assertThat((Integer) page.evaluate(RATES_ON_LINES))
                .isZero();
        assertThat(page.locator("#legend")).isVisible();
        page.keyboard().press("f");
        page.waitForSelector("#flame:not([hidden])");
        assertThat(page.locator("#legend")).isHidden();
        assertThat(page.locator("#measures")).isHidden();
    }

    @Test
    void namesThatDifferAtTheirEndsLookDifferent() throws Exception {
        topologies.start("alike", TestTopologies.alike());
        show("alike", "");
        page.waitForSelector(".edge:not(.dead)");

        org.assertj.core.api.Assertions.assertThat(page.locator(".node .name").allTextContents())
                .hasSize(3)
                .doesNotHaveDuplicates();
        org.assertj.core.api.Assertions.assertThat(
                        page.evaluate(
                                "() => [...document.querySelectorAll('#components button')]"
                                        + ".map(name => name.lastElementChild)"
                                        + ".filter(end => end.textContent !== '')"
                                        + ".map(end => end.getBoundingClientRect().width > 0"
                                        + " && end.getBoundingClientRect().right <= end.parentElement"
                                        + ".getBoundingClientRect().right + 0.5)"))
                .isEqualTo(List.of(true, true));
    }

    @Test
    void showsWhatTheModelSaysBesideWhatIs() {
        show("line", "");

        assertThat(page.locator("#forecast")).containsText("used; bottleneck: ", patient());
        assertThat(page.locator("#forecast")).containsText("predicted", patient());
    }

    @Test
    void coloursFollowBackPressure() {
        show("line", "&by=pressure");
        page.waitForSelector(".edge:not(.dead)");

        TestTopologies.parkNs = 2_000_000;
        assertThat(node("slow").locator(".box")).hasAttribute("class", HOT, patience());
        TestTopologies.parkNs = 0;
        assertThat(node("slow").locator(".box")).hasAttribute("class", COLD, patience());
    }

    /** How often, when last, and why: in red, whatever else the header says. */
    @Test
    void aCrashLoopIsSaidInTheHeader() throws Exception {
        RunningTopology looping =
                topologies.startCrashed(
                        "looping",
                        TestTopologies.line(),
                        new Crashes(3, 1_700_000_000_000L, "exit code 7"),
                        new Health(Health.Word.RESTARTING, "restarting", "ended with exit code 7"));
        show("looping", "");

        Locator crash = page.locator("#crash");
        assertThat(crash).hasText(Pattern.compile("^3 restarts, last \\d\\d:\\d\\d:\\d\\d$"));
        assertThat(crash).hasAttribute("title", "exit code 7");
        assertThat(crash).hasClass("bad");
        assertThat(page.locator("#status")).hasClass("pill is-bad");
        assertThat(page.locator("#why")).hasText("ended with exit code 7");
        looping.kill(Duration.ZERO);
    }

    /** A wider line of its box, for the page leaves the browser's own ring out. */
    @Test
    void theFocusedNodeHasARing() {
        show("line", "");
        Locator first = page.locator(".node").first();
        assertThat(first.locator(".box")).hasCSS("stroke-width", "1px");

        first.focus();
        page.keyboard().press("Tab"); // by the keyboard only it is visible
        page.keyboard().press("Shift+Tab");

        assertThat(first).isFocused();
        assertThat(first.locator(".box")).hasCSS("stroke-width", "2.5px");
    }

    @Test
    void rebalancesByClicking() throws Exception {
        RunningTopology topology = topologies.start("grow", TestTopologies.line());
        show("grow", "");
        button("Rebalance…").click();
        page.getByLabel("relay (4 tasks)").fill("4");
        page.locator("dialog").getByRole(AriaRole.BUTTON).getByText("Rebalance").click();

        assertThat(node("relay")).containsText("4×", patient());
        assertThat(page.locator("#log")).containsText("from 2 to 4 executors", patient());
        org.assertj.core.api.Assertions.assertThat(
                        topology.plan().executors().stream()
                                .filter(e -> e.componentId().equals("relay")))
                .hasSize(4);
        topology.kill(Duration.ZERO);
    }

    @Test
    void beginsWithAllTopologiesWhereThereAreSeveral() throws Exception {
        RunningTopology other = topologies.start("another", TestTopologies.line());
        showAll();
        Locator rows = page.locator("#overview tbody tr");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("another")))
                .containsText("running", patient());
        assertThat(page.locator("#main")).isHidden();

        button("another").click();
        page.waitForSelector("#components tr");
        assertThat(page.locator("#overview")).isHidden();
        page.keyboard().press("h");
        assertThat(page.locator("#overview")).isVisible();
        other.kill(Duration.ZERO);
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("another")))
                .containsText("ended", patient());
    }

    @Test
    void deactivatesAndKillsByClickingButAsksFirst() throws Exception {
        RunningTopology topology = topologies.start("victim", TestTopologies.line());
        show("victim", "");
        button("Deactivate").click();
        page.locator("dialog .main").click();
        assertThat(page.locator("#status")).containsText("inactive", patient());
        page.waitForFunction("() => document.querySelectorAll('.edge:not(.dead)').length === 0");

        button("Kill…").click();
        page.locator("dialog").getByText("Cancel").click();
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);

        button("Kill…").click();
        page.getByLabel("Seconds for pending tuples").fill("0");
        page.locator("dialog .main").click();
        assertThat(topology.await(Duration.ofSeconds(90))).isTrue();
        assertThat(page.locator("#status")).containsText("ended", patient());
        assertThat(button("Kill…")).isDisabled();
    }

    @Test
    void comesBackAfterARestartOfTheServer() throws Exception {
        show("line", "&select=c:relay");
        assertThat(page.locator("#link")).containsText("live", patient());

        int port = stopServing();
        assertThat(page.locator("#link")).containsText("reconnecting", patient());
        serve(port);

        assertThat(page.locator("#link")).containsText("live", patient());
        page.waitForSelector(".edge:not(.dead)");
        assertThat(page.locator("#detail h2")).containsText("relay", patient());
    }

    @Test
    void idsAndErrorsStayText() throws Exception {
        topologies.start("hostile", TestTopologies.hostile());
        show("hostile", "&by=errors");

        assertThat(page.locator("#log")).containsText(TestTopologies.HOSTILE, patient());
        page.locator("#log summary").first().click();
        node("img").click();
        assertThat(page.locator("#detail h2")).containsText(TestTopologies.HOSTILE, patient());
        page.keyboard().press("r");
        assertThat(page.locator("dialog")).containsText("onerror", patient());

        assertThat(page.locator("img")).hasCount(0);
        assertThat(page.evaluate("() => window.hacked")).isNull();
    }

    @Test
    void aNarrowWindowNeedsNoScrollingSideways() {
        newPage(320, 700, ColorScheme.LIGHT);
        show("line", "");

        assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(320);
    }

    @Test
    void theAddressSaysWhatIsShownAndTheKeyboardReachesAll() {
        show("line", "");
        page.keyboard().press("c");
        page.keyboard().press("2");
        page.keyboard().press("p");
        assertThat(page.url())
                .contains("view=cores")
                .contains("by=pressure")
                .contains("tab=placement");
        page.reload();
        page.waitForSelector("#cores canvas:visible");
        assertThat(page.locator("#placement")).isVisible();

        page.keyboard().press("?");
        assertThat(page.locator("dialog")).containsText("executors on cores", patient());
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0); // until then keys do nothing
        page.keyboard().press("g");
        page.waitForSelector("#graph:not([hidden])"); // what is hidden takes no focus
        page.locator(".node").first().focus();
        page.keyboard().press("Enter");
        assertThat(page.url()).contains("select=c");
        page.keyboard().press("Escape");
        assertThat(page.url()).doesNotContain("select=");
    }

    @Test
    void aThousandExecutorsCostNoMoreElementsThanTen() throws Exception {
        show("line", "");
        page.waitForSelector(".edge:not(.dead)");
        int few = (Integer) page.evaluate("() => document.querySelectorAll('*').length");

        RunningTopology wide = topologies.start("wide", TestTopologies.wide(1_000));
        assertThat(wide.awaitStarted(Duration.ofSeconds(90))).isTrue();
        show("wide", "");
        page.waitForSelector(".edge:not(.dead)");
        assertThat(node("relay")).containsText("500×", patient());
        int many = (Integer) page.evaluate("() => document.querySelectorAll('*').length");
        assertThat(many).as("elements, with four components less").isLessThan(few + 50);

        page.keyboard().press("c");
        page.waitForSelector("#cores canvas:visible");
        int drawn = (Integer) page.evaluate("() => document.querySelectorAll('*').length");
        assertThat(drawn).isLessThan(few + 50);
        // Frames go on while a thousand executors change each second.
        Object frames =
                page.evaluate(
                        "() => new Promise(done => { let n = 0; const next = () => { if (++n === 60)"
                                + " done(n); else requestAnimationFrame(next); }; next(); })");
        assertThat(frames).isEqualTo(60);
        wide.kill(Duration.ZERO);
    }
}
