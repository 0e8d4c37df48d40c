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
 * Compresses emails and writes them to one file per task, {@code part-N.gz}; without a folder it
 * discards them, as in the study. Emails are acked in batches after they are written to the file:
 * after {@value #BATCH} emails, at a tick, and at the end, which completes the file. Emails that
 * arrive after the end, because they had failed, go to another file, {@code part-N-1.gz}.
 */
public final class EmailWriteBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private static final int BATCH = 200;

    private final @Nullable String folder;
    private transient @Nullable EmailFileWriter writer;
    private transient List<Tuple> unacked;
    private transient int part;
    private transient int files;

    /**
     * @param folder the folder, created if missing; null to discard emails
     */
    public EmailWriteBolt(@Nullable Path folder) {
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
            throw new IOException(folder + " is a file; expected a folder to create files in");
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
        // emits nothing
    }
}
