package io.eyewall.cluster.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An installation of Storm, as its archive unpacks: {@code extlib}, {@code extlib-daemon}, {@code
 * conf/storm.yaml}. Each file is replaced whole or not at all; jars go first, so that the
 * configuration names nothing that is not there. Both calls can be made again at any time.
 */
public final class StormHome {
    private static final String JAR = "eyewall-plugin.jar";
    private static final List<String> JAR_FOLDERS = List.of("extlib", "extlib-daemon");
    private static final String SCHEDULER = "io.eyewall.plugin.scheduler.TrafficScheduler";
    private static final String LOAD_HOOK = "io.eyewall.plugin.monitor.LoadHook";
    private static final String WAIT = "io.eyewall.plugin.monitor.MeasuredWait";
    private static final String SMOOTH = "io.eyewall.plugin.supervisor.SmoothIsolationManager";

    private static final String CPU_CAPACITY = "supervisor.cpu.capacity";
    private static final double PERCENT = 100;

    /** Keys that give way to what the configuration sets already. */
    private static final Set<String> YIELDING = Set.of(CPU_CAPACITY);

    /** All that {@link #install} may have written. */
    private static final Set<String> KEYS = Set.copyOf(keys("", Path.of("")).keySet());

    private final Path home;
    private final Path yaml;

    /**
     * @throws InstallException if it is none
     */
    public StormHome(Path home) throws InstallException {
        this.home = home;
        this.yaml = home.resolve("conf").resolve("storm.yaml");
        if (!Files.isDirectory(home.resolve("lib")) || !Files.isRegularFile(yaml)) {
            throw new InstallException(
                    "%s is no installation of Storm: expected a folder 'lib' and a file 'conf/storm.yaml' in it"
                            .formatted(home));
        }
    }

    /**
     * Returns the keys to add to the configuration.
     *
     * @param generator where plans come from
     * @param tokenFile file with what the generator wants to know; null for nothing
     */
    public static Map<String, Object> keys(String generator, @Nullable Path tokenFile) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("eyewall.generator.url", generator);
        if (tokenFile != null) {
            keys.put("eyewall.generator.token.file", tokenFile.toAbsolutePath().toString());
        }
        keys.put("storm.scheduler", SCHEDULER);
        keys.put("topology.auto.task.hooks", List.of(LOAD_HOOK));
        keys.put("topology.bolt.wait.strategy", WAIT);
        keys.put("topology.spout.wait.strategy", WAIT);
        keys.put("topology.backpressure.wait.strategy", WAIT);
        keys.put("storm.resource.isolation.plugin.enable", true);
        keys.put("storm.resource.isolation.plugin", SMOOTH);
        keys.put(CPU_CAPACITY, cpuCapacity());
        return keys;
    }

    /**
     * Returns the processor capacity of a supervisor on this machine, 100 per processor; Storm's
     * default is 400 on every machine.
     */
    public static double cpuCapacity() {
        return PERCENT * Runtime.getRuntime().availableProcessors();
    }

    /** The same as lines of {@code storm.yaml}. */
    public static String print(Map<String, Object> keys) {
        return MarkedPart.lines(keys);
    }

    /**
     * Puts the plug-in in, or another version in its place. The capacity of processors stays as it
     * is set by others.
     *
     * @return what was changed, each in a sentence; empty if all was so already
     * @throws InstallException if the configuration is not understood; nothing was changed then
     */
    public List<String> install(Path plugin, Map<String, Object> keys)
            throws IOException, InstallException {
        String before = read();
        Map<String, Object> wanted = new LinkedHashMap<>(keys);
        wanted.keySet().removeAll(MarkedPart.othersKeys(before, YIELDING, KEYS, yaml.toString()));
        String after = MarkedPart.put(before, wanted, KEYS, yaml.toString());
        byte[] code = Files.readAllBytes(plugin);
        List<String> changes = new ArrayList<>();
        for (String folder : JAR_FOLDERS) {
            Path jar = home.resolve(folder).resolve(JAR);
            if (!Files.isRegularFile(jar) || Files.mismatch(jar, plugin) >= 0) {
                Files.createDirectories(home.resolve(folder));
                replace(jar, code);
                changes.add("wrote " + jar);
            }
        }
        if (!after.equals(before)) {
            replace(yaml.toRealPath(), after.getBytes(StandardCharsets.ISO_8859_1));
            changes.add("wrote " + String.join(", ", wanted.keySet()) + " at the end of " + yaml);
        }
        return changes;
    }

    /**
     * Takes out what {@link #install} has put in.
     *
     * @return what was changed, each in a sentence; empty if nothing was there
     * @throws InstallException if the configuration is not understood; nothing was changed then
     */
    public List<String> uninstall() throws IOException, InstallException {
        String before = read();
        String after = MarkedPart.remove(before, KEYS, yaml.toString());
        List<String> changes = new ArrayList<>();
        if (!after.equals(before)) {
            replace(yaml.toRealPath(), after.getBytes(StandardCharsets.ISO_8859_1));
            changes.add("took our keys out of " + yaml);
        }
        for (String folder : JAR_FOLDERS) {
            Path jar = home.resolve(folder).resolve(JAR);
            if (Files.deleteIfExists(jar)) {
                changes.add("deleted " + jar);
            }
        }
        return changes;
    }

    private String read() throws IOException {
        return Files.readString(yaml, StandardCharsets.ISO_8859_1);
    }

    /** With the permissions and owners that it had. */
    private static void replace(Path file, byte[] contents) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".eyewall-new");
        try (FileChannel channel =
                FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
            PosixFileAttributeView old =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class);
            PosixFileAttributeView now =
                    Files.getFileAttributeView(aside, PosixFileAttributeView.class);
            if (old != null && now != null && Files.exists(file)) {
                now.setPermissions(old.readAttributes().permissions());
                if (!now.readAttributes().owner().equals(old.readAttributes().owner())) {
                    now.setOwner(old.readAttributes().owner());
                }
                if (!now.readAttributes().group().equals(old.readAttributes().group())) {
                    now.setGroup(old.readAttributes().group());
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    aside
                            + " is there: another install runs, or one was killed; if none does,"
                            + " delete it",
                    e);
        } catch (IOException e) {
            Files.deleteIfExists(aside);
            throw new IOException(file + " can't be written, and is as it was: " + e, e);
        }
        Files.move(
                aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
