package io.eyewall.engine.bytecode;

import java.util.Set;

/**
 * A way in which one thread waits for another: what ends such a wait, and what waits. By the
 * methods of the JDK's classes, and of those that extend or implement them.
 */
@SuppressWarnings("ImmutableEnumChecker") // made by Set.of
enum HandOver {
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
            Set.of("java/lang/Object"), // all have it among their ancestors
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
    /** The database's locks: rows that it has changed are everybody's again. */
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
    /** A lock that is a flag: what one component sets is what another spins or sleeps for. */
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
            Set.of("park", "parkNanos", "parkUntil"));

    /** Has a static method for each wait that must not be interrupted, named after it. */
    private static final String UNINTERRUPTIBLES =
            "com/google/common/util/concurrent/Uninterruptibles";

    /** Of an overloaded method, the one with a time limit. */
    private static final String WITH_LIMIT = "Ljava/util/concurrent/TimeUnit;)";

    private final Set<String> types;
    private final Set<String> gives;
    private final Set<String> waits;

    HandOver(Set<String> types, Set<String> gives, Set<String> waits) {
        this.types = types;
        this.gives = gives;
        this.waits = waits;
    }

    /**
     * Whether a call may end somebody's wait.
     *
     * @param lineage of the class that the call names
     */
    boolean isGivenBy(Call call, Set<String> lineage) {
        return gives.contains(call.name()) && isOn(call, lineage);
    }

    /** Whether a call may wait; as {@link #isGivenBy}. */
    boolean isAwaitedBy(Call call, Set<String> lineage) {
        boolean named =
                waits.contains(call.name())
                        || (waits.contains(call.name() + "+")
                                && call.descriptor().contains(WITH_LIMIT));
        return named && isOn(call, lineage);
    }

    private boolean isOn(Call call, Set<String> lineage) {
        return call.owner().equals(UNINTERRUPTIBLES) || types.stream().anyMatch(lineage::contains);
    }
}
