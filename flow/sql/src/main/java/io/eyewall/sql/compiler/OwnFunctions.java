package io.eyewall.sql.compiler;

import io.eyewall.sql.function.TextFunctions;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.runtime.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls in generated code to the functions of {@link TextFunctions} if Calcite's
 * functions return results that differ from those of databases.
 */
final class OwnFunctions extends Shuttle {
    private static final Map<Method, Method> OWN =
            Map.of(
                    Types.lookupMethod(SqlFunctions.class, "initcap", String.class),
                    Types.lookupMethod(TextFunctions.class, "initcap", String.class),
                    Types.lookupMethod(SqlFunctions.class, "toString", BigDecimal.class),
                    Types.lookupMethod(TextFunctions.class, "text", BigDecimal.class));

    @Override
    public Expression visit(
            MethodCallExpression call, @Nullable Expression target, List<Expression> arguments) {
        Method own = OWN.get(call.method);
        return own == null
                ? super.visit(call, target, arguments)
                : Expressions.call(own, arguments);
    }
}
