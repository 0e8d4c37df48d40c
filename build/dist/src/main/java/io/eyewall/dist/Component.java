package io.eyewall.dist;

import java.util.List;

/**
 * A piece of software, identified by its Maven coordinates.
 *
 * @param licences SPDX ids, or names of licences without an id; a user may choose one of them
 * @param website empty if unknown
 * @param sha256 SHA-256 of its file, in hexadecimal; empty if it has no file of its own
 */
record Component(
        String group,
        String name,
        String version,
        List<String> licences,
        String website,
        String sha256) {
    private static final String OWN_GROUP = "io.eyewall";

    boolean isOwn() {
        return group.equals(OWN_GROUP);
    }

    String coordinates() {
        return group + ":" + name + ":" + version;
    }

    /** Returns the package URL, such as {@code pkg:maven/org.slf4j/slf4j-api@2.0.17?type=jar}. */
    String packageUrl() {
        return "pkg:maven/" + group + "/" + name + "@" + version + "?type=jar";
    }

    @Override
    public String toString() {
        return coordinates();
    }
}
