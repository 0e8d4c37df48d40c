package io.eyewall.sql.compiler;

import java.io.Reader;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.parser.babel.SimpleCharStream;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.util.SourceStringReader;

/**
 * Calcite's most permissive parser: it has PostgreSQL's {@code x::type} and {@code x ~ 'regex'},
 * and few words are reserved, so that columns may be called value, year or user. Queries are
 * changed where Calcite would take something for an error, or give it a wrong type. Calcite parses
 * the queries of views by the same factory.
 */
final class QueryParser extends SqlBabelParserImpl {
    static final SqlParserImplFactory FACTORY =
            reader -> {
                QueryParser parser = new QueryParser(new Characters(reader));
                if (reader instanceof SourceStringReader source) {
                    parser.setOriginalSql(source.getSourceString());
                }
                return parser;
            };

    private final Characters characters;

    private QueryParser(Characters characters) {
        super(new CastTokens(characters));
        this.characters = characters;
    }

    @Override
    public void setTabSize(int tabSize) {
        characters.setTabSize(tabSize);
    }

    @Override
    public void setConformance(SqlConformance conformance) {
        super.setConformance(new OperatorsOfPostgresql(conformance));
    }

    @Override
    public SqlNode parseSqlStmtEof() throws Exception {
        return ParsedQueryChanges.change(WithNames.resolve(super.parseSqlStmtEof()));
    }

    /** Allows {@code !=} and {@code %}. */
    private static final class OperatorsOfPostgresql extends SqlDelegatingConformance {
        OperatorsOfPostgresql(SqlConformance conformance) {
            super(conformance);
        }

        @Override
        public boolean isBangEqualAllowed() {
            return true;
        }

        @Override
        public boolean isPercentRemainderAllowed() {
            return true;
        }
    }

    /** The characters of a query; the size of a tab is for the columns in messages. */
    private static final class Characters extends SimpleCharStream {
        Characters(Reader reader) {
            super(reader);
        }

        @Override
        public void setTabSize(int tabSize) {
            super.setTabSize(tabSize);
        }
    }
}
