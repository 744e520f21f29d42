/**
 * Waits while an import is paused and calls `showHeartbeat` regularly. Throws to end the import.
 */
export type WaitWhileImportPaused = (showHeartbeat: () => Promise<void>) => Promise<void>;

/** Reason for ending an import early. */
type Interruption = 'stopped' | 'paused' | 'canceled' | 'lost';

const interruptionTexts: Record<Interruption, string> = {
  stopped: 'The server stopped.',
  paused: 'Paused.',
  canceled: 'Canceled.',
  lost: 'Another server took this import over.',
};

/**
 * Ends an import early. An import that has begun to write is continued at the next start, by
 * another process, or when a user resumes it. After a cancellation, the caller undoes the written
 * rows.
 */
export class ImportInterrupted extends Error {
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(interruptionTexts[why]);
    this.why = why;
  }
}
