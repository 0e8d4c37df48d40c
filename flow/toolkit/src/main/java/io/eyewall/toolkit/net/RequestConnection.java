package io.eyewall.toolkit.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.storm.shade.io.netty.channel.socket.ChannelInputShutdownEvent;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.FullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMethod;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequest;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpUtil;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpVersion;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;
import org.apache.storm.shade.io.netty.util.ReferenceCountUtil;
import org.apache.storm.shade.io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one client: a request, its answer, the next request. A refused request is read
 * to its end and discarded. The server's thread calls all methods but {@link #answer}, which any
 * thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports the end of a connection by events
final class RequestConnection extends ChannelInboundHandlerAdapter {
    private final HttpReader server;
    private final HttpLimits limits;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Future<?> deadline;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private RequestBody encoding = RequestBody.PLAIN;
    private int refusedStatus;
    private boolean isBusy;
    private boolean isInputClosed;
    private volatile boolean isLast;

    RequestConnection(HttpReader server) {
        this.server = server;
        this.limits = server.limits();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        startDeadline(limits.headerMs(), ctx::close);
        ctx.read();
    }

    private void startDeadline(long limitMs, Runnable onExpiry) {
        cancelDeadline();
        ChannelHandlerContext open = context;
        if (open != null) {
            deadline = open.executor().schedule(onExpiry, limitMs, TimeUnit.MILLISECONDS);
        }
    }

    private void cancelDeadline() {
        Future<?> running = deadline;
        deadline = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        try {
            if (message instanceof HttpRequest request) {
                begin(ctx, request);
            }
            if (message instanceof HttpContent content) {
                append(content.content());
                if (message instanceof LastHttpContent) {
                    end();
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
        if (!isBusy) {
            ctx.read();
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        startDeadline(limits.bodyMs(), ctx::close);
        body = new ByteArrayOutputStream();
        isLast = !HttpUtil.isKeepAlive(request);
        if (!request.decoderResult().isSuccess()) {
            isLast = true;
            refusedStatus = 400;
            end(); // no body follows
            return;
        } else if (!request.method().equals(HttpMethod.POST)) {
            refusedStatus = 405;
        } else if (!isAuthorized(request)) {
            refusedStatus = 401;
        } else if (isOfWebPage(request)) {
            refusedStatus = 403;
        } else {
            RequestBody parsed = RequestBody.of(request);
            refusedStatus = parsed == null ? 415 : 0;
            encoding = parsed == null ? RequestBody.PLAIN : parsed;
        }
        if (HttpUtil.is100ContinueExpected(request)) {
            if (refusedStatus == 0
                    && HttpUtil.getContentLength(request, 0L) <= limits.bodyBytes()) {
                ctx.writeAndFlush(response(HttpResponseStatus.CONTINUE));
            } else {
                isLast = true; // the client sends no body
                refusedStatus = refusedStatus == 0 ? 413 : refusedStatus;
                end();
            }
        }
    }

    /**
     * Returns whether a web page in a browser sends the request to a server without a token. Any
     * web page may post to this machine, so such requests are refused. Browsers name the origin of
     * a post; other programs do not.
     */
    private boolean isOfWebPage(HttpRequest request) {
        return server.authorization().length == 0
                && request.headers().contains(HttpHeaderNames.ORIGIN);
    }

    private boolean isAuthorized(HttpRequest request) {
        byte[] wanted = server.authorization();
        String given = request.headers().get(HttpHeaderNames.AUTHORIZATION);
        return wanted.length == 0
                || (given != null
                        && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), wanted));
    }

    private void append(ByteBuf bytes) throws IOException {
        if (refusedStatus == 0 && body.size() + bytes.readableBytes() > limits.bodyBytes()) {
            refusedStatus = 413;
            body = new ByteArrayOutputStream();
        }
        if (refusedStatus == 0) {
            bytes.readBytes(body, bytes.readableBytes());
        }
    }

    private void end() {
        if (isBusy) {
            return; // already answered
        }
        isBusy = true;
        cancelDeadline();
        Integer status =
                refusedStatus == 0 ? receive(body.toByteArray()) : Integer.valueOf(refusedStatus);
        body = new ByteArrayOutputStream();
        if (status != null) {
            answer(status);
        }
    }

    /**
     * Returns the status to answer at once, or null if the answer follows when the message is done.
     */
    private @Nullable Integer receive(byte[] sent) {
        try {
            byte[] meant = encoding.decode(sent, limits.bodyBytes());
            return meant == null ? Integer.valueOf(413) : server.receive(meant, this);
        } catch (IOException e) {
            return 400; // the body does not match its headers
        }
    }

    /** Starts the time limit of the answer. */
    void waitFor(HttpReader.Message message) {
        startDeadline(limits.answerMs(), message::expire);
    }

    /** Answers the current request. Any thread may call this, once per request. */
    void answer(int status) {
        ChannelHandlerContext open = context;
        if (open == null || !open.channel().isActive()) {
            return; // the client is gone
        }
        FullHttpResponse response = response(HttpResponseStatus.valueOf(status));
        HttpUtil.setContentLength(response, 0);
        HttpUtil.setKeepAlive(response, !isLast);
        open.writeAndFlush(response)
                .addListener(
                        (ChannelFutureListener)
                                written -> {
                                    if (isLast || !written.isSuccess()) {
                                        open.close();
                                    } else {
                                        isBusy = false;
                                        startDeadline(limits.idleMs(), open::close);
                                        open.read();
                                        closeIfDone(open);
                                    }
                                });
    }

    private static FullHttpResponse response(HttpResponseStatus status) {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
    }

    /** Handles the end of the client's input; the client may still wait for answers. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            isInputClosed = true;
            closeIfDone(ctx);
        }
        super.userEventTriggered(ctx, event);
    }

    /** Closes the connection when the client sends no more and all its requests are answered. */
    private void closeIfDone(ChannelHandlerContext ctx) {
        if (isInputClosed && !isBusy) {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelDeadline();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close(); // this client is gone or does not send HTTP; others are served
    }
}
