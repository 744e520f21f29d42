import { Refusal } from '#server/core/errors.ts';

/**
 * Thrown when a whole file cannot be used; nothing of it was imported. The message is shown to the
 * user.
 */
export class ImportRefused extends Refusal {
  /** The message without advice for commands and feeds. */
  readonly reason: string;

  constructor(reason: string, onTheCommandLine = '') {
    super(`${reason}${onTheCommandLine}`);
    this.reason = reason;
  }
}
