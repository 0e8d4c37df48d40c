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
 * Manages links to localised blobs in the directory in which the process was launched: Storm's
 * workers have their blobs there, so programs open them by their bare name. There is one link per
 * name in the whole process; a file that exists and that Eyewall did not create is never replaced.
 * Inside a server, each topology loads its own copy of this class, so it learns of the links of
 * other topologies only from the directory. Any thread may call.
 */
final class LaunchDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchDirectory.class);

    /**
     * The prefix of folders that links lead to; it is followed by the id of the process that
     * created them.
     */
    private static final String FOLDER_PREFIX = "eyewall-blobs-";

    private static final Pattern LINK_TARGET =
            Pattern.compile(".*/" + FOLDER_PREFIX + "(\\d+)-[^/]*/.*");

    /**
     * The claims on each link; the link leads to the target of the first claim. Guarded by itself.
     */
    private static final Map<Path, List<Claim>> CLAIMS = new HashMap<>();

    /**
     * Links that are claimed here, but were created by another topology inside the same server.
     * Guarded by {@link #CLAIMS}.
     */
    private static final Set<Path> BORROWED = new HashSet<>();

    private LaunchDirectory() {}

    /**
     * A topology's claim on a link.
     *
     * @param target the path that the link leads to
     * @param storeHash identity hash of the store that contains the blob
     */
    record Claim(String topology, Path target, int storeHash, LocalizedBlob blob) {
        /** Returns whether two claims are on the same blob, so that they may share a link. */
        boolean isOfSameBlob(Claim other) {
            return storeHash == other.storeHash && blob.equals(other.blob);
        }

        /** Returns whether a link leads to this claim's blob, in any store. */
        boolean isTargetOf(Path link) {
            try {
                Path version = link.toRealPath(); // a path that ends in KEY.VERSION
                String name = String.valueOf(version.getFileName());
                return name.matches(Pattern.quote(blob.key()) + "\\.\\d+")
                        && Files.isDirectory(version) == blob.uncompress();
            } catch (IOException e) {
                return false; // the link is being changed
            }
        }
    }

    /** The occupant of a link's path. */
    private enum Occupant {
        FREE,
        FOREIGN,
        OF_THIS_PROCESS
    }

    /** Returns the prefix that the name of a folder needs if links lead to it. */
    static String folderPrefix() {
        return FOLDER_PREFIX + ProcessHandle.current().pid() + "-";
    }

    /**
     * Creates a link, unless there is a file that Eyewall did not create.
     *
     * @throws IllegalArgumentException if another topology uses the name for another blob
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
                claimPath(link, claim);
            }
            claims.add(claim);
        }
    }

    private static void claimPath(Path link, Claim claim) {
        switch (occupantOf(link)) {
            case FREE -> create(link, claim);
            case FOREIGN ->
                    LOG.warn(
                            "Topology '{}': {} exists and is not replaced; the blob's path is {}",
                            claim.topology(),
                            link,
                            claim.target());
            case OF_THIS_PROCESS -> {
                if (!claim.isTargetOf(link)) {
                    throw new IllegalArgumentException(
                            "%s is the localname of another blob, of another topology inside this process; choose another"
                                    .formatted(link));
                }
                BORROWED.add(link);
            }
        }
    }

    /**
     * Creates a borrowed link again, if the topology inside the same server that had created it is
     * over.
     */
    static void recreateBorrowed(Path link, Claim claim) {
        synchronized (CLAIMS) {
            if (BORROWED.contains(link) && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                BORROWED.remove(link);
                create(link, claim);
            }
        }
    }

    /**
     * Determines the occupant of a path; links of dead processes, and links to missing files, count
     * as free.
     */
    private static Occupant occupantOf(Path link) {
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            return Occupant.FREE;
        }
        try {
            Matcher folder = LINK_TARGET.matcher(Files.readSymbolicLink(link).toString());
            if (!folder.matches()) {
                return Occupant.FOREIGN;
            }
            long pid = Long.parseLong(folder.group(1));
            if (pid == ProcessHandle.current().pid()) {
                boolean alive = Files.exists(link) && !isOlderThanProcess(link);
                return alive ? Occupant.OF_THIS_PROCESS : Occupant.FREE;
            }
            if (ProcessHandle.of(pid).isPresent()) {
                throw new IllegalArgumentException(
                        "%s is the localname of a blob of process %d; choose another, or another working directory"
                                .formatted(link, pid));
            }
            return Occupant.FREE;
        } catch (IOException | UnsupportedOperationException e) {
            return Occupant.FOREIGN; // not a link
        }
    }

    /**
     * Returns whether a link is older than this process, although it has this process's id: a
     * restarted container gives its process the same id again.
     */
    private static boolean isOlderThanProcess(Path link) throws IOException {
        return Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS).toMillis()
                < ManagementFactory.getRuntimeMXBean().getStartTime();
    }

    private static void create(Path link, Claim claim) {
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, claim.target());
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "Topology '{}': the link {} can't be created ({}); the blob's path is {}",
                    claim.topology(),
                    link,
                    e.toString(),
                    claim.target());
        }
    }

    /**
     * Gives up a claim on a link. Deletes the link if it leads to the claim's target, and creates
     * it again for the next claim, if there is one.
     */
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
                        create(link, claims.get(0));
                    }
                }
            } catch (IOException e) {
                LOG.warn("Link {} of topology '{}' can't be deleted", link, claim.topology(), e);
            }
        }
    }
}
