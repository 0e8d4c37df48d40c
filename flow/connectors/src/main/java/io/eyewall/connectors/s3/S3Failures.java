package io.eyewall.connectors.s3;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.util.Set;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Classifies the error responses of an S3 server. */
final class S3Failures {
    /**
     * The HTTP statuses that a retry would not change: a malformed, unauthenticated, forbidden or
     * unsupported request, or one for a bucket that does not exist.
     */
    private static final Set<Integer> CONFIG_ERRORS = Set.of(400, 401, 403, 404, 405, 501);

    private S3Failures() {}

    /**
     * Returns a ConnectorException for a configuration error, or the error itself if a retry may
     * help.
     */
    static RuntimeException classify(S3Exception e, S3Bucket bucket) {
        return CONFIG_ERRORS.contains(e.statusCode())
                ? new ConnectorException(Category.CONFIG, bucket + " refuses the request", e)
                : e;
    }
}
