package io.eyewall.sql.function;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/**
 * SQL functions that generated code calls instead of Calcite's functions with the same names and
 * parameters. A character is a code point, never half of a surrogate pair.
 */
public final class TextFunctions {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

    /** Compiled patterns of {@code SIMILAR TO}, by the pattern in SQL. */
    private static final Map<String, Pattern> SIMILAR_PATTERNS = new ConcurrentHashMap<>();

    private static final int MAX_SIMILAR_PATTERNS = 1000;

    private TextFunctions() {}

    /**
     * Implements {@code INITCAP}: each word begins with a capital letter, in any alphabet.
     * Calcite's function supports only ASCII.
     */
    public static String initcap(String text) {
        StringBuilder result = new StringBuilder(text.length());
        boolean isInWord = false;
        for (int i = 0; i < text.length(); ) {
            int each = text.codePointAt(i);
            result.appendCodePoint(
                    isInWord ? Character.toLowerCase(each) : Character.toUpperCase(each));
            isInWord = Character.isLetterOrDigit(each);
            i += Character.charCount(each);
        }
        return result.toString();
    }

    /**
     * Implements {@code CAST} of a decimal to text in the form that files use, such as {@code 0.5};
     * Calcite's function returns {@code .5}.
     */
    public static String toString(BigDecimal number) {
        return number.toPlainString();
    }

    /** Implements {@code CAST} of a truth value to text, in lower case as in files. */
    public static String toString(boolean truth) {
        return String.valueOf(truth);
    }

    /** Implements {@code CHAR_LENGTH}. */
    public static int charLength(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Implements {@code UPPER}. The length stays the same: {@code ß} has no capital letter. */
    public static String upper(String text) {
        return mapCharacters(text, Character::toUpperCase);
    }

    /** Implements {@code LOWER}. */
    public static String lower(String text) {
        return mapCharacters(text, Character::toLowerCase);
    }

    private static String mapCharacters(String text, IntUnaryOperator mapping) {
        int[] points = text.codePoints().map(mapping).toArray();
        return new String(points, 0, points.length);
    }

    /** Implements {@code SUBSTRING} to the end of the text. */
    public static String substring(String text, int from) {
        return characters(text, (long) from - 1, Integer.MAX_VALUE);
    }

    /** Implements {@code SUBSTRING} with a length. */
    public static String substring(String text, int from, int length) {
        if (length < 0) {
            throw new IllegalArgumentException(
                    "the length of a SUBSTRING must not be negative: " + length);
        }
        return characters(text, (long) from - 1, (long) from - 1 + length);
    }

    /** Implements {@code LEFT}; a negative length leaves out as many characters at the end. */
    public static String left(String text, int length) {
        return characters(text, 0, length < 0 ? (long) charLength(text) + length : length);
    }

    /** Implements {@code RIGHT}; a negative length leaves out as many characters at the front. */
    public static String right(String text, int length) {
        int all = charLength(text);
        return characters(text, length < 0 ? -(long) length : (long) all - length, all);
    }

    /** Implements the truncation of a text to the length of its type. */
    public static String truncate(String text, int length) {
        return characters(text, 0, length);
    }

    /** Implements {@code POSITION}. */
    public static int position(String part, String text) {
        int found = text.indexOf(part);
        return found < 0 ? 0 : text.codePointCount(0, found) + 1;
    }

    /** Implements {@code OVERLAY} of as many characters as {@code with} has. */
    public static String overlay(String text, String with, int from) {
        return overlay(text, with, from, charLength(with));
    }

    /** Implements {@code OVERLAY}; if {@code from} lies behind the end of the text, it appends. */
    public static String overlay(String text, String with, int from, int length) {
        if (from < 1) {
            throw new IllegalArgumentException("OVERLAY must begin at 1 or later: " + from);
        }
        return characters(text, 0, (long) from - 1)
                + with
                + characters(text, (long) from - 1 + length, Integer.MAX_VALUE);
    }

    /** Implements {@code REVERSE}. */
    public static String reverse(String text) {
        return new StringBuilder(text).reverse().toString(); // keeps surrogate pairs in order
    }

    /** Implements {@code LPAD}; a text that is too long is cut at its end. */
    public static String lpad(String text, int length, String fill) {
        return padding(text, length, fill) + left(text, Math.max(0, length));
    }

    /** Implements {@code LPAD} by spaces. */
    public static String lpad(String text, int length) {
        return lpad(text, length, " ");
    }

    /** Implements {@code RPAD}; a text that is too long is cut at its end. */
    public static String rpad(String text, int length, String fill) {
        return left(text, Math.max(0, length)) + padding(text, length, fill);
    }

    /** Implements {@code RPAD} by spaces. */
    public static String rpad(String text, int length) {
        return rpad(text, length, " ");
    }

    private static String padding(String text, int length, String fill) {
        long missing = (long) length - charLength(text);
        if (missing <= 0 || fill.isEmpty()) {
            return "";
        }
        int width = charLength(fill);
        return characters(fill.repeat(Math.toIntExact((missing + width - 1) / width)), 0, missing);
    }

    /** Implements {@code TRANSLATE}: characters of {@code from} without a counterpart vanish. */
    public static String translate3(String text, String from, String to) {
        int[] replaced = from.codePoints().toArray();
        int[] replacement = to.codePoints().toArray();
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        each -> {
                            int i = 0;
                            while (i < replaced.length && replaced[i] != each) {
                                i++;
                            }
                            if (i == replaced.length) {
                                result.appendCodePoint(each);
                            } else if (i < replacement.length) {
                                result.appendCodePoint(replacement[i]);
                            }
                        });
        return result.toString();
    }

    /** Implements {@code CAST} of a time to text, with milliseconds if there are any. */
    public static String unixTimeToString(int time) {
        int milliseconds = Math.floorMod(time, 1000);
        LocalTime whole = LocalTime.ofSecondOfDay(Math.floorDiv(time, 1000));
        return SECONDS.format(whole) + fraction(milliseconds);
    }

    /** Implements {@code CAST} of a timestamp to text, with milliseconds if there are any. */
    public static String unixTimestampToString(long time) {
        int milliseconds = (int) Math.floorMod(time, 1000L);
        LocalDateTime whole =
                LocalDateTime.ofEpochSecond(Math.floorDiv(time, 1000L), 0, ZoneOffset.UTC);
        return whole.toLocalDate()
                + " "
                + SECONDS.format(whole.toLocalTime())
                + fraction(milliseconds);
    }

    private static String fraction(int milliseconds) {
        return milliseconds == 0
                ? ""
                : BigDecimal.valueOf(milliseconds, 3).stripTrailingZeros().toString().substring(1);
    }

    /**
     * Implements {@code SIMILAR TO}. Of the special characters of Java's regular expressions, the
     * SQL standard has only those for choice, repetition, groups and sets; {@code .} stands for
     * itself.
     */
    public static boolean similar(String text, String pattern) {
        if (SIMILAR_PATTERNS.size() > MAX_SIMILAR_PATTERNS) {
            SIMILAR_PATTERNS.clear();
        }
        return SIMILAR_PATTERNS
                .computeIfAbsent(pattern, TextFunctions::toRegex)
                .matcher(text)
                .matches();
    }

    private static Pattern toRegex(String similar) {
        StringBuilder regex = new StringBuilder();
        boolean isInSet = false;
        for (int i = 0; i < similar.length(); i++) {
            char each = similar.charAt(i);
            if (isInSet) {
                regex.append(each == '[' || each == '&' || each == '\\' ? "\\" : "").append(each);
                isInSet = each != ']';
            } else if (each == '%') {
                regex.append(".*");
            } else if (each == '_') {
                regex.append('.');
            } else {
                regex.append(".^$\\".indexOf(each) >= 0 ? "\\" : "").append(each);
                isInSet = each == '[';
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /**
     * Returns the characters from index {@code from} up to, but without, index {@code to}. Both may
     * lie outside of the text.
     */
    private static String characters(String text, long from, long to) {
        int all = charLength(text);
        int begin = (int) Math.min(all, Math.max(0, from));
        int end = (int) Math.min(all, Math.max(begin, to));
        int first = text.offsetByCodePoints(0, begin);
        return text.substring(first, text.offsetByCodePoints(first, end - begin));
    }
}
