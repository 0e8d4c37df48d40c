package io.eyewall.local.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links in the directory in which the process was launched, where Storm's worker has its localised
 * blobs: programs open them by their bare name. One link per name, in the whole process; what
 * stands there already and is no link of ours stays. Any thread.
 */
final class LaunchDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchDirectory.class);

    /** Of folders that links lead to; says which process made them. */
    private static final String FOLDER_PREFIX = "eyewall-blobs-";

    private static final Pattern FOLDER =
            Pattern.compile(".*/" + FOLDER_PREFIX + "(\\d+)-[^/]*/.*");

    /** Who wants a link, the one that has it first. Guarded by itself. */
    private static final Map<Path, List<Claim>> CLAIMS = new HashMap<>();

    private LaunchDirectory() {}

    /**
     * Somebody's wish for a link.
     *
     * @param target where it leads
     * @param source what it leads to: two of one source may share a name
     */
    record Claim(String topology, Path target, Object source) {}

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
                if (!first.source().equals(claim.source())) {
                    throw new IllegalArgumentException(
                            "%s is the localname of another blob, of topology '%s'; choose another"
                                    .formatted(link, first.topology()));
                }
            } else if (isForeign(link)) {
                LOG.warn(
                        "Topology '{}': {} exists and stays; the blob is {}",
                        claim.topology(),
                        link,
                        claim.target());
            } else {
                make(link, claim);
            }
            claims.add(claim);
        }
    }

    /** Whether there is something that no topology's link is; one of a dead process is ours. */
    private static boolean isForeign(Path link) {
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            Matcher folder = FOLDER.matcher(Files.readSymbolicLink(link).toString());
            if (!folder.matches()) {
                return true;
            }
            long pid = Long.parseLong(folder.group(1));
            if (pid != ProcessHandle.current().pid() && ProcessHandle.of(pid).isPresent()) {
                throw new IllegalArgumentException(
                        "%s is the localname of a blob of process %d; choose another, or another working directory"
                                .formatted(link, pid));
            }
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            return true; // no link
        }
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
