package io.eyewall.sql.function;

import java.math.BigDecimal;

/** SQL functions that generated code calls instead of Calcite's. */
public final class TextFunctions {
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
    public static String text(BigDecimal number) {
        return number.toPlainString();
    }
}
