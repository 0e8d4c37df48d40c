package io.eyewall.sql.compiler;

import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.AS;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.CASE;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.CAST;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.DOT;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.END;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.EOF;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.INFIX_CAST;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.LPAREN;
import static org.apache.calcite.sql.parser.babel.SqlBabelParserImplConstants.RPAREN;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.babel.SimpleCharStream;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImplTokenManager;
import org.apache.calcite.sql.parser.babel.Token;

/**
 * Tokens of a query in which {@code x::type} is written as {@code CAST(x AS type)}. Calcite's
 * parser takes all of the expression on the left of {@code ::} for its operand: {@code a + b::INT}
 * would cast the sum.
 */
final class CastTokens extends SqlBabelParserImplTokenManager {
    /** Words that may stand before a parenthesis without being the name of a function. */
    private static final Set<String> NO_FUNCTIONS =
            Set.of(
                    "ALL",
                    "AND",
                    "ANY",
                    "AS",
                    "BETWEEN",
                    "BY",
                    "CASE",
                    "DISTINCT",
                    "ELSE",
                    "EXCEPT",
                    "EXISTS",
                    "FROM",
                    "HAVING",
                    "ILIKE",
                    "IN",
                    "INTERSECT",
                    "IS",
                    "JOIN",
                    "LIKE",
                    "LIMIT",
                    "NOT",
                    "OFFSET",
                    "ON",
                    "OR",
                    "SELECT",
                    "SOME",
                    "THEN",
                    "UNION",
                    "VALUES",
                    "WHEN",
                    "WHERE");

    /** Words in front of a parenthesis that belong to the function call before them. */
    private static final Set<String> PARTS_OF_CALLS = Set.of("FILTER", "GROUP", "OVER");

    /** Words that make a constant of the text that follows. */
    private static final Set<String> CONSTANTS = Set.of("DATE", "INTERVAL", "TIME", "TIMESTAMP");

    /** Words that continue the name of a type. */
    private static final Set<String> PARTS_OF_TYPES =
            Set.of("PRECISION", "VARYING", "WITH", "WITHOUT", "LOCAL", "TIME", "ZONE");

    private final List<Token> tokens = new ArrayList<>();
    private int next = -1;

    CastTokens(SimpleCharStream characters) {
        super(characters);
    }

    @Override
    public Token getNextToken() {
        if (next < 0) {
            readAll();
            next = 0;
        }
        return tokens.get(Math.min(next++, tokens.size() - 1));
    }

    private void readAll() {
        Token token = super.getNextToken();
        while (true) {
            if (token.kind == INFIX_CAST && !tokens.isEmpty()) {
                token = readType(token);
                continue;
            }
            tokens.add(token);
            if (token.kind == EOF) {
                return;
            }
            token = super.getNextToken();
        }
    }

    /**
     * Puts CAST around the operand that has been read, and reads the type.
     *
     * @return the token behind the type
     */
    private Token readType(Token operator) {
        int begin = beginOfOperand(tokens.size() - 1);
        tokens.add(begin, like(tokens.get(begin), LPAREN, "("));
        tokens.add(begin, like(tokens.get(begin), CAST, "CAST"));
        tokens.add(like(operator, AS, "AS"));
        Token token = super.getNextToken();
        tokens.add(token);
        token = super.getNextToken();
        while (isIn(PARTS_OF_TYPES, token) || token.kind == LPAREN) {
            boolean isSize = token.kind == LPAREN;
            tokens.add(token);
            while (isSize && token.kind != RPAREN && token.kind != EOF) {
                token = super.getNextToken();
                tokens.add(token);
            }
            token = super.getNextToken();
        }
        tokens.add(like(operator, RPAREN, ")"));
        return token;
    }

    /** Returns the index of the first token of the operand whose last token has an index. */
    private int beginOfOperand(int last) {
        int begin = last;
        if (tokens.get(last).kind == RPAREN) {
            begin = opening(last, LPAREN, RPAREN);
            if (begin > 0 && isIn(PARTS_OF_CALLS, tokens.get(begin - 1))) {
                int call = begin - (isWithinGroup(begin) ? 3 : 2);
                return call >= 0 ? beginOfOperand(call) : begin;
            }
            if (begin > 0 && isName(tokens.get(begin - 1))) {
                begin--;
            }
        } else if (tokens.get(last).kind == END) {
            begin = opening(last, CASE, END);
        } else if (last > 0 && isIn(CONSTANTS, tokens.get(last - 1))) {
            begin = last - 1;
        }
        while (begin > 1 && tokens.get(begin - 1).kind == DOT) {
            begin -= 2;
        }
        return begin;
    }

    private boolean isWithinGroup(int parenthesis) {
        return parenthesis > 1 && isIn(Set.of("WITHIN"), tokens.get(parenthesis - 2));
    }

    private int opening(int last, int open, int close) {
        int depth = 0;
        for (int i = last; i >= 0; i--) {
            int kind = tokens.get(i).kind;
            depth += kind == close ? 1 : kind == open ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return last;
    }

    private static boolean isName(Token token) {
        char first = token.image.charAt(0);
        return (Character.isLetter(first) || first == '_' || first == '"')
                && !isIn(NO_FUNCTIONS, token);
    }

    private static boolean isIn(Set<String> words, Token token) {
        return words.contains(token.image.toUpperCase(Locale.ROOT));
    }

    private static Token like(Token place, int kind, String image) {
        Token token = Token.newToken(kind);
        token.kind = kind;
        token.image = image;
        token.beginLine = place.beginLine;
        token.beginColumn = place.beginColumn;
        token.endLine = place.endLine;
        token.endColumn = place.endColumn;
        return token;
    }
}
