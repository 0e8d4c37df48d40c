package io.eyewall.engine.delivery;

import com.esotericsoftware.kryo.DefaultSerializer;
import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.CrossCoreMessage;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.SizeEstimate;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * A tuple on its way to one task. Immutable for user code; {@link #tree} is for the core that holds
 * the tuple (Storm: tuple/TupleImpl.java). As long as nothing is traced, this is the only loaded
 * class of its hierarchy, so that the JIT compiler treats it as final.
 */
@DefaultSerializer(EngineTupleSerializer.class)
public sealed class EngineTuple extends CrossCoreMessage implements Tuple permits TracedTuple {
    /** Heap size of a tuple without its values. */
    private static final int OWN_BYTES = 40;

    private final List<Object> values;
    private final StreamSource source;
    private final Endpoint destination;

    /** The tree in which this tuple is counted; null if untracked, acked or failed. */
    private @Nullable TupleTree tree;

    /**
     * The core that counts in {@link #tree}, as far as is known without reading the tree; null if
     * there is no tree.
     */
    private @Nullable TreeOwner treeOwner;

    /** The number of the sample that times this tuple, or 0. */
    private int sample;

    /**
     * @param source the emitting task and its stream
     * @param values the emitted list itself, not a copy; the emitter must not change it any more
     * @param destination the receiving task
     * @param tree the tree in which the tuple has been counted already, or null if it is not
     *     tracked
     * @param emitter the emitter's core, which has counted the tuple if it is tracked
     */
    public EngineTuple(
            StreamSource source,
            List<Object> values,
            Endpoint destination,
            @Nullable TupleTree tree,
            TreeOwner emitter) {
        this.source = source;
        this.values = values;
        this.destination = destination;
        this.tree = tree;
        this.treeOwner = tree == null ? null : emitter;
    }

    @Override
    public long estimatedBytes(SizeEstimate estimate) {
        return OWN_BYTES + estimate.bytesOfValues(values);
    }

    @Override
    public int readAhead() {
        try {
            boolean readable = values.getClass() == Values.class && !values.isEmpty();
            return readable && values.get(0) instanceof String first ? first.length() : 0;
        } catch (IndexOutOfBoundsException e) {
            return 0; // the emitter is still mutating the list; the receiver gets the error
        }
    }

    @Override
    public boolean leaveBranch(BranchTree branch) {
        if (tree != branch) {
            return false;
        }
        tree = branch.parent();
        treeOwner = branch.parentOwner();
        return true;
    }

    @Override
    public void arrive() {
        destination.receive(this, destination.core().owner());
    }

    public Endpoint destination() {
        return destination;
    }

    public StreamSource source() {
        return source;
    }

    /**
     * Returns whether the tuple is traced: a constant to the JIT compiler until a tuple has been
     * traced.
     */
    @HotPath
    public boolean isTraced() {
        return false;
    }

    /** Marks the tuple as timed by the sample with the given number. */
    public void setSample(int number) {
        sample = number;
    }

    /**
     * Returns the sample's number, or 0 if there is none, and resets it: a second call returns 0.
     */
    public int takeSample() {
        int taken = sample;
        if (taken != 0) {
            sample = 0;
        }
        return taken;
    }

    /** Returns the tree in which the tuple is counted now, perhaps by another core. */
    public @Nullable TupleTree tree() {
        return tree;
    }

    /**
     * Returns the core that counts {@link #tree}, as {@link TreeOwner#finish} expects it; null if
     * the tuple is in no tree. Test this for null, not the tree: when a tree is compared with null,
     * C2 may read the tree (decision 127).
     */
    public @Nullable TreeOwner treeOwner() {
        return treeOwner;
    }

    /**
     * Returns the engine's tuple for a tuple that user code anchors to, acks or fails: that tuple
     * itself, or the original of a copy; null for a tuple that is in no tree of this engine, such
     * as one that was read back from a bolt's state.
     */
    public static @Nullable EngineTuple of(Tuple tuple) {
        return tuple instanceof EngineTuple original ? original : originalOf(tuple);
    }

    private static @Nullable EngineTuple originalOf(Tuple tuple) {
        boolean copied =
                tuple instanceof TupleImpl copy && copy.getMessageId() instanceof TracedMessageId;
        return copied ? ((TracedMessageId) tuple.getMessageId()).tuple() : null;
    }

    /**
     * Returns {@link #tree} if the given core counts in it, so that it can also count the tuples
     * that follow from this one there; else null. Called by that core, though another core may hold
     * the tuple and ack it.
     */
    public @Nullable TupleTree treeCountedBy(TreeOwner core) {
        if (treeOwner != core) {
            return null;
        }
        TupleTree current = tree;
        return current != null && current.owner() == core ? current : null;
    }

    /**
     * Returns the tree for tuples that follow from this one, counted by the given core, which holds
     * the tuple; null if this one is untracked. A tuple that came from another core gets a branch
     * of its own first, and so does a tuple whose message has moved to another core.
     */
    public @Nullable TupleTree treeOn(TreeOwner core) {
        TupleTree counted = treeCountedBy(core);
        TreeOwner owner = treeOwner;
        return counted != null || owner == null ? counted : openBranch(core, owner);
    }

    @SuppressWarnings("NullAway") // a tuple with an owner has a tree
    private BranchTree openBranch(TreeOwner core, TreeOwner parentOwner) {
        BranchTree branch = new BranchTree(core, tree, parentOwner);
        tree = branch;
        treeOwner = core;
        return branch;
    }

    /**
     * Removes a tuple that has a {@link #treeOwner} from its tree because it is acked or failed,
     * and returns the tree.
     */
    @SuppressWarnings("NullAway") // a tuple with an owner has a tree
    public TupleTree takeTree() {
        TupleTree taken = tree;
        tree = null;
        treeOwner = null;
        return taken;
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public boolean contains(String field) {
        return getFields().contains(field);
    }

    @Override
    public Fields getFields() {
        return source.fields();
    }

    @Override
    public int fieldIndex(String field) {
        return source.fields().fieldIndex(field);
    }

    @Override
    public List<Object> select(Fields selector) {
        return getFields().select(selector, values);
    }

    @Override
    public Object getValue(int i) {
        return values.get(i);
    }

    @Override
    public String getString(int i) {
        return (String) values.get(i);
    }

    @Override
    public Integer getInteger(int i) {
        return (Integer) values.get(i);
    }

    @Override
    public Long getLong(int i) {
        return (Long) values.get(i);
    }

    @Override
    public Boolean getBoolean(int i) {
        return (Boolean) values.get(i);
    }

    @Override
    public Short getShort(int i) {
        return (Short) values.get(i);
    }

    @Override
    public Byte getByte(int i) {
        return (Byte) values.get(i);
    }

    @Override
    public Double getDouble(int i) {
        return (Double) values.get(i);
    }

    @Override
    public Float getFloat(int i) {
        return (Float) values.get(i);
    }

    @Override
    public byte[] getBinary(int i) {
        return (byte[]) values.get(i);
    }

    @Override
    public Object getValueByField(String field) {
        return values.get(fieldIndex(field));
    }

    @Override
    public String getStringByField(String field) {
        return (String) values.get(fieldIndex(field));
    }

    @Override
    public Integer getIntegerByField(String field) {
        return (Integer) values.get(fieldIndex(field));
    }

    @Override
    public Long getLongByField(String field) {
        return (Long) values.get(fieldIndex(field));
    }

    @Override
    public Boolean getBooleanByField(String field) {
        return (Boolean) values.get(fieldIndex(field));
    }

    @Override
    public Short getShortByField(String field) {
        return (Short) values.get(fieldIndex(field));
    }

    @Override
    public Byte getByteByField(String field) {
        return (Byte) values.get(fieldIndex(field));
    }

    @Override
    public Double getDoubleByField(String field) {
        return (Double) values.get(fieldIndex(field));
    }

    @Override
    public Float getFloatByField(String field) {
        return (Float) values.get(fieldIndex(field));
    }

    @Override
    public byte[] getBinaryByField(String field) {
        return (byte[]) values.get(fieldIndex(field));
    }

    /** Returns an unmodifiable view, as Storm's local mode does. */
    @Override
    public List<Object> getValues() {
        return Collections.unmodifiableList(values);
    }

    @Override
    public GlobalStreamId getSourceGlobalStreamId() {
        return source.globalStreamId();
    }

    @Override
    public String getSourceComponent() {
        return source.componentId();
    }

    @Override
    public int getSourceTask() {
        return source.taskId();
    }

    @Override
    public String getSourceStreamId() {
        return source.streamId();
    }

    /**
     * Returns the messages that this tuple belongs to. The ids of the messages are real; those of
     * the tuple in their trees are placeholders, because the engine counts tuples instead of XORing
     * their ids.
     */
    @Override
    public MessageId getMessageId() {
        TupleTree current = tree;
        Map<Long, Long> anchorsToIds = new HashMap<>();
        if (current != null) {
            current.forEachRoot(
                    root -> anchorsToIds.put(root.id(), (long) System.identityHashCode(this)));
        }
        return new TracedMessageId(anchorsToIds, this);
    }

    @Override
    public GeneralTopologyContext getContext() {
        return source.context();
    }

    @Override
    public String toString() {
        return "source: "
                + source.componentId()
                + ":"
                + source.taskId()
                + ", stream: "
                + source.streamId()
                + ", id: "
                + getMessageId()
                + ", "
                + values
                + " PROC_START_TIME(sampled): null EXEC_START_TIME(sampled): null";
    }
}
