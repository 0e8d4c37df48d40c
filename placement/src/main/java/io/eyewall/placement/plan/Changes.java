package io.eyewall.placement.plan;

/** What a move would change of many numbers: the few that it touches, with their differences. */
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

    /** The i-th index that was touched. */
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
