package io.eyewall.toolkit.operator;

import org.jspecify.annotations.Nullable;

/**
 * A value of one of two inputs; the other component is null.
 *
 * @param first value of the first input, or null
 * @param second value of the second input, or null
 */
public record Either<L, R>(@Nullable L first, @Nullable R second) {
    /**
     * Returns an input that reads the values of both inputs of an operator.
     *
     * @param second the operator's second input
     */
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    public static <L, R> Input<Either<L, R>> input(SecondInput second) {
        Input<Object> input = Input.ofOperator();
        return tuple ->
                second.contains(tuple)
                        ? new Either<>(null, (R) input.value(tuple))
                        : new Either<>((L) input.value(tuple), null);
    }
}
