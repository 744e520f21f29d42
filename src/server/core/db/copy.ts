const batchBytes = 8 * 1024 * 1024;

/**
 * Yields the lines in batches of about 8 MB. Reads the lines of a batch only after the previous
 * batch was consumed.
 */
export async function* batchLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer, undefined> {
  let parts: string[] = [];
  let size = 0;
  for await (const part of lines) {
    parts.push(part);
    size += part.length;
    if (size < batchBytes) continue;
    yield Buffer.from(parts.join(''));
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.from(parts.join(''));
  return undefined;
}

export function buildCopyStatement(table: string, columns: readonly string[]): string {
  return `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
