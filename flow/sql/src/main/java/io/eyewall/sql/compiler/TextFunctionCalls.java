package io.eyewall.sql.compiler;

import io.eyewall.sql.function.TextFunctions;
import io.eyewall.sql.function.TimeFormats;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.runtime.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls in generated code to the functions of {@link TextFunctions} if Calcite's
 * functions return results that differ from those of databases, and to {@link TimeFormats}, which
 * is faster.
 */
final class TextFunctionCalls extends Shuttle {
    private static final List<Class<?>> CALCITE_CLASSES =
            List.of(SqlFunctions.class, SqlFunctions.SimilarFunction.class, DateTimeUtils.class);

    /** By Calcite's method: the method that is called instead. */
    private static final Map<Method, Method> REPLACEMENTS = replacements();

    private static Map<Method, Method> replacements() {
        Map<Method, Method> replacements = new HashMap<>();
        for (Method method : TextFunctions.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                replacements.put(calciteMethod(method), method);
            }
        }
        for (Method method : TimeFormats.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                replacements.put(methodOfFirstParameter(method), method);
            }
        }
        return replacements;
    }

    /** Returns the method of the first parameter's class with the name and the other parameters. */
    private static Method methodOfFirstParameter(Method replacement) {
        Class<?>[] types = replacement.getParameterTypes();
        try {
            return types[0].getMethod(
                    replacement.getName(), Arrays.copyOfRange(types, 1, types.length));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Calcite has no such function", e);
        }
    }

    private static Method calciteMethod(Method replacement) {
        for (Class<?> type : CALCITE_CLASSES) {
            try {
                return type.getMethod(replacement.getName(), replacement.getParameterTypes());
            } catch (NoSuchMethodException e) {
                // The next class may have it.
            }
        }
        throw new IllegalStateException(
                "Calcite has no function with the signature of " + replacement);
    }

    @Override
    public Expression visit(
            MethodCallExpression call, @Nullable Expression target, List<Expression> arguments) {
        Method replacement = REPLACEMENTS.get(call.method);
        if (replacement == null) {
            return super.visit(call, target, arguments);
        }
        if (replacement.getParameterCount() == arguments.size()) {
            return Expressions.call(replacement, arguments);
        }
        List<Expression> withTarget = new ArrayList<>(arguments);
        withTarget.add(0, Objects.requireNonNull(target));
        return Expressions.call(replacement, withTarget);
    }
}
