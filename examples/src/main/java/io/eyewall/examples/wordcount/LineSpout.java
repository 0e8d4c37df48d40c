package io.eyewall.examples.wordcount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Emits the lines of files. Each task reads one part of them, and emits a failed line again. When
 * all lines of a task's part are acked, the task emits their number on the stream {@value #END}.
 */
public final class LineSpout extends BaseRichSpout {
    static final String END = "end";
    private static final long END_ID = -1;

    private final List<String> files;

    private transient SpoutOutputCollector collector;
    private transient LineReader reader;
    private transient Map<Long, String> pending;
    private transient Queue<Long> failed;
    private long lines;
    private boolean exhausted;
    private boolean ended;

    /**
     * @param files files that every task can read
     */
    public LineSpout(List<String> files) {
        this.files = List.copyOf(files);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        pending = new HashMap<>();
        failed = new ArrayDeque<>();
        int parts = context.getComponentTasks(context.getThisComponentId()).size();
        try {
            reader =
                    new LineReader(
                            files.stream().map(Path::of).toList(),
                            context.getThisTaskIndex(),
                            parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void nextTuple() {
        Long again = failed.poll();
        if (again != null) {
            emit(again, pending.get(again));
        } else if (!exhausted) {
            emitNextLine();
        } else if (pending.isEmpty() && !ended) {
            ended = true;
            collector.emit(END, new Values(lines), END_ID);
        }
    }

    private void emitNextLine() {
        String line;
        try {
            line = reader.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (line == null) {
            exhausted = true;
            return;
        }
        Long id = lines++;
        pending.put(id, line);
        emit(id, line);
    }

    private void emit(Long id, String line) {
        collector.emit(new Values(line), id);
    }

    @Override
    public void ack(Object messageId) {
        pending.remove(messageId);
    }

    @Override
    public void fail(Object messageId) {
        if (messageId.equals(END_ID)) {
            ended = false;
        } else {
            failed.add((Long) messageId);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("line"));
        declarer.declareStream(END, new Fields("lines"));
    }
}
