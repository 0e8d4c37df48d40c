package io.eyewall.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A browser. What a page complains of fails the test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // fields are set before each test, or none runs
abstract class PageTests {
    /** Others may have the machine meanwhile. */
    static final double PATIENCE_MS = 90_000;

    private static final long MAX_BYTES = 200_000;

    private Chromium chromium;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    BrowserContext context;
    Page page;

    @BeforeAll
    void startBrowser() {
        chromium = Chromium.start();
    }

    @AfterAll
    void endBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void openPage() {
        newPage(1440, 900, ColorScheme.LIGHT);
    }

    void newPage(int width, int height, ColorScheme scheme) {
        if (context != null) {
            context.close();
        }
        context = newContext(width, height, scheme);
        page = pageOf(context);
    }

    /** As another person's browser has it: nothing of it is shared. Who opens it closes it. */
    BrowserContext newContext(int width, int height, ColorScheme scheme) {
        BrowserContext made =
                chromium.browser()
                        .newContext(
                                new Browser.NewContextOptions()
                                        .setViewportSize(width, height)
                                        .setColorScheme(scheme));
        made.setDefaultTimeout(PATIENCE_MS);
        return made;
    }

    /** A page whose complaints fail the test. */
    Page pageOf(BrowserContext browser) {
        Page opened = browser.newPage();
        opened.onPageError(complaints::add);
        opened.onConsoleMessage(
                message -> {
                    boolean ofConnection = message.text().contains("ERR_");
                    if (message.type().equals("error") && !ofConnection) {
                        complaints.add(message.text());
                    }
                });
        return opened;
    }

    /** That the browser has said this was wanted. */
    void forgive(String part) {
        assertThat(complaints.removeIf(said -> said.contains(part))).as(part).isTrue();
    }

    /** For the documentation with {@code -Dconsole.screenshots=FOLDER}. */
    void shoot(String file) throws Exception {
        String named = System.getProperty("console.screenshots");
        Path folder =
                named == null
                        ? Files.createTempDirectory("screenshots")
                        : Files.createDirectories(Path.of(named));
        Path path = folder.resolve(file);
        page.screenshot(new Page.ScreenshotOptions().setPath(path));
        assertThat(Files.size(path)).isBetween(10_000L, MAX_BYTES);
    }

    @AfterEach
    void thePageComplainsOfNothing() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        assertThat(all).as("what the page complained of").isEmpty();
    }
}
