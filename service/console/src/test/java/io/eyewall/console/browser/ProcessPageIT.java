package io.eyewall.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.eyewall.console.TestTopologies;
import io.eyewall.control.MoveService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.log.LogService;
import io.eyewall.control.log.LogTail;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the page has the process of a topology do: its log, a flame graph, a move. */
@Tag("complete")
class ProcessPageIT extends BrowserTests {
    private final LogTail log = new LogTail(StandardCharsets.UTF_8);
    private RunningTopology line;

    @BeforeAll
    void startTopologies() throws Exception {
        line = topologies.start("line", TestTopologies.line());
    }

    @Override
    ProcessCalls calls() {
        return new ProcessCalls(
                Map.of(
                        LogService.NAME,
                        new LogService(id -> Optional.of(log)),
                        MoveService.NAME,
                        new MoveService(topologies::livePlacement),
                        FlameService.NAME,
                        new FlameService(topologies::running)));
    }

    private void say(String text) throws IOException {
        log.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    private static LocatorAssertions.ContainsTextOptions patient() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
    }

    @Test
    void theLogIsFollowedColouredAndFiltered() throws Exception {
        say("12:00 [main] INFO a.B - begun");
        say("12:01 [main] WARN a.B - " + TestTopologies.HOSTILE);
        show("line", "&tab=lines");
        Locator lines = page.locator("#lines .lines");
        assertThat(lines).containsText("begun", patient());
        assertThat(lines.locator(".l-warn")).containsText(TestTopologies.HOSTILE, patient());

        say("12:02 [main] ERROR a.B - broken");
        say("\tat a.B.run(B.java:1)");
        assertThat(lines).containsText("B.java:1", patient());
        assertThat(lines.locator(".l-error")).hasCount(2); // with its stack

        page.getByLabel("From this level on").selectOption("ERROR");
        assertThat(lines.locator("div")).hasCount(2);
        page.getByLabel("Lines with this text").fill("BROKEN");
        assertThat(lines.locator("div")).hasCount(1);
    }

    /** The topology waits nearly always, so that somebody has to be busy. */
    @Test
    void aFlameGraphIsRecordedAndDrawn() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread busy = new Thread(() -> spin(done), "busy one");
        busy.start();
        try {
            show("line", "&view=flame");
            button("Record…").click();
            page.getByLabel("Seconds").fill("1");
            page.locator("dialog .main").click();

            Locator said = page.locator("#flame .said");
            assertThat(said).containsText(Pattern.compile("[1-9]\\d* sample"), patient());
            page.getByLabel("Methods with this text").fill("spin");
            assertThat(said).containsText("of what is shown", patient());
        } finally {
            done.set(true);
            busy.join();
        }
    }

    private static void spin(AtomicBoolean done) {
        double sum = 0;
        while (!done.get()) {
            sum += Math.sqrt(sum + 1);
        }
    }

    @Test
    void anExecutorIsMovedByClicking() {
        show("line", "&select=c:slow");
        int from = coreOfSlow();
        button("Move…").click();
        assertThat(page.locator("#task option")).hasCount(1);
        page.locator("#core").selectOption(Integer.toString(1 - from));
        page.locator("dialog .main").click();

        assertThat(page.locator("#log"))
                .containsText("to core " + (1 - from) + ", to stay there: done", patient());
        org.assertj.core.api.Assertions.assertThat(coreOfSlow()).isEqualTo(1 - from);
    }

    private int coreOfSlow() {
        return line.metrics().executors().stream()
                .filter(each -> each.executor().componentId().equals("slow"))
                .mapToInt(ExecutorMetrics::core)
                .findFirst()
                .orElseThrow();
    }
}
