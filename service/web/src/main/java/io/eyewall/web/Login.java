package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page on which people enter the token, once every twelve hours in each browser. */
final class Login {
    static final String PATH = "/login";
    private static final String LOGOUT_PATH = "/logout";
    private static final String FIELD = "token=";
    private static final String HTML_TYPE = "text/html; charset=utf-8";

    private final AccessToken token;
    private final Sessions sessions;
    private final LoginThrottle throttle;

    Login(AccessToken token, Sessions sessions, LoginThrottle throttle) {
        this.token = token;
        this.sessions = sessions;
        this.throttle = throttle;
    }

    List<WebRoute> routes() {
        return List.of(
                WebRoute.openBlocking(PATH, this::login), WebRoute.open(LOGOUT_PATH, this::logout));
    }

    private HttpAnswer login(WebRequest request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> page(200, "");
            case "POST" -> {
                if (!throttle.tryBegin()) {
                    yield page(429, "<p>Many logins fail just now; try again in a second.</p>");
                }
                String enteredToken = tokenIn(request.body());
                boolean isRight = enteredToken != null && token.matches(enteredToken);
                throttle.end(!isRight);
                yield isRight
                        ? redirect("/", sessions.loginCookie())
                        : page(401, "<p>That is not the token.</p>");
            }
            default -> notAllowed(request, "GET, HEAD, POST");
        };
    }

    private HttpAnswer logout(WebRequest request) {
        return request.method().equals("POST")
                ? redirect(PATH, sessions.logoutCookie())
                : notAllowed(request, "POST");
    }

    private static @Nullable String tokenIn(String form) {
        for (String field : form.split("&")) {
            if (field.startsWith(FIELD)) {
                try {
                    return URLDecoder.decode(
                            field.substring(FIELD.length()), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) { // bad percent-encoding
                    return null;
                }
            }
        }
        return null;
    }

    private static HttpAnswer redirect(String path, String cookie) {
        return new HttpAnswer(
                303,
                "text/plain; charset=utf-8",
                HttpBody.of(""),
                Map.of("Location", path, "Set-Cookie", cookie));
    }

    private static HttpAnswer notAllowed(WebRequest request, String allowed) {
        return HttpAnswer.error(
                405, "Method Not Allowed", request.method(), Map.of("Allow", allowed));
    }

    private static HttpAnswer page(int status, String message) {
        return new HttpAnswer(
                status,
                HTML_TYPE,
                HttpBody.of(
                        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                                + "<title>Eyewall: token</title></head><body><h1>Eyewall</h1>"
                                + message
                                + "<form method=\"post\" action=\"/login\"><label>Token <input"
                                + " type=\"password\" name=\"token\" required autofocus"
                                + " autocomplete=\"current-password\"></label>"
                                + " <button>Log in</button></form></body></html>"),
                Map.of());
    }
}
