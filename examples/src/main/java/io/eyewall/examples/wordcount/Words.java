package io.eyewall.examples.wordcount;

/**
 * Defines words: runs of ASCII letters and digits, in lower case, separated by any other bytes. The
 * definition is the same as {@code tr -cs '[:alnum:]' '\n' | tr '[:upper:]' '[:lower:]'} under
 * {@code LC_ALL=C}.
 */
final class Words {
    private Words() {}

    /** Returns whether a byte, or a character made from a byte, belongs to a word. */
    static boolean isPart(int b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
    }

    /**
     * Returns the index of the first word character at or after {@code from}, or the line's length.
     */
    static int start(String line, int from) {
        int i = from;
        while (i < line.length() && !isPart(line.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Returns the index after the last character of the word that starts at {@code start}. */
    static int end(String line, int start) {
        int i = start;
        while (i < line.length() && isPart(line.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Returns the word with ASCII capitals in lower case. */
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
