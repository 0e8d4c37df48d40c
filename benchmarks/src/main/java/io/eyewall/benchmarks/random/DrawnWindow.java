package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.accuracy.Work;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.windowing.TupleWindow;

/** A bolt that computes for each tuple of a window when the window is complete; emits nothing. */
final class DrawnWindow extends BaseWindowedBolt {
    private static final long serialVersionUID = 1L;

    private final int board;
    private final int index;
    private final long rounds;
    private long state = 1;

    /**
     * @param board number of its topology
     * @param roundsPerUs rounds of {@link Work} per microsecond
     * @param index its index among the bolts of its topology
     */
    DrawnWindow(int board, Part part, double roundsPerUs, int index) {
        this.index = index;
        this.board = board;
        this.rounds = Math.round(part.microseconds() * roundsPerUs);
    }

    @Override
    public void execute(TupleWindow window) {
        for (int i = window.getNew().size(); i > 0; i--) {
            state = Work.rounds(state, rounds);
            Board.of(board).executed(index);
        }
    }
}
