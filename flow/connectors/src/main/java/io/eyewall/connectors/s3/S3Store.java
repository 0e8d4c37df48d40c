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
    private final String own;
    private final String places;
    private @Nullable S3Client client;

    S3Store(S3Bucket bucket, String name, String prefix) {
        this.bucket = bucket;
        this.prefix = prefix;
        own = prefix + ".eyewall/";
        places = own + name + "/";
    }

    @Override
    public void open() {
        client = bucket.connect();
    }

    private S3Client client() {
        S3Client open = client;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
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
                String found = key.substring(prefix.length());
                if (!key.startsWith(own) && found.compareTo(name) > 0) {
                    names.add(found);
                }
            }
        } catch (S3Exception e) {
            throw S3Failures.of(e, bucket);
        }
        return names;
    }

    @Override
    public @Nullable Local fetch(String name) throws Exception {
        Path file = Files.createTempFile("eyewall-s3-", ".object");
        Local local = null;
        try (var object =
                client().getObject(request -> request.bucket(bucket.bucket()).key(prefix + name))) {
            Files.copy(object, file, StandardCopyOption.REPLACE_EXISTING);
            local = new Local(file, true);
        } catch (NoSuchKeyException e) {
            return null;
        } catch (S3Exception e) {
            throw S3Failures.of(e, bucket);
        } finally {
            if (local == null) {
                Files.deleteIfExists(file);
            }
        }
        return local;
    }

    @Override
    public List<Place> readPlaces() {
        List<Place> read = new ArrayList<>();
        try {
            for (S3Object object :
                    client().listObjectsV2Paginator(
                                    request -> request.bucket(bucket.bucket()).prefix(places))
                            .contents()) {
                read.add(
                        new Place(
                                object.key().substring(places.length()),
                                client().getObjectAsBytes(
                                                request ->
                                                        request.bucket(bucket.bucket())
                                                                .key(object.key()))
                                        .asUtf8String()));
            }
        } catch (S3Exception e) {
            throw S3Failures.of(e, bucket);
        }
        return read;
    }

    @Override
    public void writePlace(Place place) {
        try {
            client().putObject(
                            request -> request.bucket(bucket.bucket()).key(places + place.task()),
                            RequestBody.fromString(place.file()));
        } catch (S3Exception e) {
            throw S3Failures.of(e, bucket);
        }
    }

    @Override
    public String uri() {
        return bucket.bucket() + "/" + prefix;
    }

    @Override
    public void close() {
        S3Client open = client;
        client = null;
        if (open != null) {
            open.close();
        }
    }
}
