package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.mailbox.Link;
import io.eyewall.engine.mailbox.LinkReceivers;
import io.eyewall.engine.mailbox.LinkSender;
import io.eyewall.engine.mailbox.LinkSenders;
import io.eyewall.engine.memory.HeapShares;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.SizeEstimate;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * The links of one core to and from the others: for tuples, and for the trees of finished tuples.
 * For the core's owner thread.
 */
final class CoreLinks {
    private final Core core;
    private final IntConsumer wakeReceiver;
    private final LinkSenders<CrossCoreMessage> tuplesOut;
    private final LinkSenders<TupleTree> finishedOut;
    private final LinkReceivers tuplesIn = new LinkReceivers();
    private final LinkReceivers finishedIn = new LinkReceivers();

    /**
     * @param cores all cores of the engine
     * @param batchSize maximum number of tuples per batch
     * @param linkBatches maximum number of batches in flight from one core to another
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
     * Stages a tuple for another core.
     *
     * <p>Once a batch is full, the running slices have sent enough. The receiver may be busy with
     * slices of its own for as long as these last; several batches per step would fill the link,
     * which costs detours through mailboxes, and would thrash the caches (decision 123).
     *
     * @return why to send no more for now, as far as is known without inspecting the link: {@link
     *     CoreBlockReasons#CONGESTED}, {@link CoreBlockReasons#ENOUGH_SENT}, or 0
     */
    @HotPath
    int send(Core to, CrossCoreMessage tuple) {
        LinkSender<CrossCoreMessage> link = tuplesOut.linkTo(to.index());
        if (link == null) {
            link = connect(tuplesOut, to, to.links().tuplesIn);
        }
        if (link.stage(tuple)) {
            to.wakeIfParked();
            return link.isCongested() ? CoreBlockReasons.CONGESTED : CoreBlockReasons.ENOUGH_SENT;
        }
        return 0;
    }

    /** Stages the tree of a finished tuple for the core that counts it. */
    void sendFinished(Core owner, TupleTree tree) {
        LinkSender<TupleTree> link = finishedOut.linkTo(owner.index());
        if (link == null) {
            link = connect(finishedOut, owner, owner.links().finishedIn);
        }
        if (link.stage(tree)) {
            owner.wakeIfParked();
        }
    }

    /**
     * Removes the last tuple of a branch from it, if that tuple is still staged here: the branch's
     * parent counts the tuple instead.
     */
    void leaveBranch(BranchTree branch) {
        tuplesOut.findLastStaged(CrossCoreMessage::leaveBranch, branch);
    }

    /**
     * Creates a link. The receiver adds it by a command, on its own thread; what is sent before
     * that waits in the link.
     */
    private <T> LinkSender<T> connect(LinkSenders<T> out, Core to, LinkReceivers in) {
        assert to != core : "core " + core.index() + " sends to itself";
        StackGuard.requireRoomFor(2); // a link unknown to its receiver would never be emptied
        Link<T> link = out.connect(to.index(), core::wakeIfParked);
        to.submit(new AddLink<>(in, link));
        return link.sender();
    }

    /** A command that adds a new link to its receiver. */
    private record AddLink<T>(LinkReceivers in, Link<T> link) implements Runnable {
        @Override
        public void run() {
            in.add(link.receiver());
        }
    }

    /** Returns the number of links from this core to others. */
    int count() {
        return tuplesOut.count() + finishedOut.count();
    }

    /**
     * Hands over everything that is staged.
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

    /** Restores consistency after a stack overflow may have interrupted an operation. */
    void recover() {
        tuplesOut.recover(wakeReceiver);
        finishedOut.recover(wakeReceiver);
    }

    /** Returns whether a batch has arrived that has not been received. */
    boolean hasArrivals() {
        return !(tuplesIn.areEmpty() && finishedIn.areEmpty());
    }

    /** Asks the receivers to wake this core when their links have room for what is unsent. */
    void awaitRoom() {
        tuplesOut.awaitRoom();
        finishedOut.awaitRoom();
    }

    /** Returns whether a receiver has made room since the last flush. */
    boolean hasEnoughRoom() {
        return tuplesOut.hasEnoughRoom() || finishedOut.hasEnoughRoom();
    }

    /** Returns whether something for another core remains unsent after a flush. */
    boolean haveUnsent() {
        return tuplesOut.haveUnsent() || finishedOut.haveUnsent();
    }
}
