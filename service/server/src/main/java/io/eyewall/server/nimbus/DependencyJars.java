package io.eyewall.server.nimbus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.WrappedInvalidTopologyException;

/**
 * Copies a topology's further jars, which {@code storm jar --jars} and {@code --artifacts} upload
 * as blobs.
 */
final class DependencyJars {
    private DependencyJars() {}

    /**
     * Copies the jars that a topology names.
     *
     * @param targetFolder folder for the copies
     * @param copies receives the paths of the copies; the caller must delete them, also when this
     *     method throws
     * @throws InvalidTopologyException if a blob does not exist
     * @throws IOException if a jar can't be copied
     */
    static void copy(StormTopology topology, BlobStore blobs, Path targetFolder, List<Path> copies)
            throws InvalidTopologyException, IOException {
        List<String> keys = new ArrayList<>();
        if (topology.is_set_dependency_jars()) {
            keys.addAll(topology.get_dependency_jars());
        }
        if (topology.is_set_dependency_artifacts()) {
            keys.addAll(topology.get_dependency_artifacts());
        }
        for (String key : keys) {
            Path copy = targetFolder.resolve("dependency-" + UUID.randomUUID() + ".jar");
            copies.add(copy);
            try (InputStream in = blobs.getBlob(key, ReqContext.context().subject())) {
                Files.copy(in, copy);
            } catch (TException e) {
                throw new WrappedInvalidTopologyException(
                        "dependency '" + key + "' is not a blob of this server: " + e);
            }
        }
    }
}
