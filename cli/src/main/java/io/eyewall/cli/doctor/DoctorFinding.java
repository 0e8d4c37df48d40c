package io.eyewall.cli.doctor;

/**
 * The result of one check.
 *
 * @param subject the thing that was checked
 * @param verdict the verdict
 * @param says the finding, and the remedy unless the verdict is good
 */
record DoctorFinding(String subject, Verdict verdict, String says) {
    /** The verdicts of a check. */
    enum Verdict {
        /** The subject is as it should be. */
        OK,
        /** The subject could be better, or is missing and not everybody needs it. */
        NOTE,
        /** Eyewall does not work on this machine until the finding is fixed. */
        BAD
    }

    static DoctorFinding ok(String subject, String says) {
        return new DoctorFinding(subject, Verdict.OK, says);
    }

    static DoctorFinding note(String subject, String says) {
        return new DoctorFinding(subject, Verdict.NOTE, says);
    }

    static DoctorFinding bad(String subject, String says) {
        return new DoctorFinding(subject, Verdict.BAD, says);
    }
}
