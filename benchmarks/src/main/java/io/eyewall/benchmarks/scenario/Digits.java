package io.eyewall.benchmarks.scenario;

import java.util.SplittableRandom;

/**
 * The input of the rolling sort: {@value #COUNT} strings of {@value #LENGTH} random digits from 0
 * to 8, the same in every run. RollingSort of storm-benchmark generates such strings while it runs;
 * here they are generated beforehand, so that their generation is not measured.
 */
public final class Digits {
    /** The number of different strings. */
    public static final int COUNT = 1_000;

    /** The length of each string. */
    public static final int LENGTH = 100;

    private static final long SEED = 20_240_608L;
    private static final int DIFFERENT_DIGITS = 9;

    private Digits() {}

    /** Makes the strings; every call returns a new array with equal content. */
    public static String[] create() {
        SplittableRandom random = new SplittableRandom(SEED);
        String[] texts = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            StringBuilder text = new StringBuilder(LENGTH);
            for (int c = 0; c < LENGTH; c++) {
                text.append((char) ('0' + random.nextInt(DIFFERENT_DIGITS)));
            }
            texts[i] = text.toString();
        }
        return texts;
    }
}
