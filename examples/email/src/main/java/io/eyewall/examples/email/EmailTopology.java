package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.Punctuation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The complete email pipeline: reads files of emails, writes files of emails, and prints their
 * totals.
 */
public final class EmailTopology extends ConfigurableTopology {
    private static final int MAX_PENDING = 2_000;

    /**
     * @param args options and files: {@code [--out DIR] [--parallelism N] FILE...}
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new EmailTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        Path out = null;
        int parallelism = 1;
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--out") && i + 1 < args.length) {
                out = Path.of(args[++i]).toAbsolutePath();
            } else if (args[i].equals("--parallelism") && i + 1 < args.length) {
                parallelism = Integer.parseInt(args[++i]);
            } else {
                files.add(Path.of(args[i]).toAbsolutePath());
            }
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    "usage: EmailTopology [--out DIR] [--parallelism N] FILE..., but got "
                            + Arrays.toString(args));
        }
        conf.putAll(usualConf());
        return submit("email", conf, builder(files, out, parallelism));
    }

    /** Returns the configuration that the topology needs. */
    public static Config usualConf() {
        Config conf = new Config();
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.registerSerialization(Email.class, EmailSerializer.class);
        conf.registerSerialization(Totals.class, TotalsSerializer.class);
        return conf;
    }

    /**
     * Returns the topology.
     *
     * @param files the files of emails
     * @param out the output folder; null to discard the output
     * @param parallelism the executors of each component; reading has at most one per file
     */
    public static TopologyBuilder builder(List<Path> files, @Nullable Path out, int parallelism) {
        TopologyBuilder builder = new TopologyBuilder();
        int readers = Math.min(parallelism, files.size());
        builder.setSpout(EmailStream.READ, new EmailSpout(files), readers);
        String last = EmailStages.standard(parallelism).addTo(builder, EmailStream.READ, true);
        BoltDeclarer write =
                builder.setBolt(EmailStream.WRITE, new EmailWriteBolt(out), parallelism)
                        .localOrShuffleGrouping(last);
        Punctuation.follow(write, last);
        BoltDeclarer report =
                builder.setBolt(EmailStream.REPORT, new ReportBolt(), 1)
                        .globalGrouping(EmailStream.GLOBAL_METRICS, EmailStream.TOTALS);
        Punctuation.follow(report, EmailStream.GLOBAL_METRICS);
        return builder;
    }
}
