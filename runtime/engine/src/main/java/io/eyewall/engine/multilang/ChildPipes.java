package io.eyewall.engine.multilang;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the processes that a child has started and that outlive it, by the pipes of the child's
 * standard streams. Such processes are no longer the child's descendants, yet they keep its pipes
 * open, so that threads which read or write the pipes wait for ever. Works where the system has
 * {@code /proc}; elsewhere it finds no pipes.
 */
final class ChildPipes {
    private static final Path PROCESSES = Path.of("/proc");

    /** Names of the pipes in {@code /proc}, such as {@code pipe:[4711]}. */
    private final Set<String> pipes;

    private ChildPipes(Set<String> pipes) {
        this.pipes = pipes;
    }

    /**
     * Returns the pipes that a process has now, except those that it shares with this process,
     * because other processes have these, too.
     */
    static ChildPipes ofProcess(ProcessHandle process) {
        Set<String> found = standardPipes(PROCESSES.resolve(String.valueOf(process.pid())));
        found.removeAll(standardPipes(PROCESSES.resolve("self")));
        return new ChildPipes(found);
    }

    /**
     * Returns the pipes that are a process's standard streams. Other open files are not considered:
     * a process that is just being started has copies of all files that are open here.
     */
    private static Set<String> standardPipes(Path process) {
        Set<String> found = new HashSet<>();
        for (String stream : List.of("0", "1", "2")) {
            try {
                Path link = process.resolve("fd").resolve(stream);
                String target = Files.readSymbolicLink(link).toString();
                if (target.startsWith("pipe:")) {
                    found.add(target);
                }
            } catch (IOException | UnsupportedOperationException e) {
                // The process has ended or belongs to another user, or there is no such folder.
            }
        }
        return found;
    }

    /** Returns all processes, except this one, that have one of the pipes as a standard stream. */
    List<ProcessHandle> holders() {
        List<ProcessHandle> holders = new ArrayList<>();
        if (pipes.isEmpty()) {
            return holders;
        }
        long self = ProcessHandle.current().pid();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                if (pid != self && standardPipes(folder).stream().anyMatch(pipes::contains)) {
                    ProcessHandle.of(pid).ifPresent(holders::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return holders;
        }
        return holders;
    }
}
