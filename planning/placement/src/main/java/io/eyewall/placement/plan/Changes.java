package io.eyewall.placement.plan;

/**
 * The changes that a move makes to an array of numbers: the few affected indices with their
 * differences.
 */
final class Changes {
    private final double[] differences;
    private final boolean[] isTouched;
    private final int[] touched;
    private int count;

    Changes(int size) {
        differences = new double[size];
        isTouched = new boolean[size];
        touched = new int[size];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            differences[touched[i]] = 0;
            isTouched[touched[i]] = false;
        }
        count = 0;
    }

    void add(int index, double difference) {
        if (!isTouched[index]) {
            isTouched[index] = true;
            touched[count++] = index;
        }
        differences[index] += difference;
    }

    int count() {
        return count;
    }

    /** Returns the i-th affected index. */
    int index(int i) {
        return touched[i];
    }

    double difference(int index) {
        return differences[index];
    }

    void addTo(double[] numbers) {
        for (int i = 0; i < count; i++) {
            numbers[touched[i]] += differences[touched[i]];
        }
    }
}
