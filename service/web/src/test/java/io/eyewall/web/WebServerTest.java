package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may ask what, from where. */
@Timeout(60)
class WebServerTest {
    private static final String SECRET = "correct-horse-battery-staple";
    private static final String HOST = "Host: localhost";
    private static final String FILES = "io/eyewall/web/files";

    private final List<Long> pauses = new CopyOnWriteArrayList<>();
    private WebServer open;
    private WebServer guarded;

    @BeforeEach
    void start() throws Exception {
        List<WebRoute> routes =
                List.of(
                        WebRoute.api("/api/", WebServerTest::echo),
                        WebRoute.api(
                                "/fails",
                                request -> {
                                    throw new IllegalStateException("secret detail");
                                }),
                        WebRoute.api("/split", request -> splitting()),
                        WebRoute.open("/healthz", request -> HttpAnswer.text("ok")),
                        WebRoute.page(
                                "/",
                                new ClassPathFiles(
                                        "/", FILES, WebServerTest.class.getClassLoader())));
        open = WebServer.start(WebSettings.loopback(0), routes, RequestListener.NONE);
        guarded =
                WebServer.start(
                        WebSettings.loopback(0).with(new AccessToken(SECRET)),
                        routes,
                        RequestListener.NONE,
                        new LoginThrottle(pauses::add));
    }

    private static HttpAnswer echo(WebRequest request) {
        return HttpAnswer.text(
                request.method()
                        + " "
                        + request.path()
                        + " "
                        + request.query()
                        + " "
                        + request.body());
    }

    private static HttpAnswer splitting() {
        return new HttpAnswer(
                200, "text/plain", HttpBody.of(""), Map.of("X-Name", "a\r\nSet-Cookie: b=c"));
    }

    @AfterEach
    void stop() {
        open.close();
        guarded.close();
    }

    @Test
    void plainClientsNeedNothingOnThisMachine() throws Exception {
        assertThat(RawHttp.ask(open.port(), "GET /api/a?b=c", HOST))
                .startsWith("HTTP/1.1 200")
                .endsWith("GET /api/a b=c ");
        assertThat(RawHttp.ask(open.port(), "POST /api/a", HOST, "Content-Length: 0"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void namesOfOthersAreRefused() throws Exception {
        String answer = RawHttp.ask(open.port(), "GET /api/a", "Host: evil.example");

        assertThat(answer).startsWith("HTTP/1.1 403").contains("evil.example");
        assertThat(RawHttp.ask(open.port(), "GET /healthz", "Host: evil.example"))
                .startsWith("HTTP/1.1 403");
        assertThat(RawHttp.ask(open.port(), "GET /index.html", "Host: localhost.evil.example"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void pagesOfOthersAreRefused() throws Exception {
        for (String header :
                List.of(
                        "Origin: http://evil.example",
                        "Origin: null",
                        "Sec-Fetch-Site: cross-site",
                        "Sec-Fetch-Site: same-site",
                        "Referer: http://evil.example/page")) {
            for (String request : List.of("POST /api/kill", "GET /api/profile")) {
                assertThat(RawHttp.ask(open.port(), request, HOST, header, "Content-Length: 0"))
                        .as(request + " " + header)
                        .startsWith("HTTP/1.1 403");
            }
        }
        String own = "http://localhost:" + open.port();
        assertThat(
                        RawHttp.ask(
                                open.port(),
                                "POST /api/kill",
                                "Host: localhost:" + open.port(),
                                "Origin: " + own,
                                "Sec-Fetch-Site: same-origin",
                                "Content-Length: 0"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void linksToPagesMayBeFollowed() throws Exception {
        String[] followed = {
            HOST,
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Mode: navigate",
            "Sec-Fetch-Dest: document",
            "Referer: http://wiki.example/"
        };

        assertThat(RawHttp.ask(open.port(), "GET /index.html", followed))
                .startsWith("HTTP/1.1 200");
        assertThat(RawHttp.ask(open.port(), "GET /api/profile", followed))
                .startsWith("HTTP/1.1 403");
        String framed = "Sec-Fetch-Dest: iframe";
        assertThat(
                        RawHttp.ask(
                                open.port(),
                                "GET /index.html",
                                HOST,
                                followed[1],
                                followed[2],
                                framed))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void whoeverHasNoTokenLearnsNothing() throws Exception {
        String answer = RawHttp.ask(guarded.port(), "GET /api/a", HOST);

        assertThat(answer).startsWith("HTTP/1.1 401").contains("WWW-Authenticate: Bearer");
        assertThat(RawHttp.ask(guarded.port(), "GET /nothing-here.css", HOST))
                .startsWith("HTTP/1.1 303")
                .contains("Location: /login");
        for (String wrong :
                List.of("Bearer x", "Bearer ", "Basic " + SECRET, SECRET, "bearer" + SECRET)) {
            assertThat(RawHttp.ask(guarded.port(), "GET /api/a", HOST, "Authorization: " + wrong))
                    .as(wrong)
                    .startsWith("HTTP/1.1 401");
        }
        assertThat(RawHttp.ask(guarded.port(), "GET /healthz", HOST)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aTokenOpens() throws Exception {
        assertThat(
                        RawHttp.ask(
                                guarded.port(),
                                "GET /api/a",
                                HOST,
                                "Authorization: Bearer " + SECRET))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aBrowserLogsIn() throws Exception {
        assertThat(RawHttp.ask(guarded.port(), "GET /login", HOST))
                .startsWith("HTTP/1.1 200")
                .contains("<form method=\"post\"");
        assertThat(login("not-the-right-token-at-all")).startsWith("HTTP/1.1 401");
        assertThat(pauses).as("a wrong token takes a second").containsExactly(1_000L);

        String answer = login(SECRET);
        assertThat(pauses).as("the right one takes none").hasSize(1);

        assertThat(answer).startsWith("HTTP/1.1 303").contains("Location: /\r\n");
        String cookie =
                answer.lines()
                        .filter(line -> line.regionMatches(true, 0, "set-cookie: ", 0, 12))
                        .map(line -> line.substring(12).split(";")[0])
                        .findFirst()
                        .orElseThrow();
        assertThat(answer).contains("HttpOnly", "SameSite=Strict").doesNotContain(SECRET);
        assertThat(RawHttp.ask(guarded.port(), "GET /api/a", HOST, "Cookie: " + cookie))
                .startsWith("HTTP/1.1 200");
        assertThat(
                        RawHttp.ask(
                                guarded.port(),
                                "POST /api/kill",
                                HOST,
                                "Cookie: " + cookie,
                                "Origin: http://evil.example",
                                "Content-Length: 0"))
                .startsWith("HTTP/1.1 403");
    }

    private String login(String token) throws Exception {
        String form = "token=" + token;
        try (RawHttp client = new RawHttp(guarded.port())) {
            return client.send(
                            "POST /login HTTP/1.1\r\nHost: localhost\r\nConnection:"
                                    + " close\r\nContent-Length: "
                                    + form.length()
                                    + "\r\n\r\n"
                                    + form)
                    .readAll();
        }
    }

    @Test
    void everyAnswerTellsBrowsersWhatTheyMayNot() throws Exception {
        for (String request :
                List.of("GET /index.html", "GET /api/a", "GET /healthz", "GET /nothing")) {
            assertThat(RawHttp.ask(open.port(), request, HOST))
                    .as(request)
                    .contains("Content-Security-Policy: default-src '")
                    .contains("frame-ancestors 'none'")
                    .contains("X-Content-Type-Options: nosniff")
                    .contains("X-Frame-Options: DENY")
                    .doesNotContain("unsafe-")
                    .doesNotContain("Access-Control-Allow");
        }
    }

    @Test
    void failuresKeepTheirDetailsAtHome() throws Exception {
        assertThat(RawHttp.ask(open.port(), "GET /fails", HOST))
                .startsWith("HTTP/1.1 500")
                .doesNotContain("secret detail");
    }

    @Test
    void aHeaderStaysOne() throws Exception {
        assertThat(RawHttp.ask(open.port(), "GET /split", HOST)).doesNotContain("Set-Cookie");
        assertThat(RawHttp.ask(open.port(), "GET /healthz", HOST)).startsWith("HTTP/1.1 200");
    }

    @Test
    void filesHaveATagAndAreSentOnce() throws Exception {
        String answer = RawHttp.ask(open.port(), "GET /", HOST);

        assertThat(answer).startsWith("HTTP/1.1 200").contains("text/html").contains("<h1>");
        String tag =
                answer.lines()
                        .filter(line -> line.regionMatches(true, 0, "etag: ", 0, 6))
                        .map(line -> line.substring(6))
                        .findFirst()
                        .orElseThrow();
        assertThat(RawHttp.ask(open.port(), "GET /", HOST, "If-None-Match: " + tag))
                .startsWith("HTTP/1.1 304")
                .doesNotContain("<h1>");
        assertThat(RawHttp.ask(open.port(), "GET /", HOST, "If-None-Match: \"other\""))
                .startsWith("HTTP/1.1 200");
        assertThat(RawHttp.ask(open.port(), "HEAD /", HOST)).doesNotContain("<h1>");
        assertThat(RawHttp.ask(open.port(), "POST /", HOST, "Content-Length: 0"))
                .startsWith("HTTP/1.1 405");
    }

    @Test
    void noPathLeadsOutOfTheFolder() throws Exception {
        for (String path :
                List.of(
                        "/../WebServer.class",
                        "/..%2f..%2fweb/WebServer.class",
                        "/%2e%2e/%2e%2e/index.html",
                        "/sub/../index.html",
                        "//etc/passwd.txt",
                        "/..\\index.html",
                        "/index.html%00.css",
                        "/index.html/",
                        "/sub",
                        "/sub/",
                        "/.hidden.txt",
                        "/index.html;x",
                        "/WEB-INF/web.xml",
                        "/index.class")) {
            assertThat(RawHttp.ask(open.port(), "GET " + path, HOST))
                    .as(path)
                    .startsWith("HTTP/1.1 404");
        }
        assertThat(RawHttp.ask(open.port(), "GET /sub/style.css", HOST))
                .startsWith("HTTP/1.1 200")
                .contains("text/css");
    }
}
