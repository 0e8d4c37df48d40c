package io.eyewall.cluster.trials;

import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.install.StormHome;
import io.eyewall.plugin.wire.ClusterPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lab with a complete installation of the plug-in, and a generator in a process of its own.
 * Periods are short, and each host has two slots.
 */
public final class PlannedLab implements AutoCloseable {
    private static final int SLOTS = 2;

    private final GeneratorProcess generator;
    private final LabFolder folder;
    private final Lab lab;

    /**
     * Starts the lab and the generator.
     *
     * @param database the URL of the generator's database; null for a file
     * @param more keys of {@code storm.yaml}
     */
    public PlannedLab(
            Path root, int hosts, @Nullable String database, Map<String, @Nullable Object> more)
            throws Exception {
        folder = LabFolder.of(root.resolve("labs"), "plans");
        Path plugin = TestLab.jar(ClusterPlan.class, root.resolve("plugin.jar"));
        generator = new GeneratorProcess(root.resolve("generator"), database);
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.putAll(StormHome.keys(generator.url(), null));
        conf.put("eyewall.monitor.period.secs", 2);
        conf.put("eyewall.schedule.fetch.secs", 1);
        conf.put("eyewall.schedule.settle.secs", 10);
        conf.putAll(more);
        try {
            lab =
                    Lab.up(
                            folder,
                            TestLab.loopback(
                                    hosts,
                                    SLOTS,
                                    new LabSettings.Plugins(
                                            List.of(plugin), List.of(), Map.of("", conf))),
                            TestLab.jars(root),
                            false,
                            System.err::println);
        } catch (Exception e) {
            generator.kill();
            throw e;
        }
    }

    /** Returns the process of the generator. */
    public GeneratorProcess generator() {
        return generator;
    }

    /** Returns the lab. */
    public Lab lab() {
        return lab;
    }

    @Override
    public void close() throws IOException {
        try {
            generator.kill();
            Lab.down(folder, Boolean.getBoolean("eyewall.keep"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted; lab 'plans' may still be up");
        } catch (LabException e) {
            throw new IOException(e);
        }
    }
}
