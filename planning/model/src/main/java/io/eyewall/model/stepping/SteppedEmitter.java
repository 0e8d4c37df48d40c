package io.eyewall.model.stepping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/** Decides how many tuples an executor sends for one input, and to which receivers. */
final class SteppedEmitter {
    private final Shape.Output output;
    private final double[] tuplesByReceiver;
    private final double tuplesPerInput;

    /** If receivers take turns: the fraction of a tuple that is still owed to each receiver. */
    private final double[] owed;

    private SteppedEmitter(Shape.Output output) {
        this.output = output;
        this.tuplesByReceiver =
                output.tuplesEach().stream().mapToDouble(Double::doubleValue).toArray();
        this.tuplesPerInput = Arrays.stream(tuplesByReceiver).sum();
        this.owed = new double[tuplesByReceiver.length];
    }

    /** Returns the emitters of each executor. */
    static List<List<SteppedEmitter>> byExecutor(Shape shape) {
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
            for (int i = 0; i < tuplesByReceiver.length; i++) {
                for (int n = randomCount(tuplesByReceiver[i], random); n > 0; n--) {
                    send.accept(output.to().get(i));
                }
            }
            return;
        }
        for (int n = randomCount(tuplesPerInput, random); n > 0; n--) {
            int i = output.choice() == Shape.Choice.IN_TURN ? nextInTurn() : randomReceiver(random);
            send.accept(output.to().get(i));
        }
    }

    /** Returns one of the two whole numbers next to {@code mean}, at random with that mean. */
    private static int randomCount(double mean, RandomGenerator random) {
        int whole = (int) mean;
        double fraction = mean - whole;
        return fraction > 0 && random.nextDouble() < fraction ? whole + 1 : whole;
    }

    private int nextInTurn() {
        int mostOwed = 0;
        for (int i = 0; i < tuplesByReceiver.length; i++) {
            owed[i] += tuplesByReceiver[i] / tuplesPerInput;
            mostOwed = owed[i] > owed[mostOwed] + 1e-9 ? i : mostOwed;
        }
        owed[mostOwed]--;
        return mostOwed;
    }

    private int randomReceiver(RandomGenerator random) {
        double remaining = random.nextDouble() * tuplesPerInput;
        int i = 0;
        while (i < tuplesByReceiver.length - 1 && (remaining -= tuplesByReceiver[i]) >= 0) {
            i++;
        }
        return i;
    }
}
