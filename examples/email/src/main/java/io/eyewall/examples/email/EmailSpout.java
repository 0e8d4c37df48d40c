package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.FinalMarker;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of emails and emits their Avro bytes; emits a failed email again. It is finite and
 * sends punctuation at its end. Several tasks share the files in turn.
 */
public final class EmailSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final List<String> files;

    private transient @Nullable SpoutOutputCollector collector;
    private transient @Nullable FinalMarker finalMarker;
    private transient Iterator<String> unread;
    private transient @Nullable EmailFileReader reader;
    private transient Map<Long, byte[]> pending;
    private transient Deque<Long> failed;
    private transient long nextId;

    /**
     * @param files files written by {@link EmailFileWriter}, at the same path on every machine
     */
    public EmailSpout(List<Path> files) {
        this.files = files.stream().map(Path::toString).toList();
        this.unread = this.files.iterator();
        this.pending = new HashMap<>();
        this.failed = new ArrayDeque<>();
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        finalMarker = new FinalMarker(context, output);
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        int task = context.getThisTaskIndex();
        unread =
                IntStream.range(0, files.size())
                        .filter(i -> i % tasks == task)
                        .mapToObj(files::get)
                        .iterator();
        pending = new HashMap<>();
        failed = new ArrayDeque<>();
    }

    private FinalMarker finalMarker() {
        return Objects.requireNonNull(finalMarker, "not open");
    }

    @Override
    public void nextTuple() {
        Long again = failed.poll();
        if (again != null) {
            emit(again, Objects.requireNonNull(pending.get(again)));
            return;
        }
        byte[] email = read();
        if (email == null) {
            finalMarker().onNothingLeft();
        } else {
            pending.put(nextId, email);
            emit(nextId++, email);
        }
    }

    private void emit(long message, byte[] email) {
        finalMarker().onEmit();
        finalMarker().setPending(pending.size());
        Objects.requireNonNull(collector).emit(new Values((Object) email), message);
    }

    /** Returns the next email, or null when all have been read. */
    private byte @Nullable [] read() {
        try {
            while (true) {
                if (reader == null) {
                    if (!unread.hasNext()) {
                        return null;
                    }
                    reader = EmailFileReader.of(Path.of(unread.next()));
                }
                byte[] email = reader.next();
                if (email != null) {
                    return email;
                }
                close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void ack(Object messageId) {
        if (!finalMarker().handlesAck(messageId)) {
            pending.remove((Long) messageId);
            finalMarker().setPending(pending.size());
        }
    }

    @Override
    public void fail(Object messageId) {
        if (!finalMarker().handlesFail(messageId)) {
            failed.add((Long) messageId);
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                reader = null;
            }
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(EmailStream.BYTES);
        Punctuation.declare(declarer);
    }
}
