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
 * JSON as RFC 8259 has it, and nothing else: what is no JSON, or goes on behind its value, is a bad
 * record. Of names that an object has twice the last one counts. At most 1000 levels deep, and 1000
 * characters a number. Uses what Jackson has since 2.10: an older Storm may bring its own.
 * Thread-safe.
 */
public final class Json {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // some objects have many
                    .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
                    .build();

    /** A number of so few characters has so few digits that each double prints them again. */
    private static final int SHORT = 16;

    /** With so many digits each double has a text of its own. */
    private static final int DIGITS_OF_DOUBLE = 17;

    private static final int DEEPEST = 1000;
    private static final int LONGEST_NUMBER = 1000;
    private static final double TINY = 1e-290;
    private static final double HUGE = 1e290;

    private Json() {}

    /** Takes the members of an object. */
    @FunctionalInterface
    public interface MemberReader {
        /**
         * Takes one.
         *
         * @param value stands at the first token of the value, and is left at its last
         */
        void read(String name, JsonParser value) throws IOException, BadRecordException;
    }

    /**
     * The value that a text is: null, a Boolean, String, Integer, Long, BigInteger, Double (or
     * BigDecimal, of what a double can't hold), List or Map.
     *
     * @throws BadRecordException if it is no JSON
     */
    public static @Nullable Object value(String text) throws BadRecordException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new BadRecordException("no JSON: nothing but space", null, text);
            }
            Object value = value(parser, 1);
            checkEnd(parser, text);
            return value;
        } catch (JsonProcessingException e) {
            throw wrong("no JSON", e, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a text
        }
    }

    /**
     * The members of the object that a text is; values as of {@link #value}.
     *
     * @throws BadRecordException if it is no JSON, or no object
     */
    public static Map<String, @Nullable Object> object(String text) throws BadRecordException {
        Map<String, @Nullable Object> members = new HashMap<>();
        readMembers(text, (name, value) -> members.put(name, value(value, 2)));
        return members;
    }

    /**
     * Reads the members of the object that a text is.
     *
     * @throws BadRecordException if it is no JSON, or no object: known only at its end
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
            checkEnd(parser, text);
        } catch (JsonProcessingException e) {
            throw wrong("no JSON object", e, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a text
        }
    }

    @SuppressWarnings("deprecation") // what Jackson has instead is of 2.17
    private static void checkEnd(JsonParser parser, String text)
            throws IOException, BadRecordException {
        // Without looking at what follows: it need not be JSON.
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

    private static BadRecordException wrong(String what, JsonProcessingException e, String text) {
        JsonLocation at = e.getLocation();
        String where = at == null ? "" : " at character " + (at.getCharOffset() + 1);
        return new BadRecordException(what + where + ": " + e.getOriginalMessage(), null, text);
    }

    /**
     * @param depth of the value, from 1
     */
    private static @Nullable Object value(JsonParser parser, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new JsonParseException(
                    parser, "exceeds the maximum allowed depth, " + DEEPEST + " levels");
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
                checkLength(parser);
                yield parser.getNumberValue();
            }
            case VALUE_NUMBER_FLOAT -> real(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalStateException("token " + parser.currentToken());
        };
    }

    /** A number of more digits takes time with the square of their count. */
    private static void checkLength(JsonParser parser) throws IOException {
        if (parser.getTextLength() > LONGEST_NUMBER) {
            throw new JsonParseException(
                    parser,
                    "exceeds the maximum allowed length of a number, "
                            + LONGEST_NUMBER
                            + " characters");
        }
    }

    private static Number real(JsonParser parser) throws IOException {
        checkLength(parser);
        double near = parser.getDoubleValue();
        double size = Math.abs(near);
        if (parser.getTextLength() <= SHORT && size > TINY && size < HUGE) {
            return near;
        }
        BigDecimal exact = new BigDecimal(parser.getText());
        boolean isHeld =
                Double.isFinite(near)
                        && exact.precision() <= DIGITS_OF_DOUBLE
                        && new BigDecimal(near)
                                        .round(new MathContext(exact.precision()))
                                        .compareTo(exact)
                                == 0;
        return isHeld ? (Number) near : exact;
    }

    /** The value at which a parser stands, as text; leaves the parser at its end. */
    public static String copy(JsonParser value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            int depth = 0;
            do {
                if (value.currentToken().isNumeric()) {
                    generator.writeNumber(value.getText()); // 1.50 as 1.50
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
     * A value as JSON in UTF-8: what {@link #value} returns, other numbers, iterables and arrays;
     * characters, enums and values of the JDK (times, UUIDs, URIs, ...) as their text.
     *
     * @throws BadRecordException if it can't be: NaN, infinity, any other class
     */
    public static byte[] bytes(@Nullable Object value) throws BadRecordException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
            write(generator, value);
        } catch (JsonProcessingException e) {
            throw new BadRecordException("no value of JSON: " + e.getOriginalMessage(), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // to an array
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
                generator.writeFieldName(text(member.getKey()));
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
            generator.writeString(text(value));
        }
    }

    private static void write(JsonGenerator generator, Number number)
            throws IOException, BadRecordException {
        boolean isReal = number instanceof Double || number instanceof Float;
        if (isReal && !Double.isFinite(number.doubleValue())) {
            throw new BadRecordException(number + " is no number of JSON", null);
        }
        if (isReal
                || number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte
                || number instanceof BigInteger
                || number instanceof BigDecimal) {
            generator.writeNumber(number.toString());
        } else { // an AtomicLong, a LongAdder
            generator.writeNumber(number.longValue());
        }
    }

    private static String text(@Nullable Object value) throws BadRecordException {
        if (value == null
                || value instanceof Enum<?>
                || value.getClass().getName().startsWith("java.")) {
            return String.valueOf(value);
        }
        throw new BadRecordException(
                "a value of class "
                        + value.getClass().getName()
                        + " is no value of JSON; emit its fields, a map, or text",
                null);
    }
}
