package io.eyewall.ports;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.storm.shade.io.netty.util.ReferenceCountUtil;
import org.apache.storm.shade.io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the limits of one connection: the time that a request takes to arrive, the bytes that
 * the connection holds, and one request at a time. The guard comes before the decoder in the
 * pipeline; its {@link RequestGate} comes between the decoder and the protocol's handler. The
 * handler reports requests and answers to {@link RequestGate}, and receives {@link LimitEvent} as
 * events. Used by the connection's event loop.
 *
 * <p>While a request is being answered, reading continues until another message arrives, which has
 * to wait. So this side notices the end of the connection, and a client that sends requests ahead
 * is slowed down.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
    /** Events for the protocol's handler, which may end the connection. */
    enum LimitEvent {
        /**
         * No request has arrived within the time that a request may take. A handler may keep the
         * connection open.
         */
        IDLE,
        /** A request has begun and is not complete after the time that it may take. */
        TOO_SLOW,
        /** The port's byte budget is too small for the request. */
        OVER_BUDGET
    }

    private enum State {
        WAITING,
        RECEIVING,
        ANSWERING,
        REJECTED
    }

    /**
     * The most decoded messages that may wait: reading stops with the first waiting message, but
     * the bytes that were read may contain several messages.
     */
    private static final int MAX_WAITING_MESSAGES = 128;

    private final PortLimits limits;
    private final OpenConnections connections;
    private final ByteBudget budget;

    private State state = State.WAITING;
    private long heldBytes;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable ChannelHandlerContext context;

    ConnectionGuard(PortLimits limits, OpenConnections connections, ByteBudget budget) {
        this.limits = limits;
        this.connections = connections;
        this.budget = budget;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!connections.tryAdd(ctx.channel())) {
            ctx.close();
            return;
        }
        startTimer(ctx);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        int bytes = ((ByteBuf) message).readableBytes();
        if (state == State.WAITING) {
            state = State.RECEIVING;
            startTimer(ctx);
        }
        if (state != State.REJECTED && !tryHold(bytes)) {
            ReferenceCountUtil.release(message);
            ctx.fireUserEventTriggered(LimitEvent.OVER_BUDGET);
            return;
        }
        ctx.fireChannelRead(message);
    }

    private void startTimer(ChannelHandlerContext ctx) {
        startTimer(ctx, limits.patienceMs());
    }

    private void startTimer(ChannelHandlerContext ctx, long delayMs) {
        stopTimer();
        timer = ctx.executor().schedule(() -> onTimer(ctx), delayMs, TimeUnit.MILLISECONDS);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void onTimer(ChannelHandlerContext ctx) {
        switch (state) {
            case WAITING -> ctx.fireUserEventTriggered(LimitEvent.IDLE);
            case RECEIVING -> ctx.fireUserEventTriggered(LimitEvent.TOO_SLOW);
            case REJECTED -> ctx.close();
            case ANSWERING -> {} // answers have no time limit here
        }
    }

    /**
     * Reserves bytes for this connection until its request is answered; returns false if the budget
     * is too small.
     */
    boolean tryHold(long bytes) {
        if (!budget.tryReserve(bytes)) {
            return false;
        }
        heldBytes += bytes;
        return true;
    }

    private void releaseHeld() {
        budget.release(heldBytes);
        heldBytes = 0;
    }

    /** Stops the timer: a complete request has arrived. */
    private void onRequest(ChannelHandlerContext ctx) {
        stopTimer();
        state = State.ANSWERING;
        connections.onRequest(ctx.channel());
    }

    private void onAnswered(ChannelHandlerContext ctx) {
        releaseHeld();
        connections.onAnswered(ctx.channel());
        state = State.WAITING;
        startTimer(ctx);
    }

    /**
     * Releases the connection's bytes and closes it after some time: its request was rejected.
     *
     * @param closeDelayMs the time after which the connection is closed
     */
    void onRejected(long closeDelayMs) {
        releaseHeld();
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            state = State.REJECTED;
            connections.onAnswered(ctx.channel());
            startTimer(ctx, closeDelayMs);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stopTimer();
        releaseHeld();
        connections.remove(ctx.channel());
        ctx.fireChannelInactive();
    }

    /**
     * Passes messages to the protocol's handler one at a time; others wait until the request is
     * answered.
     */
    final class RequestGate extends ChannelInboundHandlerAdapter {
        private final ArrayDeque<Object> waiting = new ArrayDeque<>();

        /** Whether a call of {@link #onAnswered}, further up this stack, passes on messages. */
        private boolean isPassing;

        private @Nullable ChannelHandlerContext gateContext;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            gateContext = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (state == State.ANSWERING || !waiting.isEmpty()) {
                ctx.channel().config().setAutoRead(false);
                waiting.add(message);
                if (waiting.size() > MAX_WAITING_MESSAGES) {
                    ctx.close();
                }
            } else {
                ctx.fireChannelRead(message);
            }
        }

        /**
         * Called by the handler when a message completes a request; other messages wait from now
         * on.
         */
        void onRequest() {
            if (gateContext != null) {
                ConnectionGuard.this.onRequest(gateContext);
            }
        }

        /**
         * Called by the handler when the answer was written; passes waiting messages on until one
         * completes a request.
         */
        void onAnswered() {
            ChannelHandlerContext ctx = gateContext;
            if (ctx == null || !ctx.channel().isActive()) {
                return;
            }
            ConnectionGuard.this.onAnswered(ctx);
            if (isPassing) {
                return; // the loop further up this stack continues
            }
            isPassing = true;
            while (state != State.ANSWERING && !waiting.isEmpty()) {
                if (state == State.WAITING) {
                    state = State.RECEIVING;
                }
                ctx.fireChannelRead(waiting.remove());
            }
            isPassing = false;
            if (state != State.ANSWERING) {
                ctx.channel().config().setAutoRead(true);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            waiting.forEach(ReferenceCountUtil::release);
            waiting.clear();
            ctx.fireChannelInactive();
        }
    }
}
