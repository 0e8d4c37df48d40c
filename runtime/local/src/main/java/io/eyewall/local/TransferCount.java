package io.eyewall.local;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TopologyProbe;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.daemon.Acker;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.RegisteredGlobalState;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tuples that a tracked cluster transfers and processes, as Storm would. On Storm,
 * messages to and from ackers are tuples, and ackers count the tuples that they have processed, so
 * this probe adds what ackers would count. User components are wrapped by {@code
 * org.apache.storm.testing.TrackedTopology} and count for themselves (Storm:
 * executor/LocalExecutor.java, testing/NonRichBoltTracker.java). The two sums are equal only when
 * no tuple is in flight, provided that the engine has one core: an ack that crosses cores would be
 * counted late. Any thread may call.
 */
final class TransferCount implements TopologyProbe {
    private final AtomicInteger transferred = new AtomicInteger();
    private final AtomicInteger processed = new AtomicInteger();

    /** The ids of failed messages, so that only the first failure of a message is counted. */
    private final Set<Long> failedRoots = ConcurrentHashMap.newKeySet();

    /**
     * Registers the counts where Storm's testing code reads those of a tracked cluster.
     *
     * @param trackId the cluster's id
     */
    void register(String trackId) {
        Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
        counts.put("spout-emitted", new AtomicInteger());
        counts.put("transferred", transferred);
        counts.put("processed", processed);
        RegisteredGlobalState.setState(trackId, counts);
    }

    @Override
    public void onOpened(Executor executor) {
        // no tuple is in flight before the first emit
    }

    @Override
    public List<Object> onEmit(
            Task task,
            StreamSource source,
            List<Object> values,
            @Nullable Object messageId,
            @Nullable Collection<Tuple> anchors,
            List<Integer> targets) {
        transferred.addAndGet(targets.size());
        if (messageId != null && hasAckers(task)) {
            // The spout sends a tuple to the acker, which processes it. Without targets, the acker
            // sends the ack to the spout immediately.
            int immediateAcks = targets.isEmpty() ? 1 : 0;
            transferred.addAndGet(1 + immediateAcks);
            processed.incrementAndGet();
        }
        return values;
    }

    private static boolean hasAckers(Task task) {
        return !task.context().getComponentTasks(Acker.ACKER_COMPONENT_ID).isEmpty();
    }

    @Override
    public void onFinish(@Nullable TupleTree tree) {
        // for each message of the tuple, the bolt sends a tuple to the acker
        transferred.addAndGet(rootsOf(tree).size());
    }

    @Override
    public void onFinished(TupleTree tree, boolean failed) {
        Set<RootTree> roots = rootsOf(tree);
        for (RootTree root : roots) {
            // the acker sends a tuple to the spout when the message completes
            boolean notifiesSpout =
                    failed ? root.isPending() && failedRoots.add(root.id()) : root.isAcked();
            if (notifiesSpout) {
                transferred.incrementAndGet();
            }
        }
        processed.addAndGet(roots.size());
    }

    private static Set<RootTree> rootsOf(@Nullable TupleTree tree) {
        Set<RootTree> roots = new HashSet<>();
        if (tree != null) {
            tree.forEachRoot(roots::add);
        }
        return roots;
    }
}
