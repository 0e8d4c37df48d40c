package io.eyewall.connectors.s3;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.util.Set;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Classifies errors of a server. */
final class S3Failures {
    private static final Set<Integer> MISTAKES = Set.of(400, 401, 403, 404, 405, 501);

    private S3Failures() {}

    static RuntimeException of(S3Exception e, S3Bucket bucket) {
        return MISTAKES.contains(e.statusCode())
                ? new ConnectorException(Category.CONFIG, bucket + " refuses", e)
                : e;
    }
}
