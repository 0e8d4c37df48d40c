package io.eyewall.examples.wordcount;

/**
 * What a word is: a run of ASCII letters and digits, in lower case; every other byte separates. The
 * same as {@code tr -cs '[:alnum:]' '\n' | tr '[:upper:]' '[:lower:]'} under {@code LC_ALL=C}.
 */
final class Words {
    private Words() {}

    /** Whether a byte, or a character made of one, belongs to a word. */
    static boolean isPart(int b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
    }

    /** Index of the first character of a word at or after {@code from}, or the line's length. */
    static int start(String line, int from) {
        int i = from;
        while (i < line.length() && !isPart(line.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Index after the last character of the word that begins at {@code start}. */
    static int end(String line, int start) {
        int i = start;
        while (i < line.length() && isPart(line.charAt(i))) {
            i++;
        }
        return i;
    }

    /** In lower case; other characters than ASCII capitals stay. */
    static String lower(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (isCapital(word.charAt(i))) {
                char[] characters = word.toCharArray();
                for (int j = i; j < characters.length; j++) {
                    if (isCapital(characters[j])) {
                        characters[j] = (char) (characters[j] - 'A' + 'a');
                    }
                }
                return new String(characters);
            }
        }
        return word;
    }

    private static boolean isCapital(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
