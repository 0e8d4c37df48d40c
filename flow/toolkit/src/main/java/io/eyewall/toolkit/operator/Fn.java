package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Serializable variants of the JDK's functional interfaces, which can be sent to where a bolt runs.
 */
public final class Fn {
    private Fn() {}

    /** Computes a value from a value. */
    public interface Of<T, R> extends Function<T, R>, Serializable {}

    /** Computes a value from two values. */
    public interface Of2<T, U, R> extends BiFunction<T, U, R>, Serializable {}

    /** Tests a value. */
    public interface Is<T> extends Predicate<T>, Serializable {}

    /** Tests two values. */
    public interface Is2<T, U> extends BiPredicate<T, U>, Serializable {}

    /** Computes an integer from a value. */
    public interface ToLong<T> extends ToLongFunction<T>, Serializable {}

    /** Computes a real number from a value. */
    public interface ToDouble<T> extends ToDoubleFunction<T>, Serializable {}

    /** Consumes a value. */
    public interface To<T> extends Consumer<T>, Serializable {}
}
