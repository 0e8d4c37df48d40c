package io.eyewall.local.blob;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An upload of a blob's contents, which replace the old ones when this stream is closed. For one
 * thread.
 */
final class BlobUpload extends AtomicOutputStream {
    /** Called with the folder when the whole blob is written. */
    interface Completion {
        void complete(Path folder) throws IOException;
    }

    private final Path folder;
    private final Completion completion;
    private final OutputStream out;
    private boolean ended;

    /**
     * The failure of a write, after which the uploaded bytes are incomplete; null if none failed.
     */
    private @Nullable IOException failure;

    /**
     * @param folder created by {@link BlobFiles#writeUnfinished}
     */
    BlobUpload(Path folder, Completion completion) throws IOException {
        this.folder = folder;
        this.completion = completion;
        this.out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(BlobFiles.DATA)));
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Makes the written bytes the blob's contents; a failure leaves the blob unchanged. */
    @Override
    public void close() throws IOException {
        if (ended) {
            return;
        }
        try {
            if (failure != null) { // a try block closes the stream even if a write has failed
                throw new IOException(
                        "a write failed, so the upload is incomplete; the blob is unchanged",
                        failure);
            }
            out.close();
            completion.complete(folder);
            ended = true;
        } finally {
            cancel();
        }
    }

    @Override
    public void cancel() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        try (out) {
            BlobFiles.deleteFolder(folder);
        }
    }
}
