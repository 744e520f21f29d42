/** A failure that the page goes on without; for whoever opens the console. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what} failed:`, error instanceof Error ? error.message : error);
}
