package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses a message in RFC 5322 format into an {@link Email}: header lines, of which those that
 * begin with a blank continue the previous line; an empty line; the body. Of addresses with names,
 * such as {@code Ann <ann@example.org>}, it keeps the address. Subject and body are decoded as
 * MIME; {@link MimeText} chooses the body among several parts. The rest of the header is UTF-8 if
 * it is valid, otherwise ISO 8859-1.
 */
final class EmailParser {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s<>,;:\"'()]+@[^\\s<>,;:\"'()]+");

    /** A quoted name before an address. */
    private static final Pattern NAME = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"(\\s*<)");

    private EmailParser() {}

    /**
     * Parses a message.
     *
     * @param message the message's bytes as ISO 8859-1 characters, whatever its encoding, with
     *     {@code \n} or {@code \r\n} line ends
     * @param place the origin, which is the id of a message without one, and appears in errors
     * @throws IllegalArgumentException if it has no sender or no date, or cannot be parsed
     */
    static Email parse(String message, String place) {
        String text = message.replace("\r\n", "\n");
        int end = text.startsWith("\n") ? 0 : text.indexOf("\n\n");
        Map<String, String> header = header(end < 0 ? text : text.substring(0, end));
        String subject = header.get("subject");
        return new Email(
                header.getOrDefault("message-id", place),
                addresses(required(header, "from", place)),
                required(header, "date", place),
                subject == null ? null : MimeText.words(subject),
                addresses(header.getOrDefault("to", "")),
                optionalAddresses(header.get("cc")),
                optionalAddresses(header.get("bcc")),
                end < 0 ? null : body(text, place),
                null);
    }

    private static @Nullable String body(String message, String place) {
        try {
            return MimeText.body(message.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new IllegalArgumentException(place + ": cannot be parsed: " + e.getMessage(), e);
        }
    }

    private static String required(Map<String, String> header, String name, String place) {
        String value = header.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    place + ": expected an email with '" + name + ":' in its header, found none");
        }
        return value;
    }

    /** Returns the header's fields; the first one of a repeated field. */
    private static Map<String, String> header(String text) {
        Map<String, String> fields = new HashMap<>();
        String decoded = MimeText.text(text.getBytes(StandardCharsets.ISO_8859_1), null);
        String unfolded = decoded.replaceAll("\n[ \t]+", " ");
        for (String line : unfolded.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.putIfAbsent(
                        line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return fields;
    }

    /** Returns a field's addresses; ignores quoted names, which may look like addresses. */
    private static String addresses(String field) {
        String found =
                ADDRESS.matcher(NAME.matcher(field).replaceAll("$1"))
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.joining(", "));
        return found.isEmpty() ? field : found;
    }

    private static @Nullable String optionalAddresses(@Nullable String field) {
        return field == null ? null : addresses(field);
    }
}
