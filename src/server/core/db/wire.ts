import utils from 'pg/lib/utils.js';
import { DatabaseError, serialize } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';
import { columnTypeParser } from './types.ts';

/** Result of a statement, in the format of pg. */
export interface StatementResult {
  command: string;
  rowCount: number;
  rows: Record<string, unknown>[];
}

export interface ProtocolReply {
  answers: StatementResult[];
  error: Error | undefined;
}

export type TransactionState = 'idle' | 'open' | 'failed';

/** Encodes a statement and its values in PostgreSQL's protocol. Values are serialized as in pg. */
export function encodeStatement(text: string, values: readonly unknown[]): Buffer {
  refuseNul(text);
  return Buffer.concat([
    serialize.parse({ text }),
    serialize.bind({ values: [...values], valueMapper: utils.prepareValue }),
    serialize.describe({ type: 'P', name: '' }),
    serialize.execute({}),
    serialize.sync(),
  ]);
}

/** Encodes several statements without values. */
export function encodeScript(text: string): Buffer {
  refuseNul(text);
  return serialize.query(text);
}

export function encodeCopy(text: string, lines: Buffer): Buffer {
  return Buffer.concat([serialize.query(text), serialize.copyData(lines), serialize.copyDone()]);
}

/** Throws on a NUL character, which would end the statement early in the protocol. */
export function refuseNul(text: string): void {
  if (text.includes('\0')) throw new Error('A statement must not contain the NUL character');
}

const sliceBytes = 128 * 1024;
const transactionStates: Record<string, TransactionState> = { I: 'idle', T: 'open', E: 'failed' };
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * Returns the transaction state at the end of an answer; `undefined` when the engine stopped before
 * its last message.
 */
export function transactionStateAfter(answer: Buffer): TransactionState | undefined {
  const last = answer.subarray(-6);
  return last.subarray(0, 5).equals(readyForQuery)
    ? transactionStates[last.subarray(5).toString('latin1')]
    : undefined;
}

/** Decodes an answer in slices, so that a large answer does not block other requests. */
export async function decodeReply(bytes: Buffer): Promise<ProtocolReply> {
  const reply: ProtocolReply = { answers: [], error: undefined };
  const read = reader(reply);
  const parser = new Parser();
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    if (offset > 0) await new Promise((resolve) => setImmediate(resolve));
    parser.parse(bytes.subarray(offset, offset + sliceBytes), read);
  }
  return reply;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

function reader(reply: ProtocolReply): (message: BackendMessage) => void {
  let columns: Column[] = [];
  let rows: Record<string, unknown>[] = [];
  const fail = (error: Error) => {
    reply.error ??= error;
  };
  return (message) => {
    if (message instanceof DataRowMessage) {
      try {
        rows.push(toRow(columns, message.fields));
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    } else if (message instanceof RowDescriptionMessage) {
      columns = message.fields.map((field) => ({
        name: field.name,
        parse: columnTypeParser(field.dataTypeID),
      }));
    } else if (message instanceof CommandCompleteMessage) {
      const words = message.text.split(' ');
      reply.answers.push({ command: words[0] ?? '', rowCount: Number(words.at(-1)) || 0, rows });
      rows = [];
    } else if (message instanceof DatabaseError) fail(message);
  };
}

function toRow(columns: Column[], fields: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    const text = fields[index];
    row[column.name] = text === null || text === undefined ? null : column.parse(text);
  });
  return row;
}
