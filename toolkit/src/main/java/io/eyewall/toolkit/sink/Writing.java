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
 * What one transaction of a sink that writes exactly once has to write: the tuples whose positions
 * it has not written, and the lanes of its progress that they change.
 *
 * @param tuples each position once
 * @param lanes of the progress, to which the positions are added already
 */
public record Writing(List<Tuple> tuples, Set<String> lanes) {
    /** Adds the positions; on any failure, the progress has to be read again. */
    public static Writing of(List<Tuple> batch, String positionField, Progress progress)
            throws BadRecordException {
        List<Position> positions = new ArrayList<>();
        for (Tuple tuple : batch) {
            if (Values.value(tuple, positionField) instanceof Position position) {
                positions.add(position);
            } else {
                throw new BadRecordException("field '" + positionField + "' is no Position", null);
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
        return new Writing(tuples, lanes);
    }
}
