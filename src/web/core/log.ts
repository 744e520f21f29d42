/** Logs a failure that the page can continue without. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what} failed:`, error instanceof Error ? error.message : error);
}
