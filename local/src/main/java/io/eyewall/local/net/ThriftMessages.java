package io.eyewall.local.net;

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

/** Messages of Thrift's binary protocol, in memory. */
public final class ThriftMessages {
    private static final int USUAL_BYTES = 256;

    private ThriftMessages() {}

    /**
     * Reads a message.
     *
     * @param maxBytes that a text may claim to have, and elements a list
     */
    public static TProtocol reader(byte[] message, int maxBytes) throws TException {
        return new TBinaryProtocol(
                new TMemoryInputTransport(message), maxBytes, maxBytes, false, true);
    }

    /** A message with one structure. */
    public static byte[] write(TMessage head, TSerializable structure) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(USUAL_BYTES);
        TProtocol out = new TBinaryProtocol(buffer);
        out.writeMessageBegin(head);
        structure.write(out);
        out.writeMessageEnd();
        return bytes(buffer);
    }

    /** The answer to a message that can't be answered as it wants. */
    public static byte[] exception(TMessage head, int type, String message) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(USUAL_BYTES);
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
