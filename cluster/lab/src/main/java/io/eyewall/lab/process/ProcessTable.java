package io.eyewall.lab.process;

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
 * Finds and kills a lab's processes, through Linux' {@code /proc}. Process ids are stored nowhere:
 * each call finds the processes by their {@link Mark}. Any thread may call.
 */
public final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final long SCAN_INTERVAL_MS = 20;

    /**
     * Number of consecutive scans without a process after which none is left. One scan may miss a
     * child between its fork and its exec.
     */
    private static final int EMPTY_SCANS = 3;

    private final Mark mark;
    private final LongPredicate isFurtherProcess;
    private final LongSupplier nanoTime;

    public ProcessTable(Mark mark) {
        this(mark, pid -> false);
    }

    /**
     * Creates a table that finds further processes.
     *
     * @param isFurtherProcess accepts the ids of processes that belong to the lab whatever their
     *     environment says: programs that set their own title ({@code setproctitle}: Redis, nginx)
     *     overwrite the mark
     */
    public ProcessTable(Mark mark, LongPredicate isFurtherProcess) {
        this(mark, isFurtherProcess, System::nanoTime);
    }

    /** Creates a table with another clock, for tests. */
    ProcessTable(Mark mark, LongPredicate isFurtherProcess, LongSupplier nanoTime) {
        this.mark = mark;
        this.isFurtherProcess = isFurtherProcess;
        this.nanoTime = nanoTime;
    }

    /** Returns whether this system has the files that this class reads. */
    public static boolean isSupported() {
        return Files.isReadable(PROC.resolve("self/environ"));
    }

    /** Returns the lab's processes, sorted by process id; never includes this process. */
    public List<LabProcess> all() {
        List<LabProcess> all = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                find(Long.parseLong(String.valueOf(process.getFileName()))).ifPresent(all::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc, which a lab needs", e);
        }
        all.sort(Comparator.comparingLong(LabProcess::pid));
        return all;
    }

    /**
     * Returns a process if it belongs to the lab. The handle is created first, as it remembers the
     * start time of its process: if the id belongs to a new process by the time the files are read,
     * the handle cannot kill that one.
     */
    private Optional<LabProcess> find(long pid) {
        if (pid == ProcessHandle.current().pid()) {
            return Optional.empty();
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        Path folder = PROC.resolve(Long.toString(pid));
        Map<String, String> environment = parseVariables(readStrings(folder.resolve("environ")));
        if (handle.isEmpty() || !(mark.matches(environment) || isFurtherProcess.test(pid))) {
            return Optional.empty();
        }
        List<String> commandLine = readStrings(folder.resolve("cmdline"));
        String host = environment.getOrDefault(Mark.HOST, "");
        return Optional.of(new LabProcess(handle.get(), host, Role.of(commandLine), commandLine));
    }

    /**
     * Returns a file's zero-terminated strings; none if the process has ended, or is another
     * user's.
     */
    private static List<String> readStrings(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.isEmpty() ? List.of() : List.of(text.split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Map<String, String> parseVariables(List<String> assignments) {
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
     * Kills processes as by SIGKILL, supervisors first, as these start other processes; returns
     * when none is left.
     *
     * @param which accepts the processes to kill
     * @param limitMs maximum time for each process to end, from its first signal on; does not
     *     include the time to find it, which may be long on a busy machine
     * @return the processes that were killed
     * @throws IOException if some do not end; says which
     */
    public List<LabProcess> kill(Predicate<LabProcess> which, long limitMs)
            throws IOException, InterruptedException {
        Map<Long, LabProcess> killed = new HashMap<>();
        Map<ProcessHandle, Long> firstSignalNs = new HashMap<>();
        long limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
        int emptyScans = 0;
        while (emptyScans < EMPTY_SCANS) {
            List<LabProcess> remaining = new ArrayList<>(all().stream().filter(which).toList());
            emptyScans = remaining.isEmpty() ? emptyScans + 1 : 0;
            long nowNs = nanoTime.getAsLong();
            List<LabProcess> stuck =
                    remaining.stream()
                            .filter(
                                    each -> {
                                        Long signalNs = firstSignalNs.get(each.handle());
                                        return signalNs != null && nowNs - signalNs > limitNs;
                                    })
                            .toList();
            if (!stuck.isEmpty()) {
                throw new IOException("these processes cannot be killed: " + describe(stuck));
            }
            remaining.sort(Comparator.comparing(each -> each.role() != Role.SUPERVISOR));
            for (LabProcess each : remaining) {
                each.kill();
                firstSignalNs.putIfAbsent(each.handle(), nanoTime.getAsLong());
                killed.put(each.pid(), each);
            }
            Thread.sleep(SCAN_INTERVAL_MS);
        }
        return killed.values().stream().sorted(Comparator.comparingLong(LabProcess::pid)).toList();
    }

    private static String describe(List<LabProcess> processes) {
        List<String> each = processes.stream().map(one -> one.role() + " " + one.pid()).toList();
        return String.join(", ", each);
    }
}
