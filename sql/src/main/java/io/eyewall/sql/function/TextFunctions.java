package io.eyewall.sql.function;

import java.math.BigDecimal;

/** Functions of SQL that generated code calls in place of Calcite's. */
public final class TextFunctions {
    private TextFunctions() {}

    /** {@code INITCAP}: words begin with a capital, in any alphabet; Calcite's knows ASCII only. */
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

    /** {@code CAST} to text, as it is written to a file: {@code 0.5}; Calcite's is {@code .5}. */
    public static String text(BigDecimal number) {
        return number.toPlainString();
    }
}
