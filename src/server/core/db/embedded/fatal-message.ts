// PostgreSQL's messages for the error numbers of Emscripten.
const fileErrors: Record<string, string> = {
  51: 'No space left on device',
  19: 'Disk quota exceeded',
};

/**
 * Saves PostgreSQL's last fatal message, because PGlite's error only reports that the engine
 * stopped.
 */
export class FatalMessageRecorder {
  #text: string | undefined;

  /** Reads a line of PostgreSQL's log. */
  read(line: string): void {
    const [, level, words = ''] =
      /^\S+ \S+ \S+ \[\d+\] (FATAL|PANIC|DETAIL): {2}(.+)$/.exec(line) ?? [];
    if (level === 'FATAL' || level === 'PANIC') this.#text = words;
    else if (level === 'DETAIL' && this.#text !== undefined)
      this.#text += `; ${words.replace(/\.$/, '')}`;
  }

  /** Returns the reason why the engine stopped with `error`. */
  explain(error: unknown): string {
    if (this.#text !== undefined) return this.#text;
    if (error instanceof Error) return error.message;
    // Emscripten's file errors are not instances of Error.
    const number =
      typeof error === 'object' && error !== null && 'errno' in error
        ? String(error.errno)
        : 'unknown';
    return fileErrors[number] ?? `a file operation failed (error number ${number})`;
  }
}
