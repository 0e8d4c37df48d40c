package io.eyewall.toolkit.operator;

import org.jspecify.annotations.Nullable;

/**
 * A value of one of two inputs; the other component is null.
 *
 * @param first value of the first input, or null
 * @param second value of the second input, or null
 */
public record Either<L, R>(@Nullable L first, @Nullable R second) {
    /** Returns an input that reads values of the second input and of the first. */
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    public static <L, R> Input<Either<L, R>> input(SecondInput other) {
        Input<Object> input = Input.ofOperator();
        return tuple ->
                other.has(tuple)
                        ? new Either<>(null, (R) input.value(tuple))
                        : new Either<>((L) input.value(tuple), null);
    }
}
