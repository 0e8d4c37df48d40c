package io.eyewall.local.drpc;

import io.eyewall.ports.ThriftMessages;
import io.eyewall.ports.ThriftService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.generated.DistributedRPC;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.protocol.TMessage;
import org.apache.storm.thrift.protocol.TMessageType;
import org.apache.storm.thrift.protocol.TProtocol;
import org.apache.storm.thrift.protocol.TProtocolUtil;
import org.apache.storm.thrift.protocol.TType;
import org.jspecify.annotations.Nullable;

/**
 * Answers DRPC clients by Thrift: the service {@code DistributedRPC}. Thrift's generated processors
 * are not used, because they either block the calling thread or need a Thrift server. No thread
 * waits while a topology works on a request; a client that disconnects cancels its request. Any
 * thread may call.
 */
final class DrpcThrift implements ThriftService {
    private static final String EXECUTE = "execute";

    private final DrpcService service;
    private final Executor threadPool;
    private final int maxBytes;

    /**
     * @param threadPool runs calls of the service, whose authorizer may block
     * @param maxBytes the longest message
     */
    DrpcThrift(DrpcService service, Executor threadPool, int maxBytes) {
        this.service = service;
        this.threadPool = threadPool;
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletableFuture<byte[]> answer(byte[] message) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        threadPool.execute(
                () -> {
                    try {
                        execute(message, answer);
                    } catch (TException | RuntimeException | Error e) { // not a valid message
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    private void execute(byte[] message, CompletableFuture<byte[]> answer) throws TException {
        TProtocol in = ThriftMessages.reader(message, maxBytes);
        TMessage head = in.readMessageBegin();
        if (!head.name.equals(EXECUTE)) {
            TProtocolUtil.skip(in, TType.STRUCT);
            answer.complete(
                    ThriftMessages.exception(
                            head,
                            TApplicationException.UNKNOWN_METHOD,
                            "Invalid method name: '" + head.name + "'"));
            return;
        }
        DistributedRPC.execute_args args = new DistributedRPC.execute_args();
        args.read(in);
        in.readMessageEnd();
        String function = args.get_functionName();
        try {
            CompletableFuture<String> result =
                    service.executeIfServed(function == null ? "" : function, args.get_funcArgs());
            var unusedAnswer =
                    result.whenCompleteAsync( // serializing would delay the engine's thread
                            (text, thrown) -> complete(answer, head, text, thrown), threadPool);
            var unusedEnd =
                    answer.whenComplete(
                            (given, thrown) -> {
                                if (thrown != null) { // the client has disconnected
                                    result.cancel(false);
                                }
                            });
        } catch (AuthorizationException e) {
            complete(answer, head, null, e);
        }
    }

    private static void complete(
            CompletableFuture<byte[]> answer,
            TMessage head,
            @Nullable String result,
            @Nullable Throwable thrown) {
        try {
            answer.complete(reply(head, result, thrown));
        } catch (TException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static byte[] reply(TMessage head, @Nullable String result, @Nullable Throwable thrown)
            throws TException {
        DistributedRPC.execute_result reply = new DistributedRPC.execute_result();
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        if (failure instanceof DRPCExecutionException e) {
            reply.set_e(e);
        } else if (failure instanceof AuthorizationException e) {
            reply.set_aze(e);
        } else if (failure != null) {
            return ThriftMessages.exception(
                    head, TApplicationException.INTERNAL_ERROR, failure.toString());
        } else {
            reply.set_success(result);
        }
        return ThriftMessages.write(new TMessage(head.name, TMessageType.REPLY, head.seqid), reply);
    }
}
