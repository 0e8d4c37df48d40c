package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Sentences;

/** Emits the sentences of the word count. */
public final class SentenceSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    /** Creates the spout; {@code acked}: whether sentences get message ids. */
    public SentenceSpout(boolean acked) {
        super("sentence", acked);
    }

    @Override
    protected String[] createTexts() {
        return Sentences.create();
    }
}
