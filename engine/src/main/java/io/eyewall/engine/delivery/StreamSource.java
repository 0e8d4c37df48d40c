package io.eyewall.engine.delivery;

import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.tuple.Fields;

/**
 * What all tuples of one task and stream have in common.
 *
 * @param context the topology with Storm's system components
 * @param componentId who emits
 * @param taskId which task of it
 * @param streamId on which stream
 * @param fields names of the values
 * @param streamKey small number of the pair (component, stream), which no other pair has that a
 *     component receives as well
 */
public record StreamSource(
        GeneralTopologyContext context,
        String componentId,
        int taskId,
        String streamId,
        Fields fields,
        int streamKey) {

    /** Component and stream in Storm's form; a new object, since Storm's is mutable. */
    public GlobalStreamId globalStreamId() {
        return new GlobalStreamId(componentId, streamId);
    }
}
