package io.eyewall.local.net;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.storm.shade.io.netty.util.ReferenceCountUtil;
import org.apache.storm.shade.io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Watches one connection: how long its request takes to come, how many bytes it holds, and that
 * there is one request at a time. Stands where bytes come in, with {@link OneAtATime} behind the
 * decoder and in front of the protocol's handler, which says what has happened and is told of
 * {@link Trouble} by an event. Used by the connection's event loop.
 *
 * <p>While a request is being answered reading goes on until there is something that has to wait:
 * so the end of the connection is noticed, and a client that sends ahead is held back.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and that is seen
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
    /**
     * Events that the protocol's handler receives; the handler ends the connection, with an answer
     * if it can.
     */
    enum Trouble {
        /** Nothing has come for as long as a request may take. Connections may be kept open so. */
        IDLE,
        /** A request was begun and is not whole after the time that it may take. */
        TOO_SLOW,
        /** There is no room for the bytes of the request. */
        TOO_MUCH_HELD
    }

    private enum State {
        WAITING,
        RECEIVING,
        ANSWERING,
        REFUSED
    }

    /** Decoded messages that a client may send ahead, out of what was read at once. */
    private static final int MAX_AHEAD = 128;

    private final PortLimits limits;
    private final ConnectionRoom room;
    private final ByteBudget budget;

    private State state = State.WAITING;
    private long heldBytes;
    private @Nullable ScheduledFuture<?> clock;
    private @Nullable ChannelHandlerContext context;

    ConnectionGuard(PortLimits limits, ConnectionRoom room, ByteBudget budget) {
        this.limits = limits;
        this.room = room;
        this.budget = budget;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!room.enter(ctx.channel())) {
            ctx.close();
            return;
        }
        startClock(ctx);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        int bytes = ((ByteBuf) message).readableBytes();
        if (state == State.WAITING) {
            state = State.RECEIVING;
            startClock(ctx);
        }
        if (state != State.REFUSED && !tryHold(bytes)) {
            ReferenceCountUtil.release(message);
            ctx.fireUserEventTriggered(Trouble.TOO_MUCH_HELD);
            return;
        }
        ctx.fireChannelRead(message);
    }

    private void startClock(ChannelHandlerContext ctx) {
        startClock(ctx, limits.patienceMs());
    }

    private void startClock(ChannelHandlerContext ctx, long afterMs) {
        stopClock();
        clock = ctx.executor().schedule(() -> onClock(ctx), afterMs, TimeUnit.MILLISECONDS);
    }

    private void stopClock() {
        if (clock != null) {
            clock.cancel(false);
            clock = null;
        }
    }

    private void onClock(ChannelHandlerContext ctx) {
        switch (state) {
            case WAITING -> ctx.fireUserEventTriggered(Trouble.IDLE);
            case RECEIVING -> ctx.fireUserEventTriggered(Trouble.TOO_SLOW);
            case REFUSED -> ctx.close();
            case ANSWERING -> {} // the topology may take its time
        }
    }

    /** Counts bytes that this connection holds until its request is answered. */
    boolean tryHold(long bytes) {
        if (!budget.tryTake(bytes)) {
            return false;
        }
        heldBytes += bytes;
        return true;
    }

    private void releaseHeld() {
        budget.giveBack(heldBytes);
        heldBytes = 0;
    }

    /** A whole request is here. */
    private void onRequest(ChannelHandlerContext ctx) {
        stopClock();
        state = State.ANSWERING;
        room.onRequest(ctx.channel());
    }

    private void onAnswered(ChannelHandlerContext ctx) {
        releaseHeld();
        room.onAnswered(ctx.channel());
        state = State.WAITING;
        startClock(ctx);
    }

    /**
     * No more is wanted of this connection but its end.
     *
     * @param endsAfterMs time that it has for that
     */
    void onRefused(long endsAfterMs) {
        releaseHeld();
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            state = State.REFUSED;
            room.onAnswered(ctx.channel());
            startClock(ctx, endsAfterMs);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stopClock();
        releaseHeld();
        room.leave(ctx.channel());
        ctx.fireChannelInactive();
    }

    /** Lets one message after the other through to the protocol's handler. */
    final class OneAtATime extends ChannelInboundHandlerAdapter {
        private final ArrayDeque<Object> ahead = new ArrayDeque<>();
        private boolean passing;
        private @Nullable ChannelHandlerContext here;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            here = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (state == State.ANSWERING || !ahead.isEmpty()) {
                ctx.channel().config().setAutoRead(false);
                ahead.add(message);
                if (ahead.size() > MAX_AHEAD) {
                    ctx.close();
                }
            } else {
                ctx.fireChannelRead(message);
            }
        }

        /** The message that was let through completes a request; others wait now. */
        void onRequest() {
            if (here != null) {
                ConnectionGuard.this.onRequest(here);
            }
        }

        /** The request's answer is on its way, and the next may come. */
        void onAnswered() {
            ChannelHandlerContext ctx = here;
            if (ctx == null || !ctx.channel().isActive()) {
                return;
            }
            ConnectionGuard.this.onAnswered(ctx);
            if (passing) {
                return; // an answer at once, to what is being passed on further up this stack
            }
            passing = true;
            while (state != State.ANSWERING && !ahead.isEmpty()) {
                if (state == State.WAITING) {
                    state = State.RECEIVING;
                }
                ctx.fireChannelRead(ahead.remove());
            }
            passing = false;
            if (state != State.ANSWERING) {
                ctx.channel().config().setAutoRead(true);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            ahead.forEach(ReferenceCountUtil::release);
            ahead.clear();
            ctx.fireChannelInactive();
        }
    }
}
