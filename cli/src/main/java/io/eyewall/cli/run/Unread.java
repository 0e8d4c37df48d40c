package io.eyewall.cli.run;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * A standard output that ends the process immediately and silently when its reader has closed it.
 * The operating system ends other programs of a pipe in the same way, such as those before {@code
 * head}. Other write errors, as on a full disk, are thrown as usual.
 */
public final class Unread extends OutputStream {
    private final OutputStream out;

    private Unread(OutputStream out) {
        this.out = out;
    }

    /** Replaces the process's standard output if it is a pipe. */
    public static void install() {
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
