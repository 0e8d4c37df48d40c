package io.eyewall.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.eyewall.console.TestTopologies;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two people at one console: one came by a topology's name, the other by its id. */
@Tag("complete")
@SuppressWarnings("NullAway.Init") // fields are set before each test, or none runs
class TwoBrowsersIT extends BrowserTests {
    private static final int RESTARTS = 3;

    private RunningTopology line;
    private BrowserContext others;
    private Page other;

    @BeforeAll
    void startTopologies() throws Exception {
        line = topologies.start("line", TestTopologies.line());
    }

    @BeforeEach
    void openTheOther() {
        others = newContext(900, 700, ColorScheme.DARK);
        other = pageOf(others);
    }

    @AfterEach
    void closeTheOther() {
        others.close();
    }

    private static LocatorAssertions.ContainsTextOptions patient() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
    }

    private static void isLive(Page page) {
        assertThat(page.locator("#link")).containsText("live", patient());
        page.waitForFunction(
                "() => /[1-9].*\\/s/.test(document.querySelector('#totals').textContent)");
    }

    private static void says(Page page, String where, String text) {
        assertThat(page.locator(where)).containsText(text, patient());
    }

    @Test
    void bothComeBackToWhereTheyWereHoweverOftenTheServerIsStartedAnew() throws Exception {
        String id = line.plan().id();
        show(page, "line", "&view=cores&tab=placement");
        show(other, id, "&select=c:relay&by=latency");
        isLive(page);
        isLive(other);

        for (int i = 0; i < RESTARTS; i++) {
            int port = stopServing();
            if (i % 2 == 0) { // else both find the new one at their first attempt
                says(page, "#link", "reconnecting");
                says(other, "#link", "reconnecting");
            }
            serve(port);
        }

        isLive(page);
        isLive(other);
        page.waitForSelector("#cores canvas:visible");
        says(other, "#detail h2", "relay");
        org.assertj.core.api.Assertions.assertThat(page.url())
                .contains("topology=line&view=cores&tab=placement");
        org.assertj.core.api.Assertions.assertThat(other.url())
                .contains("topology=" + id, "by=latency", "select=c:relay");
    }

    @Test
    void whatOneDoesTheOtherSees() throws Exception {
        RunningTopology shared = topologies.start("shared", TestTopologies.line());
        show(page, "shared", "");
        show(other, shared.plan().id(), "");

        page.locator("button", new Page.LocatorOptions().setHasText("Deactivate")).click();
        page.locator("dialog .main").click();
        says(other, "#status", "inactive");
        says(other, "#log", "deactivate");
        other.locator("button", new Page.LocatorOptions().setHasText("Activate")).click();
        other.locator("dialog .main").click();
        assertThat(page.locator("#status")).not().containsText("inactive", patient());
        shared.kill(Duration.ZERO);
        says(page, "#status", "ended");
        says(other, "#status", "ended");
    }

    @Test
    void bothPermalinksLeadToTheNextRunOfThatName() throws Exception {
        RunningTopology first = topologies.start("again", TestTopologies.line());
        String id = first.plan().id();
        first.kill(Duration.ZERO);
        org.assertj.core.api.Assertions.assertThat(first.await(Duration.ofSeconds(90))).isTrue();
        RunningTopology second = topologies.start("again", TestTopologies.line());
        try {
            show(page, "again", "");
            show(other, id, "");
            isLive(page);
            isLive(other);
        } finally {
            second.kill(Duration.ZERO);
        }
    }
}
