package io.eyewall.connectors.s3;

import io.eyewall.toolkit.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The objects under a prefix; the tasks' progress is stored under {@code PREFIX.eyewall/NAME/}. */
final class S3Store implements FileStore {
    private final S3Bucket bucket;
    private final String prefix;

    /** The prefix of objects that store progress, which are not listed. */
    private final String ownPrefix;

    private final String progressPrefix;
    private @Nullable S3Client client;

    S3Store(S3Bucket bucket, String name, String prefix) {
        this.bucket = bucket;
        this.prefix = prefix;
        ownPrefix = prefix + ".eyewall/";
        progressPrefix = ownPrefix + name + "/";
    }

    @Override
    public void open() {
        client = bucket.connect();
    }

    private S3Client client() {
        S3Client openClient = client;
        if (openClient == null) {
            throw new IllegalStateException("not open");
        }
        return openClient;
    }

    @Override
    public List<String> listAfter(String name) {
        List<String> names = new ArrayList<>();
        try {
            for (S3Object object :
                    client().listObjectsV2Paginator(
                                    request ->
                                            request.bucket(bucket.bucket())
                                                    .prefix(prefix)
                                                    .startAfter(prefix + name))
                            .contents()) {
                String key = object.key();
                String foundName = key.substring(prefix.length());
                if (!key.startsWith(ownPrefix) && foundName.compareTo(name) > 0) {
                    names.add(foundName);
                }
            }
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        }
        return names;
    }

    @Override
    public @Nullable LocalFile fetch(String name) throws Exception {
        Path file = Files.createTempFile("eyewall-s3-", ".object");
        LocalFile local = null;
        try (var object =
                client().getObject(request -> request.bucket(bucket.bucket()).key(prefix + name))) {
            Files.copy(object, file, StandardCopyOption.REPLACE_EXISTING);
            local = new LocalFile(file, true);
        } catch (NoSuchKeyException e) {
            return null;
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        } finally {
            if (local == null) {
                Files.deleteIfExists(file);
            }
        }
        return local;
    }

    @Override
    public List<TaskProgress> readProgress() {
        List<TaskProgress> progressOfTasks = new ArrayList<>();
        try {
            for (S3Object object :
                    client().listObjectsV2Paginator(
                                    request ->
                                            request.bucket(bucket.bucket()).prefix(progressPrefix))
                            .contents()) {
                progressOfTasks.add(
                        new TaskProgress(
                                object.key().substring(progressPrefix.length()),
                                client().getObjectAsBytes(
                                                request ->
                                                        request.bucket(bucket.bucket())
                                                                .key(object.key()))
                                        .asUtf8String()));
            }
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        }
        return progressOfTasks;
    }

    @Override
    public void writeProgress(TaskProgress progress) {
        try {
            client().putObject(
                            request ->
                                    request.bucket(bucket.bucket())
                                            .key(progressPrefix + progress.task()),
                            RequestBody.fromString(progress.file()));
        } catch (S3Exception e) {
            throw S3Failures.classify(e, bucket);
        }
    }

    @Override
    public String uri() {
        return bucket.bucket() + "/" + prefix;
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
