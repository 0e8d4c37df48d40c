package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FileNames;
import io.eyewall.toolkit.file.SnapshotFiles;
import io.eyewall.toolkit.sink.TransactionalWriter;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Writes the batches, or the snapshots, of one task as objects. */
final class S3Writer implements TransactionalWriter, SnapshotFiles.Medium {
    private final S3Bucket bucket;
    private final String prefix;
    private final FileFormat format;
    private final int task;

    /** The objects of a transactional sink; null: it is none. */
    private final @Nullable SnapshotFiles files;

    private @Nullable S3Client client;

    S3Writer(
            S3Bucket bucket,
            String prefix,
            FileFormat format,
            int task,
            @Nullable SnapshotFiles files) {
        this.files = files;
        this.bucket = bucket;
        this.prefix = prefix;
        this.format = format;
        this.task = task;
    }

    @Override
    public void open() {
        client = bucket.connect();
        if (files != null) {
            files.forget();
        }
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        write(FileNames.next(task, format), tuples);
        return tuples.size();
    }

    @Override
    public int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception {
        return Objects.requireNonNull(files, "not transactional").write(snapshot, tuples, this);
    }

    @Override
    public void write(String name, List<Tuple> tuples) throws Exception {
        S3Client openClient = requireOpen();
        Path file = Files.createTempFile("eyewall-s3-", format.suffix());
        try {
            format.write(file, tuples);
            openClient.putObject(
                    request -> request.bucket(bucket.bucket()).key(prefix + name),
                    RequestBody.fromFile(file));
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public List<String> names() {
        try {
            return requireOpen()
                    .listObjectsV2Paginator(
                            request -> request.bucket(bucket.bucket()).prefix(prefix))
                    .contents()
                    .stream()
                    .map(object -> object.key().substring(prefix.length()))
                    .toList();
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        }
    }

    private S3Client requireOpen() {
        S3Client openClient = client;
        if (openClient == null) {
            throw new IllegalStateException("not open");
        }
        return openClient;
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
