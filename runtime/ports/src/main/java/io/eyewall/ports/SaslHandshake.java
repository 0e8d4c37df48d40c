package io.eyewall.ports;

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
 * Lets a client prove that it knows the password, before any of its bytes are decoded as Thrift.
 * Thrift's form of SASL (Thrift: transport/TSaslTransport.java) consists of messages of
 *
 * <pre>
 *   1 byte    status: 1 start (the mechanism's name), 2 OK, 3 bad, 4 error, 5 complete
 *   4 bytes   length of the rest
 *   rest      the mechanism's data, or the reason of a failure
 * </pre>
 *
 * After a successful login this handler removes itself, and frames follow as on a port without
 * login. A client that sends nothing, anything else, or too much, or that needs too long, is
 * disconnected. Used by the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection, which is noticed
final class SaslHandshake extends ByteToMessageDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(SaslHandshake.class);

    private static final String NO_LOGIN =
            "no login by SASL; this port wants one by " + PasswordLogin.MECHANISM;

    private static final byte START = 1;
    private static final byte OK = 2;
    private static final byte BAD = 3;
    private static final byte COMPLETE = 5;
    private static final int HEAD_BYTES = 5;

    /** The longest message; a client's messages have some hundred bytes. */
    private static final int MAX_BYTES = 8 << 10;

    private final PasswordLogin login;
    private final FailedLogins failed;
    private final ConnectionGuard.OneAtATime gate;
    private final long limitMs;
    private @Nullable SaslServer server;
    private @Nullable ScheduledFuture<?> timer;
    private boolean over;

    /**
     * @param failed logs a failed login
     * @param gate notified of the complete login as of a request and its answer
     * @param limitMs the time for the whole login
     */
    SaslHandshake(
            PasswordLogin login,
            FailedLogins failed,
            ConnectionGuard.OneAtATime gate,
            long limitMs) {
        this.login = login;
        this.failed = failed;
        this.gate = gate;
        this.limitMs = limitMs;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timer =
                ctx.executor()
                        .schedule(
                                () -> {
                                    logFailure(ctx, "not complete within " + limitMs + " ms");
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
            refuse(ctx, NO_LOGIN); // such as Thrift without login
            return;
        }
        if (in.readableBytes() < HEAD_BYTES) {
            return;
        }
        int start = in.readerIndex();
        int length = in.getInt(start + 1);
        if (length < 0 || length > MAX_BYTES) {
            refuse(ctx, NO_LOGIN);
            return;
        }
        if (in.readableBytes() < HEAD_BYTES + length) {
            return;
        }
        byte status = in.readByte();
        in.skipBytes(Integer.BYTES);
        byte[] response = new byte[length];
        in.readBytes(response);
        try {
            onMessage(ctx, status, response);
        } catch (SaslException e) {
            LOG.debug("Login of {} failed", ctx.channel().remoteAddress(), e);
            refuse(ctx, "wrong password, or another mechanism than " + PasswordLogin.MECHANISM);
        }
    }

    private void onMessage(ChannelHandlerContext ctx, byte status, byte[] response)
            throws SaslException {
        SaslServer saslServer = server;
        if (saslServer == null) {
            String mechanism = new String(response, StandardCharsets.US_ASCII);
            if (status != START || !mechanism.equals(PasswordLogin.MECHANISM)) {
                throw new SaslException("the client requests another mechanism");
            }
            server = login.begin();
            return; // the first response follows, which is empty
        }
        if (status != OK && status != COMPLETE) {
            throw new SaslException("the client ends the login");
        }
        byte[] answer = saslServer.evaluateResponse(response);
        boolean complete = saslServer.isComplete();
        ctx.writeAndFlush(message(complete ? COMPLETE : OK, answer));
        if (complete) {
            over = true;
            saslServer.dispose();
            ctx.pipeline().remove(this); // passes the bytes after the login on
            gate.onRequest();
            gate.onAnswered();
        }
    }

    private static ByteBuf message(byte status, byte @Nullable [] text) {
        byte[] bytes = text == null ? new byte[0] : text;
        return Unpooled.buffer(HEAD_BYTES + bytes.length)
                .writeByte(status)
                .writeInt(bytes.length)
                .writeBytes(bytes);
    }

    private void logFailure(ChannelHandlerContext ctx, String reason) {
        failed.onFailure(String.valueOf(ctx.channel().remoteAddress()), reason);
    }

    private void refuse(ChannelHandlerContext ctx, String reason) {
        over = true;
        logFailure(ctx, reason);
        ctx.writeAndFlush(message(BAD, reason.getBytes(StandardCharsets.UTF_8)))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        ScheduledFuture<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }
}
