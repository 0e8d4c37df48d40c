package io.eyewall.sql.function;

import java.io.Serializable;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassBodyEvaluator;
import org.jspecify.annotations.Nullable;

/**
 * The generated source of a {@link RowFunction} or an {@link Accumulator}. The topology contains
 * the source, and each task compiles it.
 *
 * @param source members of a class
 */
public record Code(String source) implements Serializable {
    /**
     * The name of the generated class, for use in its own members. Each generated class has a class
     * loader of its own, so the names do not collide.
     */
    static final String CLASS_NAME = "Generated";

    /** A compiled row function for the calls of one task. */
    public static final class Compiled {
        private final RowFunction function;
        private final DataContext context = new Now();

        private Compiled(RowFunction function) {
            this.function = function;
        }

        /** Calls {@link RowFunction#apply} with the task's context. */
        public @Nullable Object @Nullable [] apply(@Nullable Object[] row) {
            return function.apply(context, row);
        }
    }

    /** The context of generated code: it returns the current time in UTC. */
    private static final class Now implements DataContext {
        @Override
        public org.apache.calcite.schema.@Nullable SchemaPlus getRootSchema() {
            return DataContexts.EMPTY.getRootSchema();
        }

        @Override
        public org.apache.calcite.adapter.java.JavaTypeFactory getTypeFactory() {
            return DataContexts.EMPTY.getTypeFactory();
        }

        @Override
        public org.apache.calcite.linq4j.QueryProvider getQueryProvider() {
            return DataContexts.EMPTY.getQueryProvider();
        }

        @Override
        public @Nullable Object get(String name) {
            return switch (name) {
                case "utcTimestamp", "currentTimestamp", "localTimestamp" ->
                        System.currentTimeMillis();
                case "timeZone" -> java.util.TimeZone.getTimeZone("UTC");
                case "locale" -> java.util.Locale.ROOT;
                default -> null;
            };
        }
    }

    /**
     * Compiles the source as a function of a row.
     *
     * @throws IllegalStateException if the source does not compile, which is a fault of the
     *     generator
     */
    public Compiled compile() {
        return new Compiled(compileTo(RowFunction.class));
    }

    /** Compiles the source as a class that implements {@code type}, and returns an instance. */
    <T> T compileTo(Class<T> type) {
        try {
            ClassBodyEvaluator evaluator = new ClassBodyEvaluator();
            evaluator.setParentClassLoader(Code.class.getClassLoader());
            evaluator.setClassName(CLASS_NAME);
            evaluator.setImplementedInterfaces(new Class<?>[] {type});
            evaluator.cook(source);
            return type.cast(evaluator.getClazz().getDeclaredConstructor().newInstance());
        } catch (CompileException | ReflectiveOperationException e) {
            throw new IllegalStateException("generated code is wrong: " + source, e);
        }
    }
}
