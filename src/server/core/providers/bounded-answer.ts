import { numberText } from '#shared/core/words.ts';

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${numberText(bytes / 1024)} kB` : `${numberText(bytes / 1024 / 1024)} MB`;

/** Thrown when the answer of a provider exceeds the size limit. */
export class AnswerTooLong extends Error {
  /** Size limit with its unit. */
  readonly limit: string;

  constructor(mostBytes: number) {
    const limit = sizeText(mostBytes);
    super(`The answer is longer than ${limit}.`);
    this.limit = limit;
  }
}

/**
 * Returns the reason of a failed connection or answer, as the end of a sentence that begins with
 * the provider; `undefined` for an internal error.
 */
export function failureText(error: unknown): string | undefined {
  if (error instanceof AnswerTooLong) return `sent an answer longer than ${error.limit}`;
  if (error instanceof TypeError && error.message === 'fetch failed') return 'can’t be reached';
  if (error instanceof TypeError && error.message === 'terminated')
    return 'closed the connection before its answer was complete';
  return undefined;
}

/**
 * Reads the whole body of an answer. Closes the connection when `signal` aborts, even while data is
 * arriving. Throws `AnswerTooLong` when the decompressed body exceeds `mostBytes` bytes.
 */
export async function readBoundedAnswer(
  response: Response,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw new AnswerTooLong(mostBytes);
      controller.enqueue(chunk);
    },
  });
  const whole = new Response(
    response.body?.pipeThrough(limit, signal === undefined ? {} : { signal }),
  );
  return new Uint8Array(await whole.arrayBuffer());
}
