package io.eyewall.engine.routing;

import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.memory.HotPath;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.grouping.LoadAwareCustomStreamGrouping;
import org.apache.storm.grouping.LoadMapping;

/** Storm's groupings except the shuffles (Storm: daemon/GrouperFactory.java). */
final class Groupers {
    private Groupers() {}

    /**
     * Returns the index of the target that Storm chooses for a hash code of keys, {@code
     * Math.floorMod}; avoids the division if the number of targets is a power of two (Storm:
     * utils/TupleUtils.java).
     */
    @HotPath
    static int targetIndex(int hash, int count) {
        boolean powerOfTwo = (count & (count - 1)) == 0;
        return powerOfTwo ? hash & (count - 1) : Math.floorMod(hash, count);
    }

    /** Sends every tuple to one task: global grouping, and any grouping over a single task. */
    static final class Single extends Grouper {
        private final int index;

        Single(Endpoint[] targets, int index) {
            super(targets, index);
            this.index = index;
        }

        @Override
        protected boolean choosesOne() {
            return true;
        }

        @Override
        protected int choose(List<Object> values) {
            return index;
        }
    }

    /** Fields grouping on one field, by far the most frequent case. */
    static final class OneField extends Grouper {
        private final UserCodeScope scope;
        private final int field;
        private final int count;

        OneField(Endpoint[] targets, Endpoint emitter, int field) {
            super(targets);
            this.scope = new UserCodeScope(emitter);
            this.field = field;
            this.count = targets.length;
        }

        @Override
        protected boolean choosesOne() {
            return true;
        }

        @Override
        protected int choose(List<Object> values) {
            Object key = values.get(field);
            if (key instanceof String text) { // nearly all keys
                // The sum equals Arrays.deepHashCode of an array that holds only the key.
                return targetIndex(31 + text.hashCode(), count);
            }
            if (!Keys.isPlain(key)) {
                return indexInUserCode(scope, new Object[] {key}, count);
            }
            boolean isScalar = key != null && !key.getClass().isArray();
            return isScalar
                    ? targetIndex(31 + key.hashCode(), count)
                    : indexOf(new Object[] {key}, count);
        }

        @Override
        protected int[] chooseMany(List<Object> values) {
            return new int[] {indexOf(new Object[] {values.get(field)}, count)};
        }
    }

    /** Fields grouping on several fields, in the order of the grouping. */
    static final class ManyFields extends Grouper {
        private final UserCodeScope scope;
        private final int[] fields;
        private final int count;

        ManyFields(Endpoint[] targets, Endpoint emitter, int[] fields) {
            super(targets);
            this.scope = new UserCodeScope(emitter);
            this.fields = fields;
            this.count = targets.length;
        }

        @Override
        protected boolean choosesOne() {
            return true;
        }

        @Override
        protected int choose(List<Object> values) {
            Object[] keys = new Object[fields.length];
            boolean allPlain = true;
            for (int i = 0; i < keys.length; i++) {
                keys[i] = values.get(fields[i]);
                allPlain &= Keys.isPlain(keys[i]);
            }
            return allPlain ? indexOf(keys, count) : indexInUserCode(scope, keys, count);
        }

        @Override
        protected int[] chooseMany(List<Object> values) {
            Object[] keys = new Object[fields.length];
            Arrays.setAll(keys, i -> values.get(fields[i]));
            return new int[] {indexOf(keys, count)};
        }
    }

    private static int indexOf(Object[] keys, int count) {
        return targetIndex(Arrays.deepHashCode(keys), count);
    }

    /**
     * Returns the target for keys of which at least one has a hash code that user code computes.
     *
     * @return {@link Grouper#MANY} if the thread has lost its core in the user code; the emit then
     *     calls {@link Grouper#chooseMany}
     */
    private static int indexInUserCode(UserCodeScope scope, Object[] keys, int count) {
        CoreOwner owner = scope.enter();
        int index = indexOf(keys, count);
        return scope.leave(owner) ? index : Grouper.MANY;
    }

    /** All grouping: sends every tuple to all tasks. */
    static final class All extends Grouper {
        private final int[] indexes;

        All(Endpoint[] targets) {
            super(targets);
            this.indexes = new int[targets.length];
            Arrays.setAll(indexes, i -> i);
        }

        @Override
        protected boolean choosesOne() {
            return false;
        }

        @Override
        protected int choose(List<Object> values) {
            return MANY;
        }

        @Override
        protected int[] chooseMany(List<Object> values) {
            return indexes;
        }
    }

    /** Storm's none grouping: sends every tuple to a random task. */
    static final class Random extends Grouper {
        private final int count;
        private final SplittableRandom random;

        Random(Endpoint[] targets, long seed) {
            super(targets);
            this.count = targets.length;
            this.random = new SplittableRandom(seed);
        }

        @Override
        protected boolean choosesOne() {
            return true;
        }

        @Override
        protected int choose(List<Object> values) {
            return random.nextInt(count);
        }
    }

    /**
     * A user's grouping, which may choose any number of tasks. Tasks that began in one executor
     * share the grouping object, even if they run on different threads now. Therefore calls hold
     * the grouping's lock.
     */
    static final class Custom extends Grouper {
        private final UserCodeScope scope;
        private final CustomStreamGrouping grouping;
        private final int sourceTask;
        private final int[] taskIds;

        Custom(Endpoint[] targets, Endpoint emitter, CustomStreamGrouping grouping) {
            super(targets);
            this.scope = new UserCodeScope(emitter);
            this.grouping = grouping;
            this.sourceTask = emitter.taskId();
            this.taskIds = Arrays.stream(targets).mapToInt(Endpoint::taskId).toArray();
        }

        @Override
        protected boolean choosesOne() {
            return false;
        }

        @Override
        protected int choose(List<Object> values) {
            return MANY;
        }

        @Override
        protected int[] chooseMany(List<Object> values) {
            List<Integer> chosen;
            CoreOwner owner = scope.enter();
            synchronized (grouping) { // waits while the grouping runs for another task
                chosen = grouping.chooseTasks(sourceTask, values);
            }
            scope.leave(owner); // the emitting code checks whether the core was lost
            if (chosen == null) {
                return new int[0];
            }
            int[] indexes = new int[chosen.size()];
            for (int i = 0; i < indexes.length; i++) {
                indexes[i] = Arrays.binarySearch(taskIds, chosen.get(i));
                if (indexes[i] < 0) {
                    throw new IllegalArgumentException(
                            "custom grouping "
                                    + grouping.getClass().getName()
                                    + " chose task "
                                    + chosen.get(i)
                                    + ", but the subscriber's tasks are "
                                    + Arrays.toString(taskIds));
                }
            }
            return indexes;
        }

        @Override
        public boolean isLoadAware() {
            return grouping instanceof LoadAwareCustomStreamGrouping;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a user's equals may be true for another object
        public boolean isSharedWith(Grouper other) {
            return other instanceof Custom custom && custom.grouping == grouping;
        }

        @Override
        public void refreshLoad(LoadMapping load) {
            synchronized (grouping) {
                ((LoadAwareCustomStreamGrouping) grouping).refreshLoad(load);
            }
        }
    }
}
