package io.eyewall.local;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.storm.generated.BeginDownloadResult;
import org.apache.storm.generated.ListBlobsResult;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.generated.SupervisorAssignments;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.apache.storm.generated.SupervisorWorkerHeartbeats;
import org.apache.storm.generated.TopologyHistoryInfo;
import org.apache.storm.generated.WorkerMetrics;

/**
 * The calls of Nimbus that have no meaning inside one process. Each throws {@link
 * UnsupportedOperationException} that names the call and what to do instead.
 */
abstract class UnsupportedNimbus implements Nimbus.Iface {
    private static final String BLOBS =
            "put files on the application's class path, there is no blob store in this process";
    private static final String WORKERS =
            "there are no supervisors and workers in this process, so nobody should call it";

    private static UnsupportedOperationException unsupported(String call, String remedy) {
        return new UnsupportedOperationException(
                "Nimbus." + call + " is not supported by Eyewall: " + remedy);
    }

    @Override
    public void setLogConfig(String name, LogConfig config) {
        throw unsupported(
                "setLogConfig", "set levels in the configuration of this process's SLF4J binding");
    }

    @Override
    public void setWorkerProfiler(String id, ProfileRequest profileRequest) {
        throw unsupported("setWorkerProfiler", "attach jcmd or a profiler to this process instead");
    }

    @Override
    public List<ProfileRequest> getComponentPendingProfileActions(
            String id, String componentId, ProfileAction action) {
        return List.of(); // setWorkerProfiler accepts none
    }

    @Override
    public String beginCreateBlob(String key, SettableBlobMeta meta) {
        throw unsupported("beginCreateBlob", BLOBS);
    }

    @Override
    public String beginUpdateBlob(String key) {
        throw unsupported("beginUpdateBlob", BLOBS);
    }

    @Override
    public void uploadBlobChunk(String session, ByteBuffer chunk) {
        throw unsupported("uploadBlobChunk", BLOBS);
    }

    @Override
    public void finishBlobUpload(String session) {
        throw unsupported("finishBlobUpload", BLOBS);
    }

    @Override
    public void cancelBlobUpload(String session) {
        throw unsupported("cancelBlobUpload", BLOBS);
    }

    @Override
    public ReadableBlobMeta getBlobMeta(String key) {
        throw unsupported("getBlobMeta", BLOBS);
    }

    @Override
    public void setBlobMeta(String key, SettableBlobMeta meta) {
        throw unsupported("setBlobMeta", BLOBS);
    }

    @Override
    public BeginDownloadResult beginBlobDownload(String key) {
        throw unsupported("beginBlobDownload", BLOBS);
    }

    @Override
    public ByteBuffer downloadBlobChunk(String session) {
        throw unsupported("downloadBlobChunk", BLOBS);
    }

    @Override
    public void deleteBlob(String key) {
        throw unsupported("deleteBlob", BLOBS);
    }

    @Override
    public ListBlobsResult listBlobs(String session) {
        return new ListBlobsResult(List.of(), session); // beginCreateBlob accepts none
    }

    @Override
    public int getBlobReplication(String key) {
        throw unsupported("getBlobReplication", BLOBS);
    }

    @Override
    public int updateBlobReplication(String key, int replication) {
        throw unsupported("updateBlobReplication", BLOBS);
    }

    @Override
    public void createStateInZookeeper(String key) {
        throw unsupported("createStateInZookeeper", BLOBS);
    }

    @Override
    public boolean isRemoteBlobExists(String blobKey) {
        return false; // beginCreateBlob accepts none
    }

    @Override
    public ByteBuffer downloadChunk(String id) {
        throw unsupported("downloadChunk", "the application's classes are loaded in place");
    }

    @Override
    public TopologyHistoryInfo getTopologyHistory(String user) {
        throw unsupported("getTopologyHistory", "topologies that are over leave no history");
    }

    @Override
    public List<OwnerResourceSummary> getOwnerResourceSummaries(String owner) {
        throw unsupported("getOwnerResourceSummaries", "one process has one owner");
    }

    @Override
    public SupervisorAssignments getSupervisorAssignments(String node) {
        throw unsupported("getSupervisorAssignments", WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeats(SupervisorWorkerHeartbeats heartbeats) {
        throw unsupported("sendSupervisorWorkerHeartbeats", WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeat(SupervisorWorkerHeartbeat heartbeat) {
        throw unsupported("sendSupervisorWorkerHeartbeat", WORKERS);
    }

    @Override
    public void processWorkerMetrics(WorkerMetrics metrics) {
        throw unsupported("processWorkerMetrics", WORKERS);
    }
}
