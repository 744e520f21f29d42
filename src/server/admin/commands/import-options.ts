import { CannotContinueError } from '#server/core/errors.ts';
import {
  type DateOrder,
  dateOrderSchema,
  defaultExternalSource,
  externalSourceSchema,
  type NumberFormat,
  numberFormatSchema,
  type RepeatedRowsHandling,
  repeatedRowsHandlingSchema,
} from '#shared/imports/report.ts';

/** Options of both `import` and `setup`, for `parseArgs`. */
export const importFileArgumentConfig = {
  source: { type: 'string', default: defaultExternalSource },
  dates: { type: 'string' },
  numbers: { type: 'string' },
  repeats: { type: 'string' },
  entitle: { type: 'boolean', default: false },
  accept: { type: 'boolean', default: false },
} as const;

export interface FileReadingOptions {
  /** System that assigned the ids in the files. */
  externalSource: string;
  dates: DateOrder | undefined;
  numbers: NumberFormat | undefined;
  repeats?: RepeatedRowsHandling | undefined;
  /** `true` imports a file despite warnings, such as a column that is largely unusable. */
  accept: boolean;
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for.
   */
  entitles?: boolean;
}

interface GivenOptions {
  source: string;
  dates?: string | undefined;
  numbers?: string | undefined;
  repeats?: string | undefined;
  accept: boolean;
  entitle: boolean;
}

export function parseFileOptions(given: GivenOptions): FileReadingOptions {
  const source = externalSourceSchema.safeParse(given.source);
  if (!source.success)
    throw new CannotContinueError(
      `"${given.source}" cannot be a source: its name ${source.error.issues[0]?.message}.`,
    );
  const dates = dateOrderSchema.optional().safeParse(given.dates);
  if (!dates.success)
    throw new CannotContinueError(`--dates takes day-first or month-first, not "${given.dates}".`);
  const numbers = numberFormatSchema.optional().safeParse(given.numbers);
  if (!numbers.success)
    throw new CannotContinueError(
      `--numbers takes decimal-point or decimal-comma, not "${given.numbers}".`,
    );
  const repeats = repeatedRowsHandlingSchema.optional().safeParse(given.repeats);
  if (!repeats.success)
    throw new CannotContinueError(`--repeats takes add or replace, not "${given.repeats}".`);
  return {
    externalSource: source.data,
    dates: dates.data,
    numbers: numbers.data,
    repeats: repeats.data,
    accept: given.accept,
    entitles: given.entitle,
  };
}
