package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Functions of the JDK that can be sent to where a bolt runs. */
public final class Fn {
    private Fn() {}

    /** One value of one. */
    public interface Of<T, R> extends Function<T, R>, Serializable {}

    /** One value of two. */
    public interface Of2<T, U, R> extends BiFunction<T, U, R>, Serializable {}

    /** Yes or no. */
    public interface Is<T> extends Predicate<T>, Serializable {}

    /** Yes or no, of two. */
    public interface Is2<T, U> extends BiPredicate<T, U>, Serializable {}

    /** A whole number. */
    public interface ToLong<T> extends ToLongFunction<T>, Serializable {}

    /** A number. */
    public interface ToDouble<T> extends ToDoubleFunction<T>, Serializable {}

    /** Takes a value. */
    public interface To<T> extends Consumer<T>, Serializable {}
}
