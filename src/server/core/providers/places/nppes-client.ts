import type { Clock } from '#server/core/clock/clock.ts';
import { numberText } from '#shared/core/words.ts';
import {
  type GuardPlacesCall,
  type PlaceDetails,
  type PlaceSearchResult,
  PlacesUnavailable,
} from '../places.ts';
import { makeJsonCall, refusedCall, unreadableAnswer } from './json-call.ts';
import {
  type CityTest,
  type NppesCriteria,
  nppesParameters,
  parseNppesQuery,
  plainWords,
} from './nppes-query.ts';
import {
  markDuplicates,
  type NppesRecord,
  nppesAnswerSchema,
  nppesErrorSchema,
  orderRecords,
  toPlace,
  type ZipCenter,
} from './nppes-records.ts';

export const nppesTitle = 'NPPES';

/** Maximum records per page, and maximum `skip`. NPPES returns no records beyond them. */
export const nppesLimits = { page: 200, skip: 1_000 };

export interface NppesSettings {
  baseUrl: string;
  clock: Clock;
  guard: GuardPlacesCall;
  isCity: CityTest;
  /** Returns the center of a five-digit ZIP code. */
  centerOf: (zip: string) => ZipCenter | undefined;
  /** Deadline for a whole answer, in milliseconds. */
  deadline?: number | undefined;
}

export interface NppesClient {
  /** Returns at most 20 organizations, best match first. */
  search(query: string, signal: AbortSignal): Promise<PlaceSearchResult>;
  /** Returns at most 20 organizations with this name and ZIP code, best match first. */
  searchByName(
    criteria: { name: string; zip: string },
    signal: AbortSignal,
  ): Promise<PlaceSearchResult>;
  /** Returns the organization with a National Provider Identifier of ten digits. */
  find(npi: string): Promise<PlaceDetails | null>;
}

/** Creates the client of the federal registry of providers (NPPES). It needs no key. */
export function createNppesClient({
  baseUrl,
  clock,
  guard,
  isCity,
  centerOf,
  deadline = 8_000,
}: NppesSettings): NppesClient {
  const readRecords = (
    parameters: Record<string, string>,
    signal: AbortSignal,
  ): Promise<NppesRecord[]> =>
    guard(async () => {
      const url = new URL(baseUrl);
      url.search = new URLSearchParams({ version: '2.1', ...parameters }).toString();
      const answer = await makeJsonCall(
        { title: nppesTitle, url, method: 'GET', headers: {}, deadline },
        signal,
      );
      if (answer.status !== 200) throw refusedCall(nppesTitle, answer, null, clock());
      if (nppesErrorSchema.safeParse(answer.json).success)
        throw new PlacesUnavailable(
          `${nppesTitle} couldn’t run this search. Change the words and try again.`,
        );
      const parsed = nppesAnswerSchema.safeParse(answer.json);
      if (!parsed.success) throw unreadableAnswer(nppesTitle);
      return parsed.data.results;
    });

  const readPage = (parameters: Record<string, string>, skip: number, signal: AbortSignal) =>
    readRecords(
      {
        enumeration_type: 'NPI-2',
        ...parameters,
        limit: String(nppesLimits.page),
        skip: String(skip),
      },
      signal,
    );

  /** Returns the records of the last page that can be read; `null` when NPPES is unavailable. */
  async function readLastPage(parameters: Record<string, string>, signal: AbortSignal) {
    try {
      return await readPage(parameters, nppesLimits.skip, signal);
    } catch (error) {
      if (error instanceof PlacesUnavailable) return null;
      throw error;
    }
  }

  async function searchBy(
    criteria: NppesCriteria,
    signal: AbortSignal,
  ): Promise<PlaceSearchResult> {
    const parameters = nppesParameters(criteria);
    if (parameters === null)
      return {
        places: [],
        notice: 'Type at least two letters of a name, a city with its state, or a ZIP code.',
      };
    const first = await readPage(parameters, 0, signal);
    const isFull = first.length >= nppesLimits.page;
    const last = isFull ? await readLastPage(parameters, signal) : [];
    const ordered = orderRecords([...first, ...(last ?? [])], criteria.name);
    const found = markDuplicates(ordered.map((record) => toPlace(record, criteria.name, centerOf)));
    return {
      places: found.slice(0, 20),
      notice: isFull ? manyMatchesText(last?.length ?? 0) : null,
    };
  }

  return {
    search: (query, signal) => searchBy(parseNppesQuery(query, isCity), signal),
    searchByName: ({ name, zip }, signal) =>
      searchBy({ name: plainWords(name), city: '', state: '', zip }, signal),
    async find(npi) {
      const records = await readRecords({ number: npi }, new AbortController().signal);
      const [record] = orderRecords(records, '');
      return record === undefined ? null : toPlace(record, '', centerOf);
    },
  };
}

/** Returns the text for a query whose first page is full. */
function manyMatchesText(lastPageLength: number): string {
  const { page, skip } = nppesLimits;
  const matches =
    lastPageLength >= page
      ? `${numberText(skip + page)} or more matches`
      : lastPageLength > 0
        ? `More than ${numberText(skip)} matches`
        : `${numberText(page)} or more matches`;
  return `${matches}. Add a city with its state, or a ZIP code.`;
}
