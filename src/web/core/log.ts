/** Logs a failure that does not stop the page from working. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what} failed:`, error instanceof Error ? error.message : error);
}
