package io.eyewall.engine.delivery;

import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.tuple.Fields;

/**
 * The facts that all tuples of one task and stream share.
 *
 * @param context the topology with Storm's system components
 * @param componentId the emitting component
 * @param taskId the emitting task
 * @param streamId the stream
 * @param fields names of the values
 * @param streamKey small number of the pair (component, stream), unique among the pairs that any
 *     one component receives
 */
public record StreamSource(
        GeneralTopologyContext context,
        String componentId,
        int taskId,
        String streamId,
        Fields fields,
        int streamKey) {

    /** Returns component and stream in Storm's form; a new object, since Storm's is mutable. */
    public GlobalStreamId globalStreamId() {
        return new GlobalStreamId(componentId, streamId);
    }
}
