package io.eyewall.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * A standard output that ends the process at once, and says nothing, when nobody reads it any more:
 * what the system does with other programs in a pipe, such as one with {@code head} behind it. What
 * can't be written for another reason, as on a full disk, is an error as ever.
 */
final class Unread extends OutputStream {
    private final OutputStream out;

    private Unread(OutputStream out) {
        this.out = out;
    }

    /** In the place of the process's, if that is a pipe. */
    static void install() {
        if (Terminal.isPipe(1)) {
            OutputStream out = new FileOutputStream(FileDescriptor.out);
            System.setOut(new PrintStream(new Unread(out), false));
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (Terminal.isPipe(1)) {
                Runtime.getRuntime().halt(ExitCode.UNREAD);
            }
            throw e;
        }
    }
}
