package io.eyewall.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The machine's own Chromium, steered by Playwright. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Starts it; skips the test where there is none. */
    static Chromium start() {
        Path executable = find();
        Assumptions.assumeTrue(
                executable != null,
                "no chromium is installed: the console's page is not tested in a browser;"
                        + " 'apt-get install chromium' changes that");
        Playwright playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            return new Chromium(
                    playwright,
                    playwright
                            .chromium()
                            .launch(
                                    new BrowserType.LaunchOptions()
                                            .setExecutablePath(executable)
                                            // Its sandbox needs rights that containers lack.
                                            .setArgs(List.of("--no-sandbox"))));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    private static @Nullable Path find() {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            for (String name : NAMES) {
                Path candidate = Path.of(folder, name);
                if (Files.isExecutable(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
