package io.eyewall.model.stepping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/** Decides how many tuples an executor sends for one input, and to which receivers. */
final class SteppedEmitter {
    private final Shape.Output output;
    private final double[] each;
    private final double all;

    /** If receivers take turns: the fraction of a tuple that each receiver is still to get. */
    private final double[] owed;

    private SteppedEmitter(Shape.Output output) {
        this.output = output;
        this.each = output.tuplesEach().stream().mapToDouble(Double::doubleValue).toArray();
        this.all = Arrays.stream(each).sum();
        this.owed = new double[each.length];
    }

    /** Returns the emitters of each executor, by number. */
    static List<List<SteppedEmitter>> of(Shape shape) {
        List<List<SteppedEmitter>> emitters = new ArrayList<>();
        shape.executors().forEach(e -> emitters.add(new ArrayList<>()));
        for (Shape.Output output : shape.outputs()) {
            emitters.get(output.from()).add(new SteppedEmitter(output));
        }
        return emitters;
    }

    /** Emits the tuples that follow from one input tuple. */
    void emit(RandomGenerator random, IntConsumer send) {
        if (output.choice() == Shape.Choice.ALL) {
            for (int i = 0; i < each.length; i++) {
                for (int n = count(each[i], random); n > 0; n--) {
                    send.accept(output.to().get(i));
                }
            }
            return;
        }
        for (int n = count(all, random); n > 0; n--) {
            int i = output.choice() == Shape.Choice.IN_TURN ? next() : draw(random);
            send.accept(output.to().get(i));
        }
    }

    /** Returns a random whole number with that mean. */
    private static int count(double mean, RandomGenerator random) {
        int whole = (int) mean;
        double rest = mean - whole;
        return rest > 0 && random.nextDouble() < rest ? whole + 1 : whole;
    }

    private int next() {
        int most = 0;
        for (int i = 0; i < each.length; i++) {
            owed[i] += each[i] / all;
            most = owed[i] > owed[most] + 1e-9 ? i : most;
        }
        owed[most]--;
        return most;
    }

    private int draw(RandomGenerator random) {
        double left = random.nextDouble() * all;
        int i = 0;
        while (i < each.length - 1 && (left -= each[i]) >= 0) {
            i++;
        }
        return i;
    }
}
