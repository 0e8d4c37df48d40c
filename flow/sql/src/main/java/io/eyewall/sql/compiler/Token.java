package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A token of a script.
 *
 * @param kind the kind of the token
 * @param text the text as written; strings and quoted names lack their quotes
 * @param offset offset of the first character
 * @param end offset after the last character
 */
record Token(Kind kind, String text, int offset, int end) {
    /** The kinds of tokens. */
    enum Kind {
        /** A name or a keyword. */
        WORD,
        /** A name in double quotes. */
        QUOTED,
        /** A text in single quotes. */
        STRING,
        /** Any other token. */
        OTHER
    }

    /** Returns whether this is the given keyword, in any case, or the given sign. */
    boolean matches(String word) {
        return kind != Kind.STRING && kind != Kind.QUOTED && text.equalsIgnoreCase(word);
    }

    /**
     * Returns a text that two scripts have in common if they differ in comments, spaces and
     * semicolons only.
     */
    static String fingerprint(String script) {
        int hash = 1;
        for (Token token : tokenize(script)) {
            if (!token.matches(";")) {
                hash = 31 * hash + Objects.hash(token.kind().name(), token.text());
            }
        }
        return Integer.toHexString(hash);
    }

    /** Returns all tokens of a text, without comments. */
    static List<Token> tokenize(String text) {
        List<Token> tokens = new ArrayList<>();
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            int end = position + 1;
            if (text.startsWith("--", position)) {
                end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end;
                continue;
            }
            if (text.startsWith("/*", position)) {
                end = text.indexOf("*/", position);
                if (end < 0) {
                    throw errorAt(text, position, "the comment is not closed; */ is missing");
                }
                position = end + 2;
                continue;
            }
            if (Character.isWhitespace(c)) {
                position++;
                continue;
            }
            if (c == '\'' || c == '"') {
                tokens.add(quoted(text, position, c));
                position = tokens.get(tokens.size() - 1).end();
                continue;
            }
            Kind kind = Kind.OTHER;
            if (Character.isJavaIdentifierStart(c)) {
                kind = Kind.WORD;
                while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                    end++;
                }
            } else if (Character.isDigit(c)) {
                while (end < text.length() && Character.isDigit(text.charAt(end))) {
                    end++;
                }
            }
            tokens.add(new Token(kind, text.substring(position, end), position, end));
            position = end;
        }
        return tokens;
    }

    private static Token quoted(String text, int begin, char quote) {
        StringBuilder content = new StringBuilder();
        int position = begin + 1;
        while (true) {
            if (position >= text.length()) {
                throw errorAt(text, begin, "the quote " + quote + " is not closed");
            }
            if (text.charAt(position) == quote) {
                if (position + 1 < text.length() && text.charAt(position + 1) == quote) {
                    position++;
                } else {
                    break;
                }
            }
            content.append(text.charAt(position++));
        }
        return new Token(
                quote == '"' ? Kind.QUOTED : Kind.STRING, content.toString(), begin, position + 1);
    }

    /** Returns an error with the line and column of an offset in a text. */
    static SqlException errorAt(String text, int offset, String message) {
        int line = 1;
        int lineBegin = 0;
        for (int i = 0; i < Math.min(offset, text.length()); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineBegin = i + 1;
            }
        }
        return new SqlException(line, offset - lineBegin + 1, message);
    }
}
