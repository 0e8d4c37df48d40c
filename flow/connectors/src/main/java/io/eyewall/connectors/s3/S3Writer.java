package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FileNames;
import io.eyewall.toolkit.sink.SinkWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Writes the batches of one task as objects. */
final class S3Writer implements SinkWriter {
    private final S3Bucket bucket;
    private final String prefix;
    private final FileFormat format;
    private final int task;

    private @Nullable S3Client client;

    S3Writer(S3Bucket bucket, String prefix, FileFormat format, int task) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.format = format;
        this.task = task;
    }

    @Override
    public void open() {
        client = bucket.connect();
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        S3Client openClient = client;
        if (openClient == null) {
            throw new IllegalStateException("not open");
        }
        Path file = Files.createTempFile("eyewall-s3-", format.suffix());
        try {
            format.write(file, tuples);
            String key = prefix + FileNames.next(task, format);
            openClient.putObject(
                    request -> request.bucket(bucket.bucket()).key(key),
                    RequestBody.fromFile(file));
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        } finally {
            Files.deleteIfExists(file);
        }
        return tuples.size();
    }

    @Override
    public void close() {
        S3Client openClient = client;
        client = null;
        if (openClient != null) {
            openClient.close();
        }
    }
}
