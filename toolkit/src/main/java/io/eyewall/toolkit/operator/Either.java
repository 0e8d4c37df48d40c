package io.eyewall.toolkit.operator;

import org.jspecify.annotations.Nullable;

/**
 * A value of one of two inputs.
 *
 * @param first null: it is of the second
 * @param second null: it is of the first
 */
public record Either<L, R>(@Nullable L first, @Nullable R second) {
    /** Of the second input, or else the first. */
    @SuppressWarnings("unchecked") // the builder connects what fits
    public static <L, R> Input<Either<L, R>> input(Second other) {
        Input<Object> input = Input.ofOperator();
        return tuple ->
                other.has(tuple)
                        ? new Either<>(null, (R) input.value(tuple))
                        : new Either<>((L) input.value(tuple), null);
    }
}
