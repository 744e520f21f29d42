import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable, QueryDeadlineExceeded } from '../db/database.ts';
import { busy, HttpError, unprocessable } from '../errors.ts';
import { isTransientError } from './transient.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('transient errors', () => {
  it('a deadline, a lost connection, a busy database, a deadlock, and anything caused by one', () => {
    const passing = [
      new QueryDeadlineExceeded('too long'),
      new DatabaseUnavailable('down'),
      busy('too much work'),
      new Error('Connection terminated unexpectedly'),
      new Error('the week could not be closed', { cause: coded('40P01') }),
      ...[
        '08006',
        '57P01',
        '53200',
        '53300',
        '40001',
        'ECONNRESET',
        'ECONNREFUSED',
        'EPIPE',
        'ETIMEDOUT',
      ].map(coded),
    ];
    expect(passing.filter((error) => !isTransientError(error))).toEqual([]);
  });

  it('no others, such as invalid data', () => {
    const lasting = [
      new Error('no'),
      unprocessable('no'),
      new HttpError(500, 'no'),
      new TypeError('undefined is not a function'),
      ...['23505', '22P02', '42P01', '53400', 'ENOENT', '080061', ''].map(coded),
      'ECONNRESET',
      null,
      undefined,
      { code: 'ECONNRESET' },
    ];
    expect(lasting.filter(isTransientError)).toEqual([]);
  });
});
