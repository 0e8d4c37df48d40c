package io.eyewall.differential.program.trident;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.trident.spout.ISpoutPartition;
import org.apache.storm.tuple.Values;

/** A partition of a source: a letter with consecutive numbers. */
record Partition(String letter) implements ISpoutPartition, Serializable {
    private static final int BATCH = 2;

    static List<Partition> of(List<?> letters) {
        return letters.stream().map(letter -> new Partition((String) letter)).toList();
    }

    @Override
    public String getId() {
        return "partition-" + letter;
    }

    /** Returns the rows that follow {@code offset} in a batch, none after {@code end}. */
    List<Values> rows(int offset, int end) {
        List<Values> rows = new ArrayList<>();
        for (int i = offset + 1; i <= Math.min(offset + BATCH, end); i++) {
            rows.add(new Values(letter + i));
        }
        return rows;
    }
}
