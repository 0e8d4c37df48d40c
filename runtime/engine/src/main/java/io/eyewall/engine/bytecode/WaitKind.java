package io.eyewall.engine.bytecode;

import java.util.Set;

/**
 * A kind of object by which one thread waits for another: its types, the methods that end a wait
 * (signals), and the methods that wait. Methods are recognized by name, in calls of the listed
 * types and their subtypes. A name that ends in "+" stands only for the overload with a time limit.
 */
@SuppressWarnings("ImmutableEnumChecker") // made by Set.of
enum WaitKind implements Awaited {
    LATCH(
            Set.of("java/util/concurrent/CountDownLatch"),
            Set.of("countDown"),
            Set.of("await", "awaitUninterruptibly")),
    QUEUE(
            Set.of("java/util/concurrent/BlockingQueue", "java/util/Queue"),
            Set.of(
                    "put",
                    "putFirst",
                    "putLast",
                    "putUninterruptibly",
                    "offer",
                    "offerFirst",
                    "offerLast",
                    "add",
                    "addFirst",
                    "addLast",
                    "addAll",
                    "push",
                    "transfer",
                    "tryTransfer",
                    "take",
                    "takeFirst",
                    "takeLast",
                    "takeUninterruptibly",
                    "poll",
                    "pollFirst",
                    "pollLast",
                    "remove",
                    "drainTo",
                    "clear"),
            Set.of(
                    "put",
                    "putFirst",
                    "putLast",
                    "putUninterruptibly",
                    "transfer",
                    "take",
                    "takeFirst",
                    "takeLast",
                    "takeUninterruptibly",
                    "offer+",
                    "poll+")),
    FUTURE(
            Set.of(
                    "java/util/concurrent/Future",
                    "java/util/concurrent/CompletionStage",
                    "com/google/common/util/concurrent/Futures"),
            Set.of(
                    "complete",
                    "completeExceptionally",
                    "completeAsync",
                    "obtrudeValue",
                    "obtrudeException",
                    "cancel",
                    "run",
                    "set",
                    "setException",
                    "setFuture"),
            Set.of("get", "join", "getUninterruptibly", "getUnchecked")),
    SEMAPHORE(
            Set.of(
                    "java/util/concurrent/Semaphore",
                    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
                    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer"),
            Set.of("release", "releaseShared"),
            Set.of(
                    "acquire",
                    "acquireUninterruptibly",
                    "acquireInterruptibly",
                    "acquireShared",
                    "acquireSharedInterruptibly",
                    "tryAcquireNanos",
                    "tryAcquireSharedNanos",
                    "tryAcquireUninterruptibly",
                    "tryAcquire+")),
    CONDITION(
            Set.of("java/util/concurrent/locks/Condition"),
            Set.of("signal", "signalAll"),
            Set.of("await", "awaitNanos", "awaitUntil", "awaitUninterruptibly")),
    MONITOR(
            Set.of("java/lang/Object"), // an ancestor of all classes
            Set.of("notify", "notifyAll"),
            Set.of("wait")),
    BARRIER(
            Set.of(
                    "java/util/concurrent/CyclicBarrier",
                    "java/util/concurrent/Phaser",
                    "java/util/concurrent/Exchanger"),
            Set.of(
                    "await",
                    "arrive",
                    "arriveAndDeregister",
                    "arriveAndAwaitAdvance",
                    "forceTermination",
                    "exchange"),
            Set.of(
                    "await",
                    "arriveAndAwaitAdvance",
                    "awaitAdvance",
                    "awaitAdvanceInterruptibly",
                    "exchange")),
    /**
     * The locks of a database: a commit or rollback makes the changed rows available to other
     * transactions.
     */
    TRANSACTION(
            Set.of(
                    "java/sql/Connection",
                    "java/sql/Statement",
                    "javax/persistence/EntityManager",
                    "javax/persistence/EntityTransaction",
                    "javax/persistence/Query",
                    "javax/transaction/UserTransaction",
                    "jakarta/persistence/EntityManager",
                    "jakarta/persistence/EntityTransaction",
                    "jakarta/persistence/Query",
                    "jakarta/transaction/UserTransaction"),
            Set.of("commit", "rollback", "setAutoCommit"),
            Set.of(
                    "execute",
                    "executeBatch",
                    "executeLargeBatch",
                    "executeLargeUpdate",
                    "executeQuery",
                    "executeUpdate",
                    "find",
                    "flush",
                    "getResultList",
                    "getSingleResult",
                    "lock",
                    "commit")),
    /** A flag that serves as a lock: one component sets what another one spins or sleeps for. */
    FLAG(
            Set.of(
                    "java/lang/Thread",
                    "java/util/concurrent/ConcurrentMap",
                    "java/util/concurrent/atomic/AtomicBoolean",
                    "java/util/concurrent/atomic/AtomicInteger",
                    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
                    "java/util/concurrent/atomic/AtomicReference",
                    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
                    "java/lang/invoke/VarHandle",
                    "org/apache/storm/utils/Utils"),
            Set.of(
                    "set",
                    "lazySet",
                    "setOpaque",
                    "setPlain",
                    "setRelease",
                    "setVolatile",
                    "put",
                    "putIfAbsent",
                    "remove",
                    "replace"),
            Set.of(
                    "compareAndSet",
                    "compareAndExchange",
                    "compareAndExchangeAcquire",
                    "weakCompareAndSet",
                    "weakCompareAndSetAcquire",
                    "weakCompareAndSetPlain",
                    "weakCompareAndSetVolatile",
                    "getAndSet",
                    "getAndSetAcquire",
                    "onSpinWait",
                    "sleep",
                    "yield")),
    PARKING(
            Set.of("java/util/concurrent/locks/LockSupport"),
            Set.of("unpark"),
            Set.of("park", "parkNanos", "parkUntil")),
    /** A pool of connections or other objects: what is given back is available to others. */
    POOL(
            Set.of(
                    "java/sql/Connection",
                    "javax/sql/DataSource",
                    "org/apache/commons/pool/KeyedObjectPool",
                    "org/apache/commons/pool/ObjectPool",
                    "org/apache/commons/pool2/KeyedObjectPool",
                    "org/apache/commons/pool2/ObjectPool",
                    "redis/clients/jedis/Jedis",
                    "redis/clients/jedis/util/Pool",
                    "redis/clients/util/Pool"),
            Set.of(
                    "close",
                    "returnObject",
                    "returnResource",
                    "returnBrokenResource",
                    "invalidateObject"),
            Set.of("borrowObject", "getConnection", "getResource")),
    /** A collection without a lock of its own that another thread polls in a loop. */
    COLLECTION(
            Set.of("java/util/Collection", "java/util/Map"),
            Set.of(
                    "add",
                    "addAll",
                    "addFirst",
                    "addLast",
                    "clear",
                    "compute",
                    "computeIfAbsent",
                    "computeIfPresent",
                    "merge",
                    "offer",
                    "poll",
                    "pop",
                    "push",
                    "put",
                    "putAll",
                    "putIfAbsent",
                    "remove",
                    "removeAll",
                    "removeIf",
                    "replace",
                    "set"),
            Set.of(
                    "contains",
                    "containsAll",
                    "containsKey",
                    "containsValue",
                    "get",
                    "getOrDefault",
                    "isEmpty",
                    "iterator",
                    "peek",
                    "poll",
                    "remove",
                    "size",
                    "stream"),
            true),
    /** A counter or reference that another thread polls in a loop. */
    ATOMIC(
            Set.of(
                    "java/util/BitSet",
                    "java/util/concurrent/atomic/AtomicBoolean",
                    "java/util/concurrent/atomic/AtomicInteger",
                    "java/util/concurrent/atomic/AtomicIntegerArray",
                    "java/util/concurrent/atomic/AtomicLong",
                    "java/util/concurrent/atomic/AtomicLongArray",
                    "java/util/concurrent/atomic/AtomicMarkableReference",
                    "java/util/concurrent/atomic/AtomicReference",
                    "java/util/concurrent/atomic/AtomicReferenceArray",
                    "java/util/concurrent/atomic/AtomicStampedReference",
                    "java/util/concurrent/atomic/LongAdder"),
            Set.of(
                    "accumulateAndGet",
                    "add",
                    "addAndGet",
                    "clear",
                    "compareAndSet",
                    "decrement",
                    "decrementAndGet",
                    "getAndAdd",
                    "getAndDecrement",
                    "getAndIncrement",
                    "getAndSet",
                    "getAndUpdate",
                    "increment",
                    "incrementAndGet",
                    "lazySet",
                    "reset",
                    "set",
                    "setOpaque",
                    "setRelease",
                    "updateAndGet"),
            Set.of(
                    "compareAndSet",
                    "get",
                    "getAcquire",
                    "getAndSet",
                    "getOpaque",
                    "getPlain",
                    "getReference",
                    "getStamp",
                    "intValue",
                    "isEmpty",
                    "isMarked",
                    "longValue",
                    "sum"),
            true),
    /** A file that another thread polls in a loop. */
    FILE(
            Set.of("java/io/File", "java/nio/file/Files"),
            Set.of(
                    "copy",
                    "createDirectories",
                    "createDirectory",
                    "createFile",
                    "createNewFile",
                    "delete",
                    "deleteIfExists",
                    "mkdir",
                    "mkdirs",
                    "move",
                    "renameTo",
                    "write",
                    "writeString"),
            Set.of(
                    "exists",
                    "isDirectory",
                    "isFile",
                    "isRegularFile",
                    "length",
                    "notExists",
                    "size"),
            true);

    /** A class with static methods, of names listed above, for waits without interruption. */
    private static final String UNINTERRUPTIBLES =
            "com/google/common/util/concurrent/Uninterruptibles";

    /** End of the parameters in the descriptor of the overload that has a time limit. */
    private static final String TIME_LIMIT = "Ljava/util/concurrent/TimeUnit;)";

    private final Set<String> types;
    private final Set<String> signals;
    private final Set<String> waits;

    /**
     * Whether the methods of {@link #waits} return at once and wait only if a loop repeats them.
     */
    private final boolean polled;

    WaitKind(Set<String> types, Set<String> signals, Set<String> waits) {
        this(types, signals, waits, false);
    }

    WaitKind(Set<String> types, Set<String> signals, Set<String> waits, boolean polled) {
        this.types = types;
        this.signals = signals;
        this.waits = waits;
        this.polled = polled;
    }

    /** Returns whether the calls of {@link #isAwaitedBy} wait only if a loop repeats them. */
    boolean isPolled() {
        return polled;
    }

    /**
     * Returns whether a call may end a wait.
     *
     * @param lineage the class that the call names, with its supertypes
     */
    boolean isSignalledBy(MethodCall call, Set<String> lineage) {
        return signals.contains(call.name()) && isOnType(call, lineage);
    }

    /** Returns whether a call may wait; see {@link #isSignalledBy} for the parameters. */
    boolean isAwaitedBy(MethodCall call, Set<String> lineage) {
        boolean isListed =
                waits.contains(call.name())
                        || (waits.contains(call.name() + "+")
                                && call.descriptor().contains(TIME_LIMIT));
        return isListed && isOnType(call, lineage);
    }

    private boolean isOnType(MethodCall call, Set<String> lineage) {
        return call.owner().equals(UNINTERRUPTIBLES) || types.stream().anyMatch(lineage::contains);
    }
}
