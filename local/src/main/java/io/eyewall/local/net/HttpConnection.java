package io.eyewall.local.net;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.SimpleChannelInboundHandler;
import org.apache.storm.shade.io.netty.channel.socket.SocketChannel;
import org.apache.storm.shade.io.netty.handler.codec.DecoderResult;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.FullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderValues;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMethod;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpObject;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequest;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpUtil;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpVersion;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.TooLongHttpHeaderException;
import org.apache.storm.shade.io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection by HTTP: collects a request, has it answered, and goes on with the next.
 * A request that is refused ends the connection: the rest of it is read and dropped for a while, as
 * closing at once would take the answer back from a client that is still sending. Used by the
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and that is seen
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    /**
     * The share of the patience that is left for taking the answer to a request that was too slow.
     */
    private static final int LATE_SHARE = 10;

    private final PortLimits limits;
    private final ConnectionGuard guard;
    private final ConnectionGuard.OneAtATime turns;
    private final HttpService service;

    /** The request that is being received or answered; null between two. */
    private @Nullable HttpRequest request;

    private @Nullable HttpHead head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable CompletableFuture<HttpAnswer> answer;
    private boolean refused;

    HttpConnection(
            PortLimits limits,
            ConnectionGuard guard,
            ConnectionGuard.OneAtATime turns,
            HttpService service) {
        this.limits = limits;
        this.guard = guard;
        this.turns = turns;
        this.service = service;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (!refused && message.decoderResult().isFailure()) {
            refuse(ctx, notUnderstood(message.decoderResult()));
        }
        if (!refused && message instanceof HttpRequest received) {
            onHead(ctx, received);
        }
        if (!refused && message instanceof HttpContent content) {
            onContent(ctx, content);
        }
        if (refused && message instanceof LastHttpContent) {
            ctx.close(); // after the answer, which was written before
        }
    }

    private static HttpAnswer notUnderstood(DecoderResult result) {
        Throwable cause = result.cause();
        if (cause instanceof TooLongHttpLineException) {
            return HttpAnswer.error(
                    414,
                    "URI Too Long",
                    "more than " + HttpPort.MAX_LINE_BYTES + " bytes; send arguments by POST");
        } else if (cause instanceof TooLongHttpHeaderException) {
            return HttpAnswer.error(
                    431,
                    "Request Header Fields Too Large",
                    "more than " + HttpPort.MAX_HEADER_BYTES + " bytes of headers");
        }
        return HttpAnswer.error(400, "Bad Request", "no HTTP: " + cause.getMessage());
    }

    private void onHead(ChannelHandlerContext ctx, HttpRequest received) {
        request = received;
        HttpAnswer refusal = refusal(received);
        if (refusal == null) {
            head = head(received);
            refusal = service.refuse(head);
        }
        if (refusal != null) {
            refuse(ctx, refusal);
        } else if (HttpUtil.is100ContinueExpected(received)) {
            ctx.writeAndFlush(
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            HttpResponseStatus.CONTINUE,
                            Unpooled.EMPTY_BUFFER));
        }
    }

    /** Returns the error of a malformed request, or null. */
    private @Nullable HttpAnswer refusal(HttpRequest received) {
        String expected = received.headers().get(HttpHeaderNames.EXPECT);
        if (received.protocolVersion().majorVersion() != 1) {
            return HttpAnswer.error(
                    505, "HTTP Version Not Supported", received.protocolVersion().text());
        } else if (!received.uri().startsWith("/")) {
            return HttpAnswer.error(400, "Bad Request", "the target has to begin with /");
        } else if (!hasItsHost(received)) {
            return HttpAnswer.error(400, "Bad Request", "exactly one Host header is expected");
        } else if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
            return HttpAnswer.error(417, "Expectation Failed", expected);
        } else if (!endsWhereItSays(received)) {
            return HttpAnswer.error(
                    501,
                    "Not Implemented",
                    "of transfer encodings only 'chunked' is known, by HTTP/1.1");
        } else if (HttpUtil.getContentLength(received, 0L) > limits.requestBytes()) {
            return tooLarge();
        }
        return null;
    }

    /** Whether the decoder and whoever is in front of us agree on where the body ends. */
    private static boolean endsWhereItSays(HttpRequest received) {
        List<String> encodings = received.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return encodings.isEmpty()
                || (encodings.size() == 1
                        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))
                        && received.protocolVersion().minorVersion() > 0);
    }

    /** One Host header, which HTTP/1.0 may do without (RFC 9112, section 3.2). */
    private static boolean hasItsHost(HttpRequest received) {
        int hosts = received.headers().getAll(HttpHeaderNames.HOST).size();
        return hosts == 1 || (hosts == 0 && received.protocolVersion().minorVersion() == 0);
    }

    private HttpAnswer tooLarge() {
        return HttpAnswer.error(
                413,
                "Too Large",
                "more than "
                        + limits.requestBytes()
                        + " bytes in the body; the server's limit has to be raised");
    }

    private static HttpHead head(HttpRequest received) {
        String target = received.uri();
        int query = target.indexOf('?');
        return new HttpHead(
                received.method().name(),
                query < 0 ? target : target.substring(0, query),
                query < 0 ? "" : target.substring(query + 1),
                name -> received.headers().get(name));
    }

    private void onContent(ChannelHandlerContext ctx, HttpContent content) {
        ByteBuf bytes = content.content();
        if (body.size() + bytes.readableBytes() > limits.requestBytes()) {
            refuse(ctx, tooLarge());
            return;
        }
        byte[] piece = new byte[bytes.readableBytes()];
        bytes.readBytes(piece);
        body.writeBytes(piece);
        if (content instanceof LastHttpContent) {
            onWhole(ctx);
        }
    }

    private void onWhole(ChannelHandlerContext ctx) {
        HttpHead asked = head;
        if (asked == null) {
            return; // no message comes without its head
        }
        turns.onRequest();
        byte[] received = body.toByteArray();
        body = new ByteArrayOutputStream();
        CompletableFuture<HttpAnswer> coming = service.answer(asked, received);
        answer = coming;
        var unused =
                coming.whenComplete(
                        (given, failure) ->
                                ctx.executor().execute(() -> onAnswer(ctx, given, failure)));
    }

    private static HttpAnswer failed(@Nullable Throwable failure) {
        LOG.warn("A request by HTTP could not be answered", failure);
        return HttpAnswer.error(500, "Internal Error", String.valueOf(failure));
    }

    private void onAnswer(
            ChannelHandlerContext ctx, @Nullable HttpAnswer answered, @Nullable Throwable failure) {
        HttpRequest asked = request;
        if (refused || asked == null) {
            return; // the client has gone
        }
        HttpAnswer given = answered != null ? answered : failed(failure);
        request = null;
        head = null;
        answer = null;
        try {
            if (given.body() instanceof HttpBody.Pieces pieces) {
                stream(ctx, asked, given, pieces);
            } else if (given.body() instanceof HttpBody.Whole whole) {
                whole(ctx, asked, given, whole.bytes());
            }
        } catch (RuntimeException e) { // a header that would be two, say
            LOG.warn("An answer by HTTP could not be sent", e);
            ctx.close();
        }
    }

    private void whole(
            ChannelHandlerContext ctx, HttpRequest answered, HttpAnswer given, byte[] bytes) {
        if (!guard.tryHold(bytes.length)) {
            refuse(ctx, overloaded());
            return;
        }
        boolean goesOn = HttpUtil.isKeepAlive(answered);
        ctx.writeAndFlush(response(answered, given, bytes, goesOn))
                .addListener(
                        written -> {
                            if (goesOn) {
                                turns.onAnswered();
                            } else {
                                ctx.close();
                            }
                        });
    }

    /** The connection is the stream's from now on. */
    private void stream(
            ChannelHandlerContext ctx,
            HttpRequest answered,
            HttpAnswer given,
            HttpBody.Pieces pieces) {
        HttpResponse response =
                new DefaultHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(given.status()));
        setHeaders(response, given);
        response.headers().set(HttpHeaderNames.CONNECTION, "close");
        if (answered.method().equals(HttpMethod.HEAD)) {
            ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (answered.protocolVersion().isKeepAliveDefault()) { // else it ends with the connection
            HttpUtil.setTransferEncodingChunked(response, true);
        }
        ctx.writeAndFlush(response);
        pieces.onOpen().accept(new HttpStream(ctx.channel()));
    }

    private static HttpAnswer overloaded() {
        return HttpAnswer.error(
                503, "Overloaded", "too many bytes of requests are under way; try again later");
    }

    /** Answers, and takes nothing more. */
    private void refuse(ChannelHandlerContext ctx, HttpAnswer refusal) {
        refuse(ctx, refusal, limits.patienceMs());
    }

    /**
     * @param readsOnMs for how long what the client still sends is read, and dropped
     */
    private void refuse(ChannelHandlerContext ctx, HttpAnswer refusal, long readsOnMs) {
        refused = true;
        body = new ByteArrayOutputStream();
        guard.onRefused(readsOnMs);
        byte[] bytes = refusal.body() instanceof HttpBody.Whole whole ? whole.bytes() : new byte[0];
        ctx.writeAndFlush(response(request, refusal, bytes, false))
                .addListener(
                        (ChannelFutureListener)
                                written -> {
                                    if (ctx.channel() instanceof SocketChannel socket) {
                                        socket.shutdownOutput();
                                    }
                                });
    }

    private static FullHttpResponse response(
            @Nullable HttpRequest answered, HttpAnswer given, byte[] bytes, boolean goesOn) {
        boolean bodiless = answered != null && answered.method().equals(HttpMethod.HEAD);
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.valueOf(given.status()),
                        bodiless ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
        setHeaders(response, given);
        if (given.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
            response.headers().remove(HttpHeaderNames.CONTENT_TYPE); // there is no content
        } else {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        }
        if (!goesOn) {
            response.headers().set(HttpHeaderNames.CONNECTION, "close");
        } else if (answered != null && !answered.protocolVersion().isKeepAliveDefault()) {
            response.headers().set(HttpHeaderNames.CONNECTION, "keep-alive");
        }
        return response;
    }

    private static void setHeaders(HttpResponse response, HttpAnswer given) {
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, given.contentType())
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff");
        given.headers().forEach((name, value) -> response.headers().set(name, value));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof ConnectionGuard.Trouble trouble)) {
            ctx.fireUserEventTriggered(event);
            return;
        }
        switch (trouble) {
            case IDLE -> ctx.close();
            case TOO_SLOW ->
                    refuse(
                            ctx,
                            HttpAnswer.error(
                                    408,
                                    "Request Timeout",
                                    "not here whole after " + limits.patienceMs() + " ms"),
                            limits.patienceMs() / LATE_SHARE);
            case TOO_MUCH_HELD -> refuse(ctx, overloaded());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        refused = true;
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
