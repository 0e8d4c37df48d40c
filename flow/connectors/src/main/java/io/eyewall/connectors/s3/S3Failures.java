package io.eyewall.connectors.s3;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.util.Set;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Classifies the error responses of an S3 server: configuration errors, or errors to retry. */
final class S3Failures {
    private static final Set<Integer> CONFIG_ERRORS = Set.of(400, 401, 403, 404, 405, 501);

    private S3Failures() {}

    static RuntimeException of(S3Exception e, S3Bucket bucket) {
        return CONFIG_ERRORS.contains(e.statusCode())
                ? new ConnectorException(Category.CONFIG, bucket + " refuses", e)
                : e;
    }
}
