package io.eyewall.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.eyewall.cluster.generator.GeneratorServer;
import io.eyewall.console.ClusterPage;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The page of a cluster, on a real generator that is told of a cluster as by Nimbus. */
@Tag("complete")
@SuppressWarnings("NullAway.Init") // fields are set before each test, or none runs
class ClusterPageIT extends PageTests {
    private FedCluster cluster;
    private GeneratorServer generator;
    private Path state;

    @BeforeEach
    void startGenerator(@TempDir Path folder, TestInfo test) throws Exception {
        state = Files.createDirectories(folder.resolve("state"));
        boolean hostile = test.getDisplayName().startsWith("whatTopologiesAreCalledIsText");
        cluster = new FedCluster(hostile ? FedCluster.HOSTILE : "alerts");
        serve(0);
        cluster.ask(generator.address());
    }

    private void serve(int port) throws IOException {
        generator =
                GeneratorServer.start(
                        state,
                        WebSettings.loopback(port).with(GeneratorServer.LIMITS),
                        null,
                        null,
                        cluster,
                        ClusterPage.routes());
    }

    @AfterEach
    void endGenerator() throws IOException {
        generator.close();
    }

    private static LocatorAssertions.ContainsTextOptions patient() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
    }

    private static LocatorAssertions.HasCountOptions patientCount() {
        return new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE_MS);
    }

    private void open() {
        page.navigate(generator.address() + "/");
        page.waitForSelector(".matrix td.h5");
    }

    /** Until the generator has planned; Nimbus asks on, and does it. */
    private void planNow() throws Exception {
        page.keyboard().press("p");
        page.locator("dialog button.main").click();
        assertThat(page.locator("dialog.result")).containsText("plan 1", patient());
        close(page.locator("dialog"));
        ClusterPlan plan = cluster.ask(generator.address());
        assertThat(plan.number()).isEqualTo(1);
    }

    /** Keys do nothing before it is gone. */
    private void close(Locator dialog) {
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0, patientCount());
    }

    @Test
    void nodesAndTheirTrafficAreShown() {
        open();

        assertThat(page.locator(".host")).hasCount(6);
        assertThat(page.locator(".rack h3").first()).containsText("rack a");
        assertThat(page.locator(".chip")).hasCount(16);
        assertThat(page.locator(".chip.is-hot")).hasCount(1);
        assertThat(page.locator(".chip.is-hot")).containsText("▲ read 1 · 0.93");
        assertThat(page.locator(".matrix tbody tr")).hasCount(6);
        Locator cell = page.locator(".matrix tbody tr").first().locator("td").nth(4);
        assertThat(cell).containsText("24.0k"); // parse 7 on storm1 to count 11 on storm5
        assertThat(cell).hasAttribute("title", Pattern.compile("storm1 → storm5"));
        page.keyboard().press("b");
        assertThat(cell).containsText("2.88M");
        assertThat(page.locator("#traffic-said")).containsText("B/s between nodes");
        assertThat(page.locator("#totals")).containsText("Executors16");
        assertThat(page.locator("#plan")).containsText("No plan has been made yet");
    }

    @Test
    void aPlanIsTriedMadeAndDone() throws Exception {
        newPage(1140, 720, ColorScheme.LIGHT);
        open();
        page.keyboard().press("y");
        Locator result = page.locator("dialog.result");
        assertThat(result).containsText("What would be planned", patient());
        assertThat(result).containsText("predicted");
        close(result);
        assertThat(page.locator("#plan")).containsText("No plan has been made yet");

        planNow();
        assertThat(page.locator("#plan")).containsText("Plan 1 of", patient());
        assertThat(page.locator("#plan")).containsText("executors still have to move");
        assertThat(page.locator(".chip.is-leaving").first()).isVisible();
        Locator adopted = page.locator(".decision.is-adopted").first();
        assertThat(adopted).containsText("saves");
        assertThat(adopted).containsText("measured not yet");
        String before = page.locator("#traffic-said").textContent();
        shoot("console-cluster.png");

        cluster.follow(cluster.ask(generator.address()));
        cluster.ask(generator.address());
        assertThat(page.locator("#plan")).containsText("It is complete.", patient());
        assertThat(page.locator(".chip.is-leaving")).hasCount(0, patientCount());
        assertThat(page.locator("#traffic-said")).not().hasText(before);
    }

    @Test
    void theAlgorithmIsChosenAndAWrongValueRefused() {
        open();
        assertThat(page.locator("#status")).containsText("affinity");
        page.keyboard().press("m");
        page.locator("#algorithm").selectOption("tstorm");
        page.locator("#p-gamma").fill("1.7");
        page.locator("#adopt").selectOption("always");
        page.locator("#period").fill("120");
        page.locator("dialog button.main").click();

        assertThat(page.locator("#status")).containsText("tstorm gamma=1.7", patient());
        assertThat(page.locator("#plan")).containsText("Evaluates every 120 s");
        assertThat(page.locator("dialog")).hasCount(0, patientCount());
        page.keyboard().press("m");
        assertThat(page.locator("#p-gamma")).hasValue("1.7");
        page.locator("#algorithm").selectOption("off");
        assertThat(page.locator("#p-gamma")).hasCount(0);
        page.locator("dialog button.main").click();
        assertThat(page.locator("#status")).containsText("plans are off", patient());

        assertThat(page.locator("dialog")).hasCount(0, patientCount());
        page.keyboard().press("m");
        page.locator("#algorithm").selectOption("affinity");
        page.evaluate("() => document.getElementById('p-theta').removeAttribute('max')");
        page.locator("#p-theta").fill("7");
        page.locator("dialog button.main").click();
        assertThat(page.locator("#notice")).containsText("theta must be from", patient());
        forgive("400 (Bad Request)");
        assertThat(page.locator("#status")).containsText("plans are off");
    }

    @Test
    void comesBackWithTheGenerator() throws Exception {
        open();
        int port = generator.port();
        generator.close();
        assertThat(page.locator("#link")).containsText("does not answer", patient());
        assertThat(page.locator(".host")).hasCount(6);

        serve(port);
        assertThat(page.locator("#link"))
                .hasText("live", new LocatorAssertions.HasTextOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#nodes")).containsText("Nimbus has not been heard", patient());
        cluster.ask(generator.address());
        assertThat(page.locator(".host")).hasCount(6, patientCount());
    }

    @Test
    void whatTopologiesAreCalledIsText() {
        open();

        assertThat(page.locator("#topologies"))
                .containsText(FedCluster.HOSTILE.replace('\u202E', '\uFFFD'));
        assertThat(page.locator("main img")).hasCount(0);
        Locator chip = page.locator(".chip").filter(new Locator.FilterOptions().setHasText("<img"));
        assertThat(chip).hasCount(2);
        assertThat(chip.first().evaluate("e => getComputedStyle(e).unicodeBidi"))
                .isEqualTo("isolate");
    }

    @Test
    void isDarkWithADarkSystemAndOneColumnOnANarrowScreen() {
        newPage(700, 900, ColorScheme.DARK);
        open();

        assertThat(page.evaluate("() => document.documentElement.dataset.theme")).isEqualTo("dark");
        assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        page.keyboard().press("d");
        assertThat(page.locator(".part.decisions")).isFocused();
    }
}
