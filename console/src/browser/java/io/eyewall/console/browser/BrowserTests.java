package io.eyewall.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.eyewall.console.ConsoleSite;
import io.eyewall.console.TestTopologies;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.control.ProcessCalls;
import io.eyewall.local.net.PortTakenException;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A browser, topologies, and a console of them. What the page complains of fails the test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // fields are set before each test, or none runs
abstract class BrowserTests {
    /** Others may have the machine meanwhile. */
    static final double PATIENCE_MS = 90_000;

    private Chromium chromium;
    private ConsoleSite site;
    private WebServer server;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    TestTopologies topologies;
    BrowserContext context;
    Page page;

    @BeforeAll
    void startAll() throws PortTakenException {
        chromium = Chromium.start();
        topologies = new TestTopologies();
        serve(0);
    }

    void serve(int port) throws PortTakenException {
        site = new ConsoleSite(topologies::running, PlacementChoice.NONE, ProcessCalls.REMOTE);
        server = WebServer.start(WebSettings.loopback(port), site.routes(), RequestListener.NONE);
    }

    int stopServing() {
        int port = server.port();
        server.close();
        site.close();
        return port;
    }

    @AfterAll
    void endAll() {
        if (chromium != null) {
            chromium.close();
            stopServing();
            topologies.close();
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
        context =
                chromium.browser()
                        .newContext(
                                new Browser.NewContextOptions()
                                        .setViewportSize(width, height)
                                        .setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MS);
        page = context.newPage();
        page.onPageError(complaints::add);
        page.onConsoleMessage(
                message -> {
                    boolean ofConnection = message.text().contains("ERR_");
                    if (message.type().equals("error") && !ofConnection) {
                        complaints.add(message.text());
                    }
                });
    }

    /** Shows a topology; {@code more} is of the address, such as {@code &by=busy}. */
    void show(String topology, String more) {
        page.navigate(server.address() + "/#topology=" + topology + more);
        page.waitForSelector("#components tr");
    }

    @AfterEach
    void thePageComplainsOfNothing() {
        TestTopologies.parkNs = 0;
        assertThat(complaints).as("what the page complained of").isEmpty();
    }
}
