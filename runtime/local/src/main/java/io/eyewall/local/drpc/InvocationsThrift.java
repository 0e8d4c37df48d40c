package io.eyewall.local.drpc;

import io.eyewall.ports.ThriftMessages;
import io.eyewall.ports.ThriftService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.storm.generated.DistributedRPCInvocations;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.TProcessor;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.transport.TMemoryBuffer;

/**
 * The Thrift service {@code DistributedRPCInvocations}, through which the spouts and bolts of DRPC
 * functions fetch requests and return results. Any thread may call.
 */
final class InvocationsThrift implements ThriftService {
    /** The initial size of a buffer; enough for most answers. */
    private static final int INITIAL_BYTES = 256;

    private final TProcessor processor;
    private final Executor threadPool;
    private final int maxBytes;

    /**
     * @param threadPool runs calls of the service, whose authorizer may block
     * @param maxBytes the longest message
     */
    InvocationsThrift(DrpcService service, Executor threadPool, int maxBytes) {
        this.processor = new DistributedRPCInvocations.Processor<>(service);
        this.threadPool = threadPool;
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletableFuture<byte[]> answer(byte[] message) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        threadPool.execute(
                () -> {
                    try {
                        answer.complete(process(message));
                    } catch (TException | RuntimeException | Error e) { // not a valid message
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    private byte[] process(byte[] message) throws TException {
        TMemoryBuffer answer = new TMemoryBuffer(INITIAL_BYTES);
        processor.process(ThriftMessages.reader(message, maxBytes), new TBinaryProtocol(answer));
        return ThriftMessages.bytes(answer);
    }
}
