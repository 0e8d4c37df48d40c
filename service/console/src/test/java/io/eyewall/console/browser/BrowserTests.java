package io.eyewall.console.browser;

import com.microsoft.playwright.Page;
import io.eyewall.console.ConsoleSite;
import io.eyewall.console.TestTopologies;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.control.ProcessCalls;
import io.eyewall.ports.PortTakenException;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A browser, topologies, and a console of them. */
@SuppressWarnings("NullAway.Init") // fields are set before each test, or none runs
abstract class BrowserTests extends PageTests {
    private ConsoleSite site;
    private WebServer server;
    TestTopologies topologies;

    @BeforeAll
    void startAll() throws PortTakenException {
        topologies = new TestTopologies();
        serve(0);
    }

    /** What the page can have this process do, whose topologies it shows. */
    ProcessCalls calls() {
        return ProcessCalls.REMOTE;
    }

    void serve(int port) throws PortTakenException {
        site = new ConsoleSite(topologies::running, PlacementChoice.NONE, calls());
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
        if (topologies != null) {
            stopServing();
            topologies.close();
        }
    }

    /** Shows a topology; {@code more} is of the address, such as {@code &by=busy}. */
    void show(String topology, String more) {
        show(page, topology, more);
    }

    /** Shows what the page begins with. */
    void showAll() {
        page.navigate(server.address() + "/");
    }

    /** The same on another page. */
    void show(Page on, String topology, String more) {
        on.navigate(server.address() + "/#topology=" + topology + more);
        on.waitForSelector("#components tr");
    }

    @AfterEach
    void nobodyParks() {
        TestTopologies.parkNs = 0;
    }
}
