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
 * The standard streams of a child, by which those are found that it has started and that outlive
 * it: they are nobody's descendants then, yet keep its pipes open, so that whoever reads from them
 * or writes to them waits for ever. Known where the system shows them in {@code /proc}; elsewhere
 * there are none.
 */
final class ChildPipes {
    private static final Path PROCESSES = Path.of("/proc");

    /** As they are called there, such as {@code pipe:[4711]}. */
    private final Set<String> pipes;

    private ChildPipes(Set<String> pipes) {
        this.pipes = pipes;
    }

    /** Those that a process has now, but for what it shares with this one: that is others', too. */
    static ChildPipes of(ProcessHandle process) {
        Set<String> found = pipes(PROCESSES.resolve(String.valueOf(process.pid())));
        found.removeAll(pipes(PROCESSES.resolve("self")));
        return new ChildPipes(found);
    }

    /**
     * The pipes that are a process's standard streams. What else it has open is not looked at: a
     * process which is just being started has copies of all that is open here.
     */
    private static Set<String> pipes(Path process) {
        Set<String> found = new HashSet<>();
        for (String stream : List.of("0", "1", "2")) {
            try {
                Path link = process.resolve("fd").resolve(stream);
                String target = Files.readSymbolicLink(link).toString();
                if (target.startsWith("pipe:")) {
                    found.add(target);
                }
            } catch (IOException | UnsupportedOperationException e) {
                // It has ended, is someone else's, or there is no such folder.
            }
        }
        return found;
    }

    /** All processes but this one that have one of them as a standard stream. */
    List<ProcessHandle> holders() {
        List<ProcessHandle> holders = new ArrayList<>();
        if (pipes.isEmpty()) {
            return holders;
        }
        long self = ProcessHandle.current().pid();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                if (pid != self && pipes(folder).stream().anyMatch(pipes::contains)) {
                    ProcessHandle.of(pid).ifPresent(holders::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return holders;
        }
        return holders;
    }
}
