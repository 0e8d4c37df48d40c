package io.eyewall.cluster.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The system's processes, as Linux tells of them in {@code /proc}. Numbers of processes are kept
 * nowhere: who belongs to a lab is looked up each time by its {@link Mark}.
 */
public final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final long PAUSE_MS = 20;

    /**
     * So many looks in a row that find nobody. A child that has not yet become the program that it
     * is to run may hide from one.
     */
    private static final int EMPTY_LOOKS = 3;

    private final Mark mark;
    private final LongPredicate others;
    private final LongSupplier nanoTime;

    public ProcessTable(Mark mark) {
        this(mark, pid -> false);
    }

    /**
     * @param others by their numbers, who belongs to the lab whatever its environment says:
     *     programs that show a title of their own ({@code setproctitle}: Redis, nginx) write over
     *     it
     */
    public ProcessTable(Mark mark, LongPredicate others) {
        this(mark, others, System::nanoTime);
    }

    /** With another clock, for tests. */
    ProcessTable(Mark mark, LongPredicate others, LongSupplier nanoTime) {
        this.mark = mark;
        this.others = others;
        this.nanoTime = nanoTime;
    }

    /** Whether there is what all of this needs. */
    public static boolean isSupported() {
        return Files.isReadable(PROC.resolve("self/environ"));
    }

    /** A lab's processes by their numbers; this one is never among them. */
    public List<LabProcess> all() {
        List<LabProcess> all = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                look(Long.parseLong(String.valueOf(process.getFileName()))).ifPresent(all::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("/proc can't be read; a lab needs it", e);
        }
        all.sort(Comparator.comparingLong(LabProcess::pid));
        return all;
    }

    /**
     * The handle comes first: it remembers when its process was started. If the number has gone
     * over to another process when the rest is read, the handle can't end that.
     */
    private Optional<LabProcess> look(long pid) {
        if (pid == ProcessHandle.current().pid()) {
            return Optional.empty();
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        Path folder = PROC.resolve(Long.toString(pid));
        Map<String, String> environment = variables(read(folder.resolve("environ")));
        if (handle.isEmpty() || !(mark.isOn(environment) || others.test(pid))) {
            return Optional.empty();
        }
        List<String> commandLine = read(folder.resolve("cmdline"));
        String host = environment.getOrDefault(Mark.HOST, "");
        return Optional.of(new LabProcess(handle.get(), host, Role.of(commandLine), commandLine));
    }

    /** Strings that end with zeros; none of a process that is over or another user's. */
    private static List<String> read(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.isEmpty() ? List.of() : List.of(text.split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Map<String, String> variables(List<String> assignments) {
        Map<String, String> variables = new HashMap<>();
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                variables.putIfAbsent(
                        assignment.substring(0, equals), assignment.substring(equals + 1));
            }
        }
        return variables;
    }

    /**
     * Ends processes as SIGKILL does, supervisors first, as they start others; returns when none is
     * left.
     *
     * @param which those to end
     * @param limitMs how long each may take to end from its first signal on; not how long it takes
     *     to find them, which a busy machine takes its time for
     * @return those that have been ended
     * @throws IOException if some are left; says which
     */
    public List<LabProcess> kill(Predicate<LabProcess> which, long limitMs)
            throws IOException, InterruptedException {
        Map<Long, LabProcess> ended = new HashMap<>();
        Map<ProcessHandle, Long> signalledNs = new HashMap<>();
        long limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
        int emptyLooks = 0;
        while (emptyLooks < EMPTY_LOOKS) {
            List<LabProcess> left = new ArrayList<>(all().stream().filter(which).toList());
            emptyLooks = left.isEmpty() ? emptyLooks + 1 : 0;
            long nowNs = nanoTime.getAsLong();
            List<LabProcess> stuck =
                    left.stream()
                            .filter(
                                    each -> {
                                        Long since = signalledNs.get(each.handle());
                                        return since != null && nowNs - since > limitNs;
                                    })
                            .toList();
            if (!stuck.isEmpty()) {
                throw new IOException("these processes can't be ended: " + described(stuck));
            }
            left.sort(Comparator.comparing(each -> each.role() != Role.SUPERVISOR));
            for (LabProcess each : left) {
                each.kill();
                signalledNs.putIfAbsent(each.handle(), nanoTime.getAsLong());
                ended.put(each.pid(), each);
            }
            Thread.sleep(PAUSE_MS);
        }
        return ended.values().stream().sorted(Comparator.comparingLong(LabProcess::pid)).toList();
    }

    private static String described(List<LabProcess> processes) {
        List<String> each = processes.stream().map(one -> one.role() + " " + one.pid()).toList();
        return String.join(", ", each);
    }
}
