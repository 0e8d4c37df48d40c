package io.eyewall.local.blob;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.storm.blobstore.InputStreamWithMeta;

/**
 * A blob's contents as they were when this stream was opened, even if the blob is replaced or
 * deleted later. For one thread.
 */
final class BlobDownload extends InputStreamWithMeta {
    private final FileInputStream in;
    private final long version;
    private final long length;

    private BlobDownload(FileInputStream in, long version, long length) {
        this.in = in;
        this.version = version;
        this.length = length;
    }

    /**
     * @throws NoSuchFileException if there is no such blob
     */
    static BlobDownload open(Path data) throws IOException {
        while (true) {
            FileTime version = Files.getLastModifiedTime(data);
            FileInputStream in;
            try {
                in = new FileInputStream(data.toFile());
            } catch (FileNotFoundException e) {
                throw new NoSuchFileException(data.toString());
            }
            try {
                if (version.equals(Files.getLastModifiedTime(data))) {
                    return new BlobDownload(in, version.toMillis(), in.getChannel().size());
                }
                in.close(); // the blob was replaced meanwhile: the file may have either version
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }
    }

    @Override
    public long getVersion() {
        return version;
    }

    @Override
    public long getFileLength() {
        return length;
    }

    @Override
    public int read() throws IOException {
        return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        return in.read(bytes, offset, count);
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
