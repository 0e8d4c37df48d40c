package io.eyewall.local.blob;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links in the directory in which the process was launched, where Storm's worker has its localised
 * blobs: programs open them by their bare name. One link per name, in the whole process; what
 * stands there already and is no link of ours stays. Topologies inside a server have classes of
 * their own, this one too: what they know of one another's links is what they find there. Any
 * thread.
 */
final class LaunchDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchDirectory.class);

    /** Of folders that links lead to; says which process made them. */
    private static final String FOLDER_PREFIX = "eyewall-blobs-";

    private static final Pattern FOLDER =
            Pattern.compile(".*/" + FOLDER_PREFIX + "(\\d+)-[^/]*/.*");

    /** Claims on each link; the first claim has the link. Guarded by itself. */
    private static final Map<Path, List<Claim>> CLAIMS = new HashMap<>();

    /** Claimed here, made by a topology inside the same server. Guarded by the claims. */
    private static final Set<Path> BORROWED = new HashSet<>();

    private LaunchDirectory() {}

    /**
     * Somebody's wish for a link.
     *
     * @param target where it leads
     * @param store identity of the store that has the blob
     */
    record Claim(String topology, Path target, int store, LocalizedBlob blob) {
        /** Two of one blob may share a name. */
        boolean isOfSameBlob(Claim other) {
            return store == other.store && blob.equals(other.blob);
        }

        /** Whether a link leads to the same blob, of whatever store. */
        boolean isLedToBy(Path link) {
            try {
                Path version = link.toRealPath(); // KEY.VERSION
                String name = String.valueOf(version.getFileName());
                return name.matches(Pattern.quote(blob.key()) + "\\.\\d+")
                        && Files.isDirectory(version) == blob.uncompress();
            } catch (IOException e) {
                return false; // it is being changed
            }
        }
    }

    /** The kinds of what stands at a link's path. */
    private enum Place {
        FREE,
        FOREIGN,
        OF_THIS_PROCESS
    }

    /** The beginning of the name of any folder that links may lead to. */
    static String folderPrefix() {
        return FOLDER_PREFIX + ProcessHandle.current().pid() + "-";
    }

    /**
     * Makes a link, unless there is a file that isn't ours.
     *
     * @throws IllegalArgumentException if the name leads to something else for another topology
     */
    static void link(Path link, Claim claim) {
        synchronized (CLAIMS) {
            List<Claim> claims = CLAIMS.computeIfAbsent(link, path -> new ArrayList<>());
            if (!claims.isEmpty()) {
                Claim first = claims.get(0);
                if (!first.isOfSameBlob(claim)) {
                    throw new IllegalArgumentException(
                            "%s is the localname of another blob, of topology '%s'; choose another"
                                    .formatted(link, first.topology()));
                }
            } else {
                take(link, claim);
            }
            claims.add(claim);
        }
    }

    private static void take(Path link, Claim claim) {
        switch (look(link)) {
            case FREE -> make(link, claim);
            case FOREIGN ->
                    LOG.warn(
                            "Topology '{}': {} exists and stays; the blob is {}",
                            claim.topology(),
                            link,
                            claim.target());
            case OF_THIS_PROCESS -> {
                if (!claim.isLedToBy(link)) {
                    throw new IllegalArgumentException(
                            "%s is the localname of another blob, of another topology inside this process; choose another"
                                    .formatted(link));
                }
                BORROWED.add(link);
            }
        }
    }

    /** Makes a link again whose owner, a topology inside the same server, is over. */
    static void keep(Path link, Claim claim) {
        synchronized (CLAIMS) {
            if (BORROWED.contains(link) && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                BORROWED.remove(link);
                make(link, claim);
            }
        }
    }

    /** Links of dead processes, and those that lead nowhere, are free. */
    private static Place look(Path link) {
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            return Place.FREE;
        }
        try {
            Matcher folder = FOLDER.matcher(Files.readSymbolicLink(link).toString());
            if (!folder.matches()) {
                return Place.FOREIGN;
            }
            long pid = Long.parseLong(folder.group(1));
            if (pid == ProcessHandle.current().pid()) {
                boolean living = Files.exists(link) && !isOlderThanProcess(link);
                return living ? Place.OF_THIS_PROCESS : Place.FREE;
            }
            if (ProcessHandle.of(pid).isPresent()) {
                throw new IllegalArgumentException(
                        "%s is the localname of a blob of process %d; choose another, or another working directory"
                                .formatted(link, pid));
            }
            return Place.FREE;
        } catch (IOException | UnsupportedOperationException e) {
            return Place.FOREIGN; // no link
        }
    }

    /** A container that starts again gives its process the number that it had before. */
    private static boolean isOlderThanProcess(Path link) throws IOException {
        return Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS).toMillis()
                < ManagementFactory.getRuntimeMXBean().getStartTime();
    }

    private static void make(Path link, Claim claim) {
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, claim.target());
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "Topology '{}': {} can't be made ({}); the blob is {}",
                    claim.topology(),
                    link,
                    e.toString(),
                    claim.target());
        }
    }

    /** Gives a link up; another topology that wants it gets it, else it is deleted. */
    static void unlink(Path link, Claim claim) {
        synchronized (CLAIMS) {
            List<Claim> claims = CLAIMS.getOrDefault(link, List.of());
            if (!claims.remove(claim)) {
                return;
            }
            if (claims.isEmpty()) {
                CLAIMS.remove(link);
                BORROWED.remove(link);
            }
            try {
                if (Files.isSymbolicLink(link)
                        && Files.readSymbolicLink(link).equals(claim.target())) {
                    Files.delete(link);
                    if (!claims.isEmpty()) {
                        make(link, claims.get(0));
                    }
                }
            } catch (IOException e) {
                LOG.warn("{} of topology '{}' can't be deleted", link, claim.topology(), e);
            }
        }
    }
}
