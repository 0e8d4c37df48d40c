package io.eyewall.toolkit.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.failure.BadRecordException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares the parser with the rules of RFC 8259, on all short texts and on inputs on which parsers
 * are known to differ.
 */
class JsonTest {
    private static boolean isJson(String text) {
        try {
            Json.value(text);
            return true;
        } catch (BadRecordException e) {
            return false;
        }
    }

    private static boolean isObject(String text) {
        try {
            Json.object(text);
            return true;
        } catch (BadRecordException e) {
            return false;
        }
    }

    /** Passes all sequences of up to {@code length} parts to {@code each}. */
    private static void sequences(
            List<String> parts, int length, String prefix, Consumer<String> each) {
        each.accept(prefix);
        if (length > 0) {
            for (String part : parts) {
                sequences(parts, length - 1, prefix + part, each);
            }
        }
    }

    @Test
    void acceptsTheNumbersOfTheStandard() {
        sequences(
                List.of("0", "1", "-", "+", ".", "e", "E", "\0", "x"),
                5,
                "",
                text ->
                        assertThat(isJson(text))
                                .as(text)
                                .isEqualTo(
                                        text.matches("-?(0|1[01]*)(\\.[01]+)?([eE][-+]?[01]+)?")));
        for (String no : List.of("NaN", "Infinity", "-Infinity", "Inf", "0x1", "\uff11", "1_0")) {
            assertThat(isJson(no)).as(no).isFalse();
        }
    }

    @Test
    void acceptsTheStructuresOfTheStandard() {
        sequences(
                List.of("[", "]", "{", "}", ",", ":", "1", "\"a\""),
                6,
                "",
                text -> {
                    String reduced = text;
                    String before;
                    do {
                        before = reduced;
                        reduced =
                                before.replaceAll("\\[((1|\"a\")(,(1|\"a\"))*)?]", "1")
                                        .replaceAll(
                                                "\\{(\"a\":(1|\"a\")(,\"a\":(1|\"a\"))*)?}", "1");
                    } while (!reduced.equals(before));
                    // Two adjacent numbers would be one longer number.
                    boolean expected =
                            text.matches("1+") || (reduced.equals("1") || reduced.equals("\"a\""));
                    if (!text.contains("11")) {
                        assertThat(isJson(text)).as(text).isEqualTo(expected);
                        assertThat(isObject(text))
                                .as(text)
                                .isEqualTo(expected && text.startsWith("{"));
                    }
                });
    }

    @Test
    void acceptsOnlyTheEscapesOfTheStandard() {
        for (char c = 0; c < 0x300; c++) {
            assertThat(isJson("\"\\" + c + "\""))
                    .as("\\" + c)
                    .isEqualTo("\"\\/bfnrt".indexOf(c) >= 0);
            assertThat(isJson("\"" + c + "\""))
                    .as("" + (int) c)
                    .isEqualTo(c >= ' ' && c != '"' && c != '\\');
            boolean isSpace = " \t\r\n".indexOf(c) >= 0;
            boolean isDigit = c >= '0' && c <= '9';
            assertThat(isJson(c + "1" + c))
                    .as("" + (int) c)
                    .isEqualTo(isSpace || (isDigit && c != '0') || c == '"');
            assertThat(isJson("1" + c)).as("" + (int) c).isEqualTo(isSpace || isDigit);
        }
        for (String no : List.of("\\u", "\\u1", "\\u12G4", "\\U0041", "\\x41", "\\a", "\\0")) {
            assertThat(isJson("\"" + no + "\"")).as(no).isFalse();
        }
    }

    @Test
    void rejectsTextBehindAnObject() {
        for (String more :
                List.of(
                        "}",
                        "]",
                        ",",
                        "{}",
                        "{\"b\":2}",
                        "x",
                        "#",
                        "/**/",
                        "//",
                        "\"",
                        "\0",
                        "\u00a0")) {
            for (String space : List.of("", " ", "\t")) {
                String text = "{\"a\":1}" + space + more;
                assertThatThrownBy(() -> Json.object(text))
                        .isInstanceOf(BadRecordException.class)
                        .hasMessageContaining(
                                "text behind its end, from character " + (8 + space.length()));
            }
        }
        for (String no :
                List.of(
                        "",
                        " ",
                        "tru",
                        "True",
                        "nul",
                        "{a:1}",
                        "{'a':1}",
                        "{\"a\":1,}",
                        "[1,]",
                        "[,1]",
                        "/**/1",
                        "\ufeff1",
                        "\u20601",
                        "[\"a\n\"]",
                        "\"a",
                        "{\"a\"",
                        "[")) {
            assertThat(isJson(no)).as(no).isFalse();
        }
    }

    @Test
    void keepsValuesExactly() throws BadRecordException {
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("", Arrays.asList(null, true, false, "\u0000é\ud834\udd1e"));
        expected.put("int", Integer.MAX_VALUE);
        expected.put("long", 2147483648L);
        expected.put("big", new BigInteger("9223372036854775808"));
        expected.put("object", Map.of("a", Map.of()));
        assertThat(
                        Json.object(
                                """
                                {"": [null, true, false, "\\u0000é\\uD834\\udd1e"], "int": 2147483647,
                                "long": 2147483648, "big": 9223372036854775808, "object": {"a": {}}}"""))
                .isEqualTo(expected);
        assertThat(Json.object("{\"a\":1,\"a\":2}")).isEqualTo(Map.of("a", 2));
        assertThat(Json.value("-0.0")).isEqualTo(-0.0);
        assertThat(Json.value("0e400")).isEqualTo(0.0);
        for (String held :
                List.of(
                        "1.5",
                        "0.30000000000000004",
                        "0.10000000000000001",
                        "1e-300",
                        "5E-324",
                        "1e0",
                        "1.7976931348623157e308")) {
            assertThat(Json.value(held)).as(held).isEqualTo(Double.valueOf(held));
        }
        for (String exact :
                List.of(
                        "1e400",
                        "-1e400",
                        "1e-400",
                        "0.1234567890123456789",
                        "12345678901234567.89",
                        "1234567890123456.7")) {
            assertThat(Json.value(exact)).as(exact).isEqualTo(new BigDecimal(exact));
        }
    }

    /** Such texts are bad records, not errors of the program. */
    @Test
    void rejectsDeepNestingAndLongNumbers() {
        assertThat(isJson("[".repeat(500) + "]".repeat(500))).isTrue();
        for (String no :
                List.of("[".repeat(100_000), "{\"a\":".repeat(100_000), "1".repeat(2_000))) {
            assertThatThrownBy(() -> Json.value(no))
                    .isInstanceOf(BadRecordException.class)
                    .hasMessageContaining("exceeds the maximum allowed");
        }
    }

    private static String written(@Nullable Object value) throws BadRecordException {
        return new String(Json.bytes(value), StandardCharsets.UTF_8);
    }

    private enum Color {
        RED
    }

    @Test
    void writesValidJson() throws BadRecordException {
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        map.put(1, null);
        map.put("a\"\n\u0001é", new int[] {1, 2});
        map.put(Color.RED, List.of('c', 1.5, 1.5f, true, new BigDecimal("1E+2"), (byte) 1));
        map.put("time", Instant.EPOCH);
        assertThat(written(map))
                .isEqualTo(
                        "{\"1\":null,\"a\\\"\\n\\u0001é\":[1,2],\"RED\":[\"c\",1.5,1.5,true,1E+2,1],"
                                + "\"time\":\"1970-01-01T00:00:00Z\"}");
        for (String text : List.of("both \ud834\udd1e", "half \ud834", "\udd1e other half")) {
            assertThat(Json.value(written(text))).isEqualTo(text);
        }
        for (Object no : List.of(Double.NaN, Float.NEGATIVE_INFINITY, List.of(new JsonTest()))) {
            assertThatThrownBy(() -> Json.bytes(no))
                    .as(String.valueOf(no))
                    .isInstanceOf(BadRecordException.class);
        }
    }
}
