package io.eyewall.sql.compiler;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Changes references to queries of WITH clauses to the upper and lower case of their declaration.
 * Calcite distinguishes the case of these names even if names are not case sensitive.
 */
final class WithNames extends SqlBasicVisitor<@Nullable Void> {
    /** The declared names of all WITH clauses, by the name in lower case. */
    private final Map<String, String> names = new HashMap<>();

    private WithNames() {}

    /** Changes a parsed query and returns it. */
    static SqlNode resolve(SqlNode query) {
        WithNames visitor = new WithNames();
        query.accept(
                new SqlBasicVisitor<@Nullable Void>() {
                    @Override
                    public @Nullable Void visit(SqlCall call) {
                        if (call instanceof SqlWith with) {
                            for (SqlNode item : with.withList) {
                                String name = ((SqlWithItem) item).name.getSimple();
                                visitor.names.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
                            }
                        }
                        return super.visit(call);
                    }
                });
        if (!visitor.names.isEmpty()) {
            query.accept(visitor);
        }
        return query;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            SqlNode from = select.getFrom();
            if (from != null) {
                select.setFrom(withDeclaredCase(from));
            }
        } else if (call instanceof SqlJoin join) {
            join.setLeft(withDeclaredCase(join.getLeft()));
            join.setRight(withDeclaredCase(join.getRight()));
        } else if (call instanceof SqlWithItem item) {
            String declaredName = names.get(item.name.getSimple().toLowerCase(Locale.ROOT));
            item.name =
                    item.name.setName(
                            0, declaredName == null ? item.name.getSimple() : declaredName);
        }
        return super.visit(call);
    }

    private SqlNode withDeclaredCase(SqlNode relation) {
        if (relation instanceof SqlBasicCall as && as.getKind() == SqlKind.AS) {
            as.setOperand(0, withDeclaredCase(as.operand(0)));
        } else if (relation instanceof SqlIdentifier table && table.isSimple()) {
            String name = names.get(table.getSimple().toLowerCase(Locale.ROOT));
            if (name != null && !name.equals(table.getSimple())) {
                return table.setName(0, name);
            }
        }
        return relation;
    }
}
