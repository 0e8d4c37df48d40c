package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.mailbox.Link;
import io.eyewall.engine.mailbox.LinkReceivers;
import io.eyewall.engine.mailbox.LinkSender;
import io.eyewall.engine.mailbox.LinkSenders;
import io.eyewall.engine.memory.HeapShares;
import io.eyewall.engine.memory.SizeEstimate;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * The links of one core to and from the others: for tuples, and for tuples that are finished. For
 * the thread that drives the core.
 */
final class CoreLinks {
    private final Core core;
    private final IntConsumer wakeReceiver;
    private final LinkSenders<CrossCoreMessage> tuplesOut;
    private final LinkSenders<TupleTree> finishedOut;
    private final LinkReceivers tuplesIn = new LinkReceivers();
    private final LinkReceivers finishedIn = new LinkReceivers();

    /**
     * @param cores all of the engine
     * @param batchSize tuples per batch, at most
     * @param linkBatches batches in flight from one core to another
     */
    CoreLinks(Core core, Core[] cores, int batchSize, int linkBatches) {
        this.core = core;
        this.wakeReceiver = to -> cores[to].wakeIfSeenParked();
        int count = cores.length;
        SizeEstimate sizes = new SizeEstimate();
        this.tuplesOut =
                new LinkSenders<>(
                        count,
                        batchSize,
                        linkBatches,
                        HeapShares.link(count),
                        tuple -> tuple.estimatedBytes(sizes));
        this.finishedOut = new LinkSenders<>(count, batchSize, linkBatches);
    }

    LinkReceivers tuplesIn() {
        return tuplesIn;
    }

    LinkReceivers finishedIn() {
        return finishedIn;
    }

    /**
     * Stages a tuple for another core. hot path: EmitToExecuteBenchmark
     *
     * <p>With a full batch turns have sent enough. Its receiver may be busy with turns of its own
     * as long as these last; several batches per step would fill the link, which costs detours
     * through mailboxes, and the caches (decision 123).
     *
     * @return why to send no more for now, as far as is known without a look at the link: {@link
     *     CoreBlockReasons#CONGESTED}, {@link CoreBlockReasons#ENOUGH_SENT}, or 0
     */
    int send(Core to, CrossCoreMessage tuple) {
        LinkSender<CrossCoreMessage> link = tuplesOut.to(to.index());
        if (link == null) {
            link = connect(tuplesOut, to, to.links().tuplesIn);
        }
        if (link.stage(tuple)) {
            to.wakeIfParked();
            return link.isCongested() ? CoreBlockReasons.CONGESTED : CoreBlockReasons.ENOUGH_SENT;
        }
        return 0;
    }

    /** Stages a finished tuple for the core that counts it. */
    void tell(Core owner, TupleTree tree) {
        LinkSender<TupleTree> link = finishedOut.to(owner.index());
        if (link == null) {
            link = connect(finishedOut, owner, owner.links().finishedIn);
        }
        if (link.stage(tree)) {
            owner.wakeIfParked();
        }
    }

    /** One tuple is left of a branch: if it is still here, it goes without. */
    void leave(BranchTree branch) {
        tuplesOut.findLastStaged(CrossCoreMessage::leave, branch);
    }

    /**
     * The receiver is told by a command, so that its own thread takes in the link. What is sent
     * until then waits in the link.
     */
    private <T> LinkSender<T> connect(LinkSenders<T> out, Core to, LinkReceivers in) {
        assert to != core : "core " + core.index() + " sends to itself";
        StackGuard.requireFor(
                2); // a link that its receiver is never told of would keep all it gets
        Link<T> link = out.connect(to.index(), core::wakeIfParked);
        to.submit(new TakeIn<>(in, link));
        return link.sender();
    }

    /** The receiver's thread learns of a link to it. */
    private record TakeIn<T>(LinkReceivers in, Link<T> link) implements Runnable {
        @Override
        public void run() {
            in.add(link.receiver());
        }
    }

    /** How many links it has made to other cores. */
    int count() {
        return tuplesOut.count() + finishedOut.count();
    }

    /**
     * Hands over everything staged.
     *
     * @return whether tuples still wait for room
     */
    boolean flush() {
        boolean sent = tuplesOut.flush();
        sent |= finishedOut.flush();
        if (sent) {
            VarHandle.fullFence(); // once for all receivers; see CoreSharedState.wakeIfParked
        }
        finishedOut.endFlush(wakeReceiver);
        return tuplesOut.endFlush(wakeReceiver);
    }

    /** Puts right what an overflow of the stack has left half done. */
    void recover() {
        tuplesOut.recover(wakeReceiver);
        finishedOut.recover(wakeReceiver);
    }

    /** Whether anything has come that nobody has looked at. */
    boolean hasArrivals() {
        return !(tuplesIn.areEmpty() && finishedIn.areEmpty());
    }

    /** Wants to be woken when there is room for what is still here. */
    void awaitRoom() {
        tuplesOut.awaitRoom();
        finishedOut.awaitRoom();
    }

    /** Whether there has been room since the last flush. */
    boolean hasEnoughRoom() {
        return tuplesOut.hasEnoughRoom() || finishedOut.hasEnoughRoom();
    }

    /** Whether something for another core is still here after a flush. */
    boolean waitForRoom() {
        return tuplesOut.haveUnsent() || finishedOut.haveUnsent();
    }
}
