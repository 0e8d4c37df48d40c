package io.eyewall.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks the cookies that browsers present after a login instead of the token. A cookie
 * holds the time of its expiry, signed with a key that is derived from the token. So the server
 * stores nothing, logins outlive a restart of the server, and a change of the token ends them all.
 * Any thread may call.
 */
final class Sessions {
    private static final Duration LIFETIME = Duration.ofHours(12);
    private static final String MAC_ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final Clock clock;
    private final String attributes;
    private final String cookieName;

    /**
     * @param port the server's port, a part of the cookie's name, because browsers keep cookies by
     *     host only
     * @param isEncrypted whether browsers may send the cookie over TLS only
     */
    Sessions(AccessToken token, Clock clock, int port, boolean isEncrypted) {
        this.key = new SecretKeySpec(token.deriveKey("session"), MAC_ALGORITHM);
        this.clock = clock;
        this.cookieName = "eyewall-session-" + port;
        this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + (isEncrypted ? "; Secure" : "");
    }

    /** Returns the value of a Set-Cookie header that logs a browser in. */
    String loginCookie() {
        String expiry = Long.toString(clock.instant().plus(LIFETIME).getEpochSecond());
        return cookieName
                + "="
                + expiry
                + "."
                + signature(expiry)
                + "; Max-Age="
                + LIFETIME.toSeconds()
                + attributes;
    }

    /** Returns the value of a Set-Cookie header that logs a browser out. */
    String logoutCookie() {
        return cookieName + "=; Max-Age=0" + attributes;
    }

    /**
     * Returns whether one of the cookies is valid and has not expired.
     *
     * @param cookies value of the Cookie header; null if it is missing
     */
    boolean hasValidCookie(@Nullable String cookies) {
        if (cookies == null) {
            return false;
        }
        for (String cookie : cookies.split(";")) {
            String[] parts = cookie.strip().split("=", 2);
            if (parts.length == 2 && parts[0].equals(cookieName) && isValid(parts[1])) {
                return true;
            }
        }
        return false;
    }

    private boolean isValid(String value) {
        int dot = value.indexOf('.');
        if (dot < 0) {
            return false;
        }
        String expiry = value.substring(0, dot);
        boolean isOurs =
                MessageDigest.isEqual(
                        signature(expiry).getBytes(StandardCharsets.UTF_8),
                        value.substring(dot + 1).getBytes(StandardCharsets.UTF_8));
        return isOurs && clock.instant().getEpochSecond() < Long.parseLong(expiry);
    }

    private String signature(String text) {
        try {
            Mac mac = Mac.getInstance(MAC_ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC_ALGORITHM, e);
        }
    }
}
