import { Refusal } from '#server/core/errors.ts';

/** The whole file cannot be used; nothing of it was kept. The message is for the person who sent it. */
export class ImportRefused extends Refusal {
  /** The message without what only a command or a feed can do about it. */
  readonly reason: string;

  constructor(reason: string, onTheCommandLine = '') {
    super(`${reason}${onTheCommandLine}`);
    this.reason = reason;
  }
}
