import { Refusal } from '#server/core/errors.ts';
import { type DateOrder, dateOrderSchema, defaultExternalSource, externalSourceSchema } from '#shared/imports/report.ts';

/** The options that `import` and `setup` share, as parseArgs takes them. */
export const fileOptions = {
  source: { type: 'string', default: defaultExternalSource },
  dates: { type: 'string' },
  accept: { type: 'boolean', default: false },
} as const;

export interface FilesReadAs {
  /** The system whose ids the files have. */
  externalSource: string;
  dates: DateOrder | undefined;
  /** Whether a file is taken of which a column is largely unusable. */
  accept: boolean;
}

export function readFileOptions(given: { source: string; dates?: string | undefined; accept: boolean }): FilesReadAs {
  const source = externalSourceSchema.safeParse(given.source);
  if (!source.success) throw new Refusal(`"${given.source}" cannot be a source: its name ${source.error.issues[0]?.message}.`);
  const dates = dateOrderSchema.optional().safeParse(given.dates);
  if (!dates.success) throw new Refusal(`--dates takes day-first or month-first, not "${given.dates}".`);
  return { externalSource: source.data, dates: dates.data, accept: given.accept };
}
