/** Returns the message of a thrown value, which need not be an `Error`. */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
