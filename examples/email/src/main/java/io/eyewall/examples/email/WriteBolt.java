package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Compresses emails and writes them, into a file for each task, {@code part-N.gz}; without a folder
 * to nowhere, as the study does. Emails are acked in batches, when they are in the file: after
 * {@value #BATCH}, at a tick, and at the end, which completes the file. Should emails come after
 * that, since some had failed, they make another one, {@code part-N-1.gz}.
 */
public final class WriteBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private static final int BATCH = 200;

    private final @Nullable String folder;
    private transient @Nullable EmailFileWriter writer;
    private transient List<Tuple> unacked;
    private transient int part;
    private transient int files;

    /**
     * @param folder is made if it is missing; null: nowhere
     */
    public WriteBolt(@Nullable Path folder) {
        this.folder = folder == null ? null : folder.toString();
        this.unacked = new ArrayList<>();
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        unacked = new ArrayList<>();
        part = context.getThisTaskIndex();
        files = 0;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        try {
            if (writer == null) {
                writer = new EmailFileWriter(open());
            }
            writer.write(tuple.getBinary(0));
            unacked.add(tuple);
            if (unacked.size() >= BATCH) {
                commit(writer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private OutputStream open() throws IOException {
        if (folder == null) {
            return OutputStream.nullOutputStream();
        }
        Path to = Path.of(folder);
        if (Files.isRegularFile(to)) {
            throw new IOException(folder + " is a file; expected a folder, in which to make files");
        }
        Files.createDirectories(to);
        String name = "part-" + part + (files == 0 ? "" : "-" + files) + ".gz";
        files++;
        return Files.newOutputStream(to.resolve(name));
    }

    @Override
    protected void onTick() {
        if (writer != null && !unacked.isEmpty()) {
            try {
                commit(writer);
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
    }

    private void commit(EmailFileWriter to) throws IOException {
        to.flush();
        ackAll();
    }

    private void ackAll() {
        unacked.forEach(collector()::ack);
        unacked.clear();
    }

    @Override
    protected void onFinal() {
        try {
            if (writer != null) {
                writer.close();
                writer = null;
            }
            ackAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        // it emits nothing
    }
}
