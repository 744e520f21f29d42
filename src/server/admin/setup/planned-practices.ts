import { practiceStagingColumnsAfterLine } from '#server/imports/reading/kinds/practices.ts';
import type { FoundPlaces } from '#server/imports/reading/places/known-places.ts';
import type { KnownLocation } from '#server/imports/reading/places/known-places-queries.ts';
import type { StagedValue } from '#server/imports/reading/staging-tables.ts';

type StagedColumn = (typeof practiceStagingColumnsAfterLine)[number];

const cellOf = (staged: readonly StagedValue[], column: StagedColumn): StagedValue =>
  staged[practiceStagingColumnsAfterLine.indexOf(column)] ?? null;

const textOf = (staged: readonly StagedValue[], column: StagedColumn): string | null => {
  const value = cellOf(staged, column);
  return value === null ? null : String(value);
};

/** Institutions and locations that a practices file will create, with temporary negative ids. */
export class PracticesToBeCreated implements FoundPlaces {
  readonly institutions = new Map<string, number>();
  readonly locations = new Map<string, KnownLocation[]>();
  readonly locationsOf = new Map<number, KnownLocation[]>();
  readonly #institutionNumbers = new Map<string, number>();
  readonly #places = new Map<string, KnownLocation>();

  /** Adds a staged row. When a location has several rows, the last row is used. */
  add(staged: readonly StagedValue[]): void {
    const institutionKey = textOf(staged, 'institution_key') ?? '';
    const placeKey = textOf(staged, 'place_key') ?? '';
    const institutionId =
      this.#institutionNumbers.get(institutionKey) ?? -1 - this.#institutionNumbers.size;
    this.#institutionNumbers.set(institutionKey, institutionId);
    const institution = textOf(staged, 'institution_external_id');
    if (institution !== null) this.institutions.set(institution, institutionId);
    const known = this.#places.get(placeKey);
    const place = known ?? {
      institutionId,
      locationId: -1 - this.#places.size,
      movedInOn: null,
      closedOn: null,
    };
    place.closedOn = textOf(staged, 'closed_on');
    if (known !== undefined) return;
    this.#places.set(placeKey, place);
    this.locationsOf.set(institutionId, [...(this.locationsOf.get(institutionId) ?? []), place]);
    const location = textOf(staged, 'location_external_id');
    if (location !== null)
      this.locations.set(location, [...(this.locations.get(location) ?? []), place]);
  }
}

/** Returns a staged practice as one line of text, for the preview. */
export function stagedPracticeText(staged: readonly StagedValue[]): string {
  const text = (column: StagedColumn) => textOf(staged, column);
  const joined = (words: (string | null)[], between: string) =>
    words.filter((word) => word !== null).join(between);
  const [institutionName, name] = [text('institution_name'), text('name')];
  const point =
    cellOf(staged, 'latitude') === null ? null : `at ${text('latitude')}, ${text('longitude')}`;
  const labelled = (label: string, column: StagedColumn) =>
    text(column) === null ? null : `${label} ${text(column)}`;
  return joined(
    [
      joined([institutionName, name === institutionName ? null : name], ' / '),
      joined(
        [text('street_address'), text('city'), joined([text('state'), text('zip')], ' ') || null],
        ', ',
      ) || null,
      point,
      text('phone'),
      text('practice_type'),
      labelled('since', 'created_on'),
      labelled('live', 'go_live_on'),
      labelled('id', 'institution_external_id'),
      labelled('location id', 'location_external_id'),
    ],
    ' · ',
  );
}
