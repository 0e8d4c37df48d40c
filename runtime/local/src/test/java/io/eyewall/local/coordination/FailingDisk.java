package io.eyewall.local.coordination;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * A disk that fails at chosen steps: opening, writing, forcing and truncating are one step each. A
 * write that fails has written half of its bytes. Nothing is really forced, because no test
 * simulates a crash of the machine.
 */
final class FailingDisk implements NodeLogFile.Disk {
    private int worksFor = Integer.MAX_VALUE;
    private int failsFor;
    private int failures;

    /** Lets a number of steps succeed from now on, and the steps after them fail. */
    void fail(int afterSteps, int steps) {
        worksFor = afterSteps;
        failsFor = steps;
    }

    int failures() {
        return failures;
    }

    private boolean fails() {
        if (worksFor > 0) {
            worksFor--;
            return false;
        }
        if (failsFor > 0) {
            failsFor--;
            failures++;
            return true;
        }
        return false;
    }

    private void step() throws IOException {
        if (fails()) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public FileChannel open(Path file, OpenOption... options) throws IOException {
        step();
        return new Channel(FileChannel.open(file, options));
    }

    private final class Channel extends FileChannel {
        private final FileChannel file;

        Channel(FileChannel file) {
            this.file = file;
        }

        @Override
        public int write(ByteBuffer bytes, long position) throws IOException {
            if (fails()) {
                ByteBuffer half = bytes.duplicate();
                half.limit(half.position() + half.remaining() / 2);
                file.write(half, position);
                throw new IOException("No space left on device");
            }
            return file.write(bytes, position);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            step();
            file.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            step();
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }

        private UnsupportedOperationException notUsed() {
            return new UnsupportedOperationException("a log does not use this");
        }

        @Override
        public int read(ByteBuffer bytes) {
            throw notUsed();
        }

        @Override
        public long read(ByteBuffer[] bytes, int offset, int length) {
            throw notUsed();
        }

        @Override
        public int read(ByteBuffer bytes, long position) {
            throw notUsed();
        }

        @Override
        public int write(ByteBuffer bytes) {
            throw notUsed();
        }

        @Override
        public long write(ByteBuffer[] bytes, int offset, int length) {
            throw notUsed();
        }

        @Override
        public long position() {
            throw notUsed();
        }

        @Override
        public FileChannel position(long position) {
            throw notUsed();
        }

        @Override
        public long size() {
            throw notUsed();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw notUsed();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw notUsed();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw notUsed();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw notUsed();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw notUsed();
        }
    }
}
