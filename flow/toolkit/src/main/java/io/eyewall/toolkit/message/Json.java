package io.eyewall.toolkit.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.eyewall.toolkit.failure.BadRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON, strictly by RFC 8259: text that is not JSON, or continues after its value,
 * is a bad record. If an object contains a name twice the last value counts. Values may be nested
 * at most 1000 levels deep, and numbers at most 1000 characters long. Uses only API that Jackson
 * has since 2.10, because an older Storm may bring its own version. Thread-safe.
 */
public final class Json {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(
                            JsonFactory.Feature
                                    .INTERN_FIELD_NAMES) // some objects have many distinct names
                    .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
                    .build();

    /**
     * A number that is no longer than this certainly has so few digits that the nearest double
     * prints the same digits.
     */
    private static final int MAX_SHORT_NUMBER_CHARS = 16;

    /** The number of significant digits that distinguishes any two doubles. */
    private static final int DIGITS_OF_DOUBLE = 17;

    private static final int MAX_DEPTH = 1000;

    /** The depth of an object's members if the object's depth is 1. */
    private static final int MEMBER_DEPTH = 2;

    private static final int MAX_NUMBER_LENGTH = 1000;

    /** Between these magnitudes a double has its full precision, with a margin. */
    private static final double MIN_PRECISE = 1e-290;

    private static final double MAX_PRECISE = 1e290;

    private Json() {}

    /** Receives the members of an object. */
    @FunctionalInterface
    public interface MemberReader {
        /**
         * Receives one member.
         *
         * @param value positioned at the first token of the value; must be left at its last token
         */
        void read(String name, JsonParser value) throws IOException, BadRecordException;
    }

    /**
     * Returns the value that the text represents: null, a Boolean, String, Integer, Long,
     * BigInteger, Double (a BigDecimal for numbers that a double cannot hold), List or Map.
     *
     * @throws BadRecordException if the text is not JSON
     */
    public static @Nullable Object value(String text) throws BadRecordException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new BadRecordException("no JSON: the text is blank", null, text);
            }
            Object value = value(parser, 1);
            checkNothingFollows(parser, text);
            return value;
        } catch (JsonProcessingException e) {
            throw malformed("no JSON", e, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the input is a string
        }
    }

    /**
     * Returns the members of the JSON object that the text represents; values are as in {@link
     * #value}.
     *
     * @throws BadRecordException if the text is not JSON, or not an object
     */
    public static Map<String, @Nullable Object> object(String text) throws BadRecordException {
        Map<String, @Nullable Object> members = new HashMap<>();
        readMembers(text, (name, value) -> members.put(name, value(value, MEMBER_DEPTH)));
        return members;
    }

    /**
     * Passes the members of the JSON object that the text represents to a reader.
     *
     * @throws BadRecordException if the text is not JSON, or not an object; this may be discovered
     *     only after the reader has received members
     */
    public static void readMembers(String text, MemberReader reader) throws BadRecordException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRecordException(
                        "no JSON object: expected {, not " + parser.currentToken(), null, text);
            }
            for (String name = parser.nextFieldName();
                    name != null;
                    name = parser.nextFieldName()) {
                parser.nextToken();
                reader.read(name, parser);
            }
            checkNothingFollows(parser, text);
        } catch (JsonProcessingException e) {
            throw malformed("no JSON object", e, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the input is a string
        }
    }

    @SuppressWarnings("deprecation") // its replacement came with Jackson 2.17
    private static void checkNothingFollows(JsonParser parser, String text)
            throws IOException, BadRecordException {
        // Checks characters instead of tokens, because the text that follows need not be JSON.
        int end = Math.toIntExact(parser.getCurrentLocation().getCharOffset());
        for (int i = end; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                throw new BadRecordException(
                        "no JSON: text behind its end, from character "
                                + (i + 1)
                                + "; expected one value, and one on each line",
                        null,
                        text);
            }
        }
    }

    private static BadRecordException malformed(
            String problem, JsonProcessingException e, String text) {
        JsonLocation location = e.getLocation();
        String position = location == null ? "" : " at character " + (location.getCharOffset() + 1);
        return new BadRecordException(
                problem + position + ": " + e.getOriginalMessage(), null, text);
    }

    /**
     * Reads the value that begins at the parser's current token.
     *
     * @param depth depth of the value, from 1
     */
    private static @Nullable Object value(JsonParser parser, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new JsonParseException(
                    parser, "exceeds the maximum allowed depth, " + MAX_DEPTH + " levels");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> members = new HashMap<>();
                for (String name = parser.nextFieldName();
                        name != null;
                        name = parser.nextFieldName()) {
                    parser.nextToken();
                    members.put(name, value(parser, depth + 1));
                }
                yield members;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser, depth + 1));
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> {
                checkNumberLength(parser);
                yield parser.getNumberValue();
            }
            case VALUE_NUMBER_FLOAT -> toNumber(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalStateException("token " + parser.currentToken());
        };
    }

    /** Rejects long numbers, whose conversion takes time quadratic in the number of digits. */
    private static void checkNumberLength(JsonParser parser) throws IOException {
        if (parser.getTextLength() > MAX_NUMBER_LENGTH) {
            throw new JsonParseException(
                    parser,
                    "exceeds the maximum allowed length of a number, "
                            + MAX_NUMBER_LENGTH
                            + " characters");
        }
    }

    /** Returns a number as a double if that has the same digits, else as a BigDecimal. */
    private static Number toNumber(JsonParser parser) throws IOException {
        checkNumberLength(parser);
        double nearest = parser.getDoubleValue();
        double magnitude = Math.abs(nearest);
        if (parser.getTextLength() <= MAX_SHORT_NUMBER_CHARS
                && magnitude > MIN_PRECISE
                && magnitude < MAX_PRECISE) {
            return nearest;
        }
        BigDecimal exact = new BigDecimal(parser.getText());
        boolean isExact =
                Double.isFinite(nearest)
                        && exact.precision() <= DIGITS_OF_DOUBLE
                        && new BigDecimal(nearest)
                                        .round(new MathContext(exact.precision()))
                                        .compareTo(exact)
                                == 0;
        return isExact ? (Number) nearest : exact;
    }

    /**
     * Returns the value at the parser's current position as text; leaves the parser at the value's
     * last token.
     */
    public static String copy(JsonParser value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            int depth = 0;
            do {
                if (value.currentToken().isNumeric()) {
                    generator.writeNumber(value.getText()); // keeps 1.50 as 1.50
                } else {
                    generator.copyCurrentEvent(value);
                }
                depth += value.currentToken().isStructStart() ? 1 : 0;
                depth -= value.currentToken().isStructEnd() ? 1 : 0;
            } while (depth > 0 && value.nextToken() != null);
        }
        return text.toString();
    }

    /**
     * Returns a value as JSON in UTF-8. Accepts what {@link #value} returns, other numbers,
     * iterables and arrays; characters, enums and values of JDK classes (times, UUIDs, URIs, ...)
     * are written as their text.
     *
     * @throws BadRecordException if JSON cannot represent the value: NaN, infinity, any other class
     */
    public static byte[] bytes(@Nullable Object value) throws BadRecordException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
            write(generator, value);
        } catch (JsonProcessingException e) {
            throw new BadRecordException(
                    "not representable in JSON: " + e.getOriginalMessage(), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the output is an array
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator generator, @Nullable Object value)
            throws IOException, BadRecordException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof Number number) {
            write(generator, number);
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                generator.writeFieldName(toText(member.getKey()));
                write(generator, member.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> elements) {
            generator.writeStartArray();
            for (Object element : elements) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value.getClass().isArray()) {
            generator.writeStartArray();
            for (int i = 0; i < java.lang.reflect.Array.getLength(value); i++) {
                write(generator, java.lang.reflect.Array.get(value, i));
            }
            generator.writeEndArray();
        } else {
            generator.writeString(toText(value));
        }
    }

    private static void write(JsonGenerator generator, Number number)
            throws IOException, BadRecordException {
        boolean isReal = number instanceof Double || number instanceof Float;
        if (isReal && !Double.isFinite(number.doubleValue())) {
            throw new BadRecordException(number + " is not a JSON number", null);
        }
        if (isReal
                || number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte
                || number instanceof BigInteger
                || number instanceof BigDecimal) {
            generator.writeNumber(number.toString());
        } else { // such as AtomicLong and LongAdder
            generator.writeNumber(number.longValue());
        }
    }

    private static String toText(@Nullable Object value) throws BadRecordException {
        if (value == null
                || value instanceof Enum<?>
                || value.getClass().getName().startsWith("java.")) {
            return String.valueOf(value);
        }
        throw new BadRecordException(
                "value of class "
                        + value.getClass().getName()
                        + " is not representable in JSON; emit its fields, a map, or text",
                null);
    }
}
