package io.eyewall.local.net;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.handler.codec.ByteToMessageDecoder;
import org.apache.storm.shade.io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a client prove that it knows the password, before a byte of what it says is taken for
 * Thrift. Thrift's form of SASL (Thrift: transport/TSaslTransport.java) is messages of
 *
 * <pre>
 *   1 byte    status: 1 start (the mechanism's name), 2 go on, 3 bad, 4 error, 5 complete
 *   4 bytes   length of the rest
 *   rest      what the mechanism says, or why it ends
 * </pre>
 *
 * When it is complete this handler goes out of the way: what follows are frames like without. Who
 * says nothing, something else, too much, or is not done in time is cut off. Used by the
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and that is seen
final class SaslHandshake extends ByteToMessageDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(SaslHandshake.class);

    private static final String NO_LOGIN =
            "no login by SASL; this port wants one by " + PasswordLogin.MECHANISM;

    private static final byte START = 1;
    private static final byte GO_ON = 2;
    private static final byte BAD = 3;
    private static final byte COMPLETE = 5;
    private static final int HEAD_BYTES = 5;

    /** A client's part has some hundreds. */
    private static final int MOST_BYTES = 8 << 10;

    private final PasswordLogin login;
    private final FailedLogins failed;
    private final ConnectionGuard.OneAtATime turns;
    private final long limitMs;
    private @Nullable SaslServer server;
    private @Nullable ScheduledFuture<?> clock;
    private boolean over;

    /**
     * @param failed told of it, if it fails
     * @param turns told when it is complete: that is a request and its answer
     * @param limitMs for all of it
     */
    SaslHandshake(
            PasswordLogin login,
            FailedLogins failed,
            ConnectionGuard.OneAtATime turns,
            long limitMs) {
        this.login = login;
        this.failed = failed;
        this.turns = turns;
        this.limitMs = limitMs;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        clock =
                ctx.executor()
                        .schedule(
                                () -> {
                                    tell(ctx, "not done within " + limitMs + " ms");
                                    ctx.close();
                                },
                                limitMs,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (over) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (server == null && in.isReadable() && in.getByte(in.readerIndex()) != START) {
            refuse(ctx, NO_LOGIN); // it speaks Thrift at once, say
            return;
        }
        if (in.readableBytes() < HEAD_BYTES) {
            return;
        }
        int start = in.readerIndex();
        int length = in.getInt(start + 1);
        if (length < 0 || length > MOST_BYTES) {
            refuse(ctx, NO_LOGIN);
            return;
        }
        if (in.readableBytes() < HEAD_BYTES + length) {
            return;
        }
        byte status = in.readByte();
        in.skipBytes(Integer.BYTES);
        byte[] said = new byte[length];
        in.readBytes(said);
        try {
            onMessage(ctx, status, said);
        } catch (SaslException e) {
            LOG.debug("Login of {} failed", ctx.channel().remoteAddress(), e);
            refuse(ctx, "wrong password, or another mechanism than " + PasswordLogin.MECHANISM);
        }
    }

    private void onMessage(ChannelHandlerContext ctx, byte status, byte[] said)
            throws SaslException {
        SaslServer begun = server;
        if (begun == null) {
            String mechanism = new String(said, StandardCharsets.US_ASCII);
            if (status != START || !mechanism.equals(PasswordLogin.MECHANISM)) {
                throw new SaslException("it wants another mechanism");
            }
            server = login.begin();
            return; // its first response follows, which is empty
        }
        if (status != GO_ON && status != COMPLETE) {
            throw new SaslException("it gives up");
        }
        byte[] answer = begun.evaluateResponse(said);
        boolean complete = begun.isComplete();
        ctx.writeAndFlush(message(complete ? COMPLETE : GO_ON, answer));
        if (complete) {
            over = true;
            begun.dispose();
            ctx.pipeline().remove(this); // hands on what came after it
            turns.onRequest();
            turns.onAnswered();
        }
    }

    private static ByteBuf message(byte status, byte @Nullable [] text) {
        byte[] bytes = text == null ? new byte[0] : text;
        return Unpooled.buffer(HEAD_BYTES + bytes.length)
                .writeByte(status)
                .writeInt(bytes.length)
                .writeBytes(bytes);
    }

    private void tell(ChannelHandlerContext ctx, String why) {
        failed.onFailure(String.valueOf(ctx.channel().remoteAddress()), why);
    }

    private void refuse(ChannelHandlerContext ctx, String why) {
        over = true;
        tell(ctx, why);
        ctx.writeAndFlush(message(BAD, why.getBytes(StandardCharsets.UTF_8)))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        ScheduledFuture<?> running = clock;
        if (running != null) {
            running.cancel(false);
        }
    }
}
