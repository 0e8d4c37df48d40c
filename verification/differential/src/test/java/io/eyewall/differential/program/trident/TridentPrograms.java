package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import java.util.ArrayList;
import java.util.List;

/** All programs about Trident. */
public final class TridentPrograms {
    private TridentPrograms() {}

    /** Returns the programs in the order in which they are started. */
    public static List<Program> all() {
        List<Program> all = new ArrayList<>();
        all.addAll(SpoutPrograms.all());
        all.addAll(ReplayPrograms.all());
        all.addAll(StatePrograms.all());
        all.addAll(WindowPrograms.all());
        all.addAll(OperationPrograms.all());
        all.addAll(AggregationPrograms.all());
        all.addAll(JoinPrograms.all());
        all.addAll(PartitionPrograms.all());
        all.addAll(QueryPrograms.all());
        all.addAll(HelperPrograms.all());
        return List.copyOf(all);
    }
}
