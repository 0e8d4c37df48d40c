package io.eyewall.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret that every client must present. Only its digest is stored, comparisons take constant
 * time, and no message contains the token.
 */
public final class AccessToken {
    /** The shortest length of a token; shorter ones could be guessed. */
    public static final int MIN_CHARS = 20;

    private static final int RANDOM_BYTES = 32;

    private final byte[] digest;

    /**
     * Creates a token.
     *
     * @throws IllegalArgumentException if it is shorter than {@link #MIN_CHARS}, or has characters
     *     that a header can't carry
     */
    public AccessToken(String token) {
        if (token.length() < MIN_CHARS || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(
                    "the token has "
                            + token.length()
                            + " characters; expected "
                            + MIN_CHARS
                            + " or more, all of them printable ASCII without spaces; make one by"
                            + " 'openssl rand -hex 32', for example");
        }
        digest = digest("token", token);
    }

    /** Returns an unguessable text to create a token from. */
    public static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns whether the candidate is the token, in constant time. */
    boolean matches(String candidate) {
        return MessageDigest.isEqual(digest, digest("token", candidate));
    }

    /** Returns a key for another purpose, from which the token can't be derived. */
    byte[] deriveKey(String purpose) {
        return digest(purpose, Base64.getEncoder().encodeToString(digest));
    }

    private static byte[] digest(String purpose, String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update((purpose + '\0').getBytes(StandardCharsets.UTF_8));
            return sha.digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "AccessToken[hidden]";
    }
}
