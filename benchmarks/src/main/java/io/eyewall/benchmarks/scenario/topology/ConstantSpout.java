package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.ConstantText;

/** Emits the one string of the throughput scenario. */
public final class ConstantSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    /** Creates the spout; {@code acked}: whether tuples get message ids. */
    public ConstantSpout(boolean acked) {
        super("text", acked);
    }

    @Override
    protected String[] createTexts() {
        return new String[] {ConstantText.create()};
    }
}
