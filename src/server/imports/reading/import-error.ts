import { CannotContinueError } from '#server/core/errors.ts';

/**
 * Thrown when a whole file cannot be used and nothing of it was imported. The message is shown to
 * the user.
 */
export class ImportRefused extends CannotContinueError {
  /** Message without the advice for the command line and for feeds. */
  readonly reason: string;

  constructor(reason: string, onTheCommandLine = '') {
    super(`${reason}${onTheCommandLine}`);
    this.reason = reason;
  }
}
