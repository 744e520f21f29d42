import { createRequire } from 'node:module';
import { z } from 'zod';

const catalogSchema = z.object({
  codes: z.record(z.string(), z.unknown()),
  states: z.object({ abbr: z.record(z.string(), z.string()) }),
});
const zipCodeSchema = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  /** Latitude of the ZIP code's center in degrees. */
  latitude: z.number(),
  longitude: z.number(),
  country: z.literal('US'),
});
export type ZipCode = z.output<typeof zipCodeSchema>;

let known: ReadonlyMap<string, ZipCode> | undefined;

/**
 * Returns the bundled table of about 40,000 U.S. ZIP codes. The first call reads the table, which
 * takes a third of a second.
 */
export function loadZipCodes(): ReadonlyMap<string, ZipCode> {
  known ??= readZipCodes();
  return known;
}

const readCatalog = () => catalogSchema.parse(createRequire(import.meta.url)('zipcodes'));

/** Returns the names of states by their two-letter abbreviation. */
export const readUsStateNames = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(readCatalog().states.abbr));

function readZipCodes(): ReadonlyMap<string, ZipCode> {
  const { codes } = readCatalog();
  return new Map(
    Object.values(codes).flatMap((entry) => {
      const { data } = zipCodeSchema.safeParse(entry);
      return data === undefined ? [] : [[data.zip, data] as const];
    }),
  );
}
