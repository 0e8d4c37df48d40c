package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import java.io.Serializable;

/** What a source reads; see {@link S3Source}. */
record S3Listing(
        S3Bucket bucket,
        String name,
        String prefix,
        FileFormat format,
        long pollEveryNs,
        boolean untilEnd)
        implements Serializable {
    /** Where it is kept how far tasks are. */
    String places() {
        return prefix + ".eyewall/" + name + "/";
    }

    boolean isPlace(String key) {
        return key.startsWith(prefix + ".eyewall/");
    }
}
