package io.eyewall.sql.compiler;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.NewExpression;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Statement;

/**
 * Replaces objects that generated code creates of the context alone by fields, which are set in the
 * first call: each call has the same context. Such are Calcite's functions of formats, which
 * compile a format and keep it.
 */
final class SharedFunctions extends Shuttle {
    /** The fields, by how they are created. */
    private final Map<String, ParameterExpression> fields = new LinkedHashMap<>();

    private final List<Statement> initialization = new ArrayList<>();

    @Override
    public Expression visit(
            NewExpression created,
            List<Expression> arguments,
            List<MemberDeclaration> memberDeclarations) {
        boolean isOfContext =
                memberDeclarations == null
                        && arguments.size() == 1
                        && arguments.get(0).equals(DataContext.ROOT);
        if (!isOfContext) {
            return super.visit(created, arguments, memberDeclarations);
        }
        return fields.computeIfAbsent(created.toString(), any -> field(created));
    }

    private ParameterExpression field(NewExpression created) {
        ParameterExpression field = Expressions.parameter(created.type, "function" + fields.size());
        initialization.add(
                Expressions.ifThen(
                        Expressions.equal(field, Expressions.constant(null)),
                        Expressions.statement(Expressions.assign(field, created))));
        return field;
    }

    /** Returns the statements that set the fields; to be executed first. */
    List<Statement> initialization() {
        return initialization;
    }

    /** Returns the declarations of the fields. */
    List<MemberDeclaration> declarations() {
        List<MemberDeclaration> declarations = new ArrayList<>();
        fields.values()
                .forEach(field -> declarations.add(Expressions.fieldDecl(Modifier.PRIVATE, field)));
        return declarations;
    }
}
