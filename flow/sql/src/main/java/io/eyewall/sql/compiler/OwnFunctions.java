package io.eyewall.sql.compiler;

import io.eyewall.sql.function.TextFunctions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.runtime.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls in generated code to the functions of {@link TextFunctions} if Calcite's
 * functions return results that differ from those of databases.
 */
final class OwnFunctions extends Shuttle {
    private static final List<Class<?>> CALCITES =
            List.of(SqlFunctions.class, SqlFunctions.SimilarFunction.class, DateTimeUtils.class);

    private static final Map<Method, Method> OWN = own();

    private static Map<Method, Method> own() {
        Map<Method, Method> own = new HashMap<>();
        for (Method each : TextFunctions.class.getDeclaredMethods()) {
            if (Modifier.isPublic(each.getModifiers())) {
                own.put(replaced(each), each);
            }
        }
        return own;
    }

    private static Method replaced(Method own) {
        for (Class<?> each : CALCITES) {
            try {
                return each.getMethod(own.getName(), own.getParameterTypes());
            } catch (NoSuchMethodException e) {
                // The next class may have it.
            }
        }
        throw new IllegalStateException("Calcite has no function as " + own);
    }

    @Override
    public Expression visit(
            MethodCallExpression call, @Nullable Expression target, List<Expression> arguments) {
        Method own = OWN.get(call.method);
        return own == null
                ? super.visit(call, target, arguments)
                : Expressions.call(own, arguments);
    }
}
