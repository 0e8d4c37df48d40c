package io.eyewall.benchmarks.scenario;

/**
 * The texts of a work in an endless cycle, from the first on. Used by one thread.
 *
 * <p>Padding keeps its position 128 bytes away from any object that a garbage collection places
 * beside it, like {@link Scoreboard.Cell}s, because other threads read the same texts.
 */
public final class TextCycle {
    private static final int PADDING = 32;

    private final String[] texts;
    private final int[] place = new int[2 * PADDING + 1];

    /** Creates a cycle with texts of its own. */
    public TextCycle(Work work) {
        texts = work.createTexts();
    }

    /** Returns the next text. */
    public String next() {
        int next = place[PADDING];
        place[PADDING] = next + 1 == texts.length ? 0 : next + 1;
        return texts[next];
    }
}
