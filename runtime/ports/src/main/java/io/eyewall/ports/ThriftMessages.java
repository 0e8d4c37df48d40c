package io.eyewall.ports;

import java.util.Arrays;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.TSerializable;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.protocol.TMessage;
import org.apache.storm.thrift.protocol.TMessageType;
import org.apache.storm.thrift.protocol.TProtocol;
import org.apache.storm.thrift.transport.TMemoryBuffer;
import org.apache.storm.thrift.transport.TMemoryInputTransport;

/** Reads and writes messages of Thrift's binary protocol in memory. Any thread may call. */
public final class ThriftMessages {
    /** The initial size of a buffer; enough for most messages. */
    private static final int INITIAL_BYTES = 256;

    private ThriftMessages() {}

    /**
     * Returns a reader of a message.
     *
     * @param maxBytes the longest accepted text, in bytes, and the most elements of a collection
     */
    public static TProtocol reader(byte[] message, int maxBytes) throws TException {
        return new TBinaryProtocol(
                new TMemoryInputTransport(message), maxBytes, maxBytes, false, true);
    }

    /** Returns a message with one structure. */
    public static byte[] write(TMessage head, TSerializable structure) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(INITIAL_BYTES);
        TProtocol out = new TBinaryProtocol(buffer);
        out.writeMessageBegin(head);
        structure.write(out);
        out.writeMessageEnd();
        return bytes(buffer);
    }

    /** Returns an exception as the answer to a message. */
    public static byte[] exception(TMessage head, int type, String message) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(INITIAL_BYTES);
        TProtocol out = new TBinaryProtocol(buffer);
        out.writeMessageBegin(new TMessage(head.name, TMessageType.EXCEPTION, head.seqid));
        new TApplicationException(type, message).write(out);
        out.writeMessageEnd();
        return bytes(buffer);
    }

    /** Returns the bytes that were written. */
    public static byte[] bytes(TMemoryBuffer buffer) {
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
