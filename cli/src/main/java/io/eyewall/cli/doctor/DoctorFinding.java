package io.eyewall.cli.doctor;

/**
 * The result of one check.
 *
 * @param subject the thing that was checked
 * @param verdict whether the subject is as it should be
 * @param description the finding, and the remedy unless the verdict is good
 */
record DoctorFinding(String subject, Verdict verdict, String description) {
    /** The verdicts of a check. */
    enum Verdict {
        /** The subject is as it should be. */
        OK,
        /** The subject could be better, or is missing and not everybody needs it. */
        NOTE,
        /** Eyewall does not work on this machine until the finding is fixed. */
        PROBLEM
    }

    static DoctorFinding ok(String subject, String description) {
        return new DoctorFinding(subject, Verdict.OK, description);
    }

    static DoctorFinding note(String subject, String description) {
        return new DoctorFinding(subject, Verdict.NOTE, description);
    }

    static DoctorFinding problem(String subject, String description) {
        return new DoctorFinding(subject, Verdict.PROBLEM, description);
    }
}
