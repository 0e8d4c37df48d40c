package io.eyewall.benchmarks.scenario;

/** The texts of a work in an endless cycle, from the first on. Used by one thread. */
public final class TextCycle {
    private final String[] texts;
    private int next;

    /** Makes texts of its own. */
    public TextCycle(Work work) {
        texts = work.createTexts();
    }

    /** Returns the next one. */
    public String next() {
        String text = texts[next];
        next++;
        if (next == texts.length) {
            next = 0;
        }
        return text;
    }
}
