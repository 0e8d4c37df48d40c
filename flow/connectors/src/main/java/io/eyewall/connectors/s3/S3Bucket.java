package io.eyewall.connectors.s3;

import java.io.Serializable;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * A bucket with its server and credentials.
 *
 * @param bucket the bucket's name
 * @param region the AWS region
 * @param endpoint the server's URL; null for Amazon's
 * @param key the access key; null to let the SDK find credentials (environment, profile, instance)
 * @param secret the secret key
 */
public record S3Bucket(
        String bucket,
        String region,
        @Nullable String endpoint,
        @Nullable String key,
        @Nullable String secret)
        implements Serializable {
    /** Returns a bucket at Amazon, with the credentials that the SDK finds. */
    public static S3Bucket of(String bucket, String region) {
        return new S3Bucket(bucket, region, null, null, null);
    }

    /**
     * Returns a bucket on another server.
     *
     * @param endpoint {@code http://host:port} or {@code https://...}
     */
    public static S3Bucket at(String endpoint, String bucket, String key, String secret) {
        return new S3Bucket(bucket, "us-east-1", endpoint, key, secret);
    }

    /** Returns a new client, which the caller must close. */
    public S3Client connect() {
        S3ClientBuilder builder =
                S3Client.builder()
                        .httpClient(UrlConnectionHttpClient.create())
                        .overrideConfiguration(
                                settings ->
                                        settings.addExecutionInterceptor(new ResponseLengthCheck()))
                        .region(Region.of(region));
        if (endpoint != null) {
            // Servers other than Amazon's often support neither bucket names as hosts nor the newer
            // checksums.
            builder =
                    builder.endpointOverride(URI.create(endpoint))
                            .forcePathStyle(true)
                            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        }
        if (key != null && secret != null) {
            builder =
                    builder.credentialsProvider(
                            StaticCredentialsProvider.create(
                                    AwsBasicCredentials.create(key, secret)));
        }
        return builder.build();
    }

    /** Returns a description without the credentials. */
    @Override
    public String toString() {
        return "s3://" + bucket + (endpoint == null ? "" : " at " + endpoint);
    }
}
