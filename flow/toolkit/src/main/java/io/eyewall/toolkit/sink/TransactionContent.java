package io.eyewall.toolkit.sink;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.tuple.Tuple;

/**
 * The content of one transaction of an exactly-once sink: the tuples whose positions the sink has
 * not written yet, and the lanes of its progress that they change.
 *
 * @param tuples tuples to write, one per position
 * @param lanes changed lanes of the progress, to which the positions are already added
 */
public record TransactionContent(List<Tuple> tuples, Set<String> lanes) {
    /**
     * Selects the tuples to write and adds their positions to the progress. After any failure the
     * caller must read the progress from the medium again.
     */
    public static TransactionContent select(
            List<Tuple> batch, String positionField, Progress progress) throws BadRecordException {
        List<Position> positions = new ArrayList<>();
        for (Tuple tuple : batch) {
            if (Values.value(tuple, positionField) instanceof Position position) {
                positions.add(position);
            } else {
                throw new BadRecordException(
                        "field '" + positionField + "' does not hold a Position", null);
            }
        }
        List<Tuple> tuples = new ArrayList<>();
        Set<String> lanes = new TreeSet<>();
        for (int i = 0; i < batch.size(); i++) {
            if (!progress.contains(positions.get(i))) {
                tuples.add(batch.get(i));
                lanes.add(progress.add(positions.get(i)));
            }
        }
        return new TransactionContent(tuples, lanes);
    }
}
