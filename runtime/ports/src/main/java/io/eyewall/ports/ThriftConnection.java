package io.eyewall.ports;

import java.util.concurrent.CompletableFuture;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.ByteBufUtil;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.SimpleChannelInboundHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's Thrift connection: lets the service answer a frame, and continues with the next. An
 * invalid frame ends the connection, because Thrift has no answer for it. An idle connection stays
 * open: Storm's clients keep their connections, and don't reconnect by themselves. Used by the
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
final class ThriftConnection extends SimpleChannelInboundHandler<ByteBuf> {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftConnection.class);

    private final ConnectionGuard guard;
    private final ConnectionGuard.RequestGate gate;
    private final ThriftService service;

    /** The answer that the client waits for; null between two requests. */
    private @Nullable CompletableFuture<byte[]> answer;

    ThriftConnection(
            ConnectionGuard guard, ConnectionGuard.RequestGate gate, ThriftService service) {
        this.guard = guard;
        this.gate = gate;
        this.service = service;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
        gate.onRequest();
        CompletableFuture<byte[]> future = service.answer(ByteBufUtil.getBytes(frame));
        answer = future;
        var unused =
                future.whenComplete(
                        (answerBytes, failure) ->
                                ctx.executor().execute(() -> onAnswer(ctx, answerBytes, failure)));
    }

    private void onAnswer(
            ChannelHandlerContext ctx, byte @Nullable [] answerBytes, @Nullable Throwable failure) {
        answer = null;
        if (answerBytes == null || !guard.tryHold(answerBytes.length)) {
            LOG.debug(
                    "No answer for {}, which is disconnected",
                    ctx.channel().remoteAddress(),
                    failure);
            ctx.close();
            return;
        }
        ctx.writeAndFlush(Unpooled.wrappedBuffer(answerBytes))
                .addListener(
                        written -> {
                            if (written.isSuccess()) {
                                gate.onAnswered();
                            } else {
                                ctx.close();
                            }
                        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ConnectionGuard.LimitEvent.IDLE) {
            return;
        } else if (event instanceof ConnectionGuard.LimitEvent) {
            LOG.debug("Connection of {} ended: {}", ctx.channel().remoteAddress(), event);
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (answer != null) {
            answer.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("Connection of {} ended", ctx.channel().remoteAddress(), cause);
        ctx.close();
    }
}
