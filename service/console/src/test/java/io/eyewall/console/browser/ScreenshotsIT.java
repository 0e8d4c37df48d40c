package io.eyewall.console.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.eyewall.console.TestTopologies;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pictures of the page: for docs/guides/console.md with {@code -Dconsole.screenshots=FOLDER}. */
@Tag("complete")
class ScreenshotsIT extends BrowserTests {
    private static final double SOME_SECONDS_MS = 12_000;

    @BeforeAll
    void startTopologies() throws Exception {
        topologies.start("line", TestTopologies.line());
    }

    @Test
    void ofTheGraphInTheLight() throws Exception {
        show("line", "&by=pressure&select=c:relay");
        page.waitForSelector(".edge:not(.dead)");
        TestTopologies.parkNs = 400_000;
        page.waitForTimeout(SOME_SECONDS_MS); // something for the charts to show
        page.waitForSelector(".node .box.h5, .node .box.h4, .node .box.h3");
        shoot("console-graph.png");
    }

    @Test
    void ofATrace() throws Exception {
        newPage(1180, 600, ColorScheme.LIGHT);
        show("line", "&view=traces&select=e:relay>slow");
        TestTopologies.parkNs = 100_000;
        page.locator(".trace")
                .filter(new Locator.FilterOptions().setHasText("3 spans"))
                .first()
                .click();
        page.waitForSelector(".waterfall .track");
        page.waitForTimeout(SOME_SECONDS_MS);
        shoot("console-traces.png");
    }

    @Test
    void ofTheCoresInTheDark() throws Exception {
        newPage(1280, 720, ColorScheme.DARK);
        show("line", "&view=cores&tab=placement");
        page.waitForTimeout(SOME_SECONDS_MS);
        shoot("console-cores.png");
    }
}
