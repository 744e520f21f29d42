import type { Schema } from '#server/core/db/schema.ts';
import { readWebLink } from './cells/cells.ts';
import {
  createSkippingReader,
  dayReader,
  type FieldReader,
  latitudeReader,
  longitudeReader,
  pastDayReader,
  phoneReader,
  practiceTypeReader,
  stateReader,
  textReader,
  zipReader,
} from './cells/field-readers.ts';
import type { StagedValue } from './staging-tables.ts';

/** Field of a practices file: its reader, storage and export. */
interface Field {
  /** Column name in mappings and reports. */
  key: string;
  /** Header in Chairside's export. */
  title: string;
  /** Recognized headers, in order of preference. */
  headers: readonly string[];
  reader: FieldReader<StagedValue>;
  /** Column name in the staging table, when it differs from the final table. */
  staged?: string;
  /**
   * Effect of a blank cell on a known value. A column that is missing in the file always keeps the
   * known value.
   */
  blank: 'clears' | 'keeps';
}

interface LocationField extends Field {
  of: 'location';
  column: keyof Schema['location'];
}

interface InstitutionField extends Field {
  of: 'institution';
  column: keyof Schema['institution'];
  /** Value for an institution with several rows: the value of the last row, or the earliest day. */
  fromRows: 'last' | 'earliest';
}

/**
 * Fields of a practices file, except ids. A new field needs an entry here and a column in the
 * tables. The headers are those that users write and that Salesforce, HubSpot, Dynamics and
 * Pipedrive export. Case and punctuation are ignored.
 */
export const practiceFields = [
  {
    key: 'institutionName',
    title: 'Institution name',
    of: 'institution',
    column: 'name',
    staged: 'institution_name',
    fromRows: 'last',
    blank: 'keeps',
    reader: textReader,
    headers: [
      'institution name',
      'institution',
      'account name',
      'account',
      'customer name',
      'customer',
      'organization name',
      'organization',
      'client name',
      'company name',
      'company',
      'group name',
      'practice group',
      'dso',
      'parent',
    ],
  },
  {
    key: 'name',
    title: 'Location name',
    of: 'location',
    column: 'name',
    blank: 'keeps',
    reader: textReader,
    headers: [
      'name',
      'location name',
      'practice name',
      'practice',
      'location',
      'office name',
      'office',
      'site name',
      'clinic name',
      'clinic',
      'facility name',
      'facility',
      'hospital name',
      'business name',
      'provider name',
      'dba',
    ],
  },
  {
    key: 'streetAddress',
    title: 'Street address',
    of: 'location',
    column: 'street_address',
    blank: 'clears',
    reader: textReader,
    headers: [
      'street address',
      'street',
      'address',
      'address 1',
      'address line 1',
      'street 1',
      'street address 1',
      'address 1 street 1',
      'address 1 line 1',
      'location address',
      'billing street',
      'billing address line 1',
      'billing address',
      'shipping street',
      'shipping address line 1',
      'mailing street',
      'mailing address',
      'address street',
      'address line',
      'street road name of address',
    ],
  },
  {
    key: 'city',
    title: 'City',
    of: 'location',
    column: 'city',
    blank: 'clears',
    reader: textReader,
    headers: [
      'city',
      'town',
      'municipality',
      'address 1 city',
      'location city',
      'billing city',
      'shipping city',
      'mailing city',
      'address city',
      'city town village locality of address',
    ],
  },
  {
    key: 'state',
    title: 'State',
    of: 'location',
    column: 'state',
    blank: 'clears',
    reader: stateReader,
    headers: [
      'state',
      'state code',
      'state province',
      'state region',
      'st',
      'province',
      'address 1 state province',
      'address 1 state or province',
      'location state',
      'billing state',
      'billing state province',
      'billing state code',
      'billing state province text only',
      'shipping state',
      'shipping state province',
      'mailing state',
      'mailing state province',
      'address state',
      'address region',
      'state county of address',
    ],
  },
  {
    key: 'zip',
    title: 'Zip',
    of: 'location',
    column: 'zip',
    blank: 'clears',
    reader: zipReader,
    headers: [
      'zip',
      'zip code',
      'postal code',
      'postcode',
      'postal',
      'zip 5',
      'zip postal code',
      'address 1 zip postal code',
      'address 1 postal code',
      'location zip',
      'billing zip',
      'billing postal code',
      'billing code',
      'billing zip postal code',
      'shipping zip',
      'shipping postal code',
      'shipping code',
      'shipping zip postal code',
      'mailing zip postal code',
      'mailing postal code',
      'mailing zip',
      'address zip',
      'address postal code',
      'address post code',
      'post code',
      'zip postal code of address',
    ],
  },
  {
    key: 'phone',
    title: 'Phone',
    of: 'location',
    column: 'phone',
    blank: 'clears',
    reader: phoneReader,
    headers: [
      'phone',
      'phone number',
      'telephone',
      'telephone number',
      'tel',
      'main phone',
      'office phone',
      'practice phone',
      'location phone',
      'company phone',
      'account phone',
      'phone 1',
      'telephone 1',
    ],
  },
  {
    key: 'latitude',
    title: 'Latitude',
    of: 'location',
    column: 'latitude',
    blank: 'clears',
    reader: latitudeReader,
    headers: [
      'latitude',
      'lat',
      'geo lat',
      'location latitude',
      'geocode latitude',
      'address 1 latitude',
      'billing latitude',
      'shipping latitude',
      'latitude of address',
      'y',
    ],
  },
  {
    key: 'longitude',
    title: 'Longitude',
    of: 'location',
    column: 'longitude',
    blank: 'clears',
    reader: longitudeReader,
    headers: [
      'longitude',
      'lon',
      'lng',
      'long',
      'geo lon',
      'geo lng',
      'location longitude',
      'geocode longitude',
      'address 1 longitude',
      'billing longitude',
      'shipping longitude',
      'longitude of address',
      'x',
    ],
  },
  {
    key: 'practiceType',
    title: 'Practice type',
    of: 'location',
    column: 'practice_type',
    blank: 'clears',
    reader: practiceTypeReader,
    headers: [
      'practice type',
      'specialty',
      'speciality',
      'facility type',
      'hospital type',
      'taxonomy',
      'vertical',
      'type',
      'category',
      'business type',
    ],
  },
  {
    key: 'ehr',
    title: 'EHR',
    of: 'location',
    column: 'ehr',
    blank: 'clears',
    reader: textReader,
    headers: [
      'ehr',
      'emr',
      'pms',
      'ehr system',
      'ehr name',
      'emr system',
      'practice management system',
      'practice management software',
      'software',
    ],
  },
  {
    key: 'onlineBookingLink',
    title: 'Online booking link',
    of: 'location',
    column: 'online_booking_link',
    blank: 'clears',
    reader: createSkippingReader(readWebLink),
    headers: [
      'online booking link',
      'booking link',
      'booking url',
      'online booking url',
      'online scheduling link',
      'scheduling link',
      'scheduling url',
      'book online',
    ],
  },
  {
    key: 'createdOn',
    title: 'Created date',
    of: 'institution',
    column: 'created_on',
    fromRows: 'earliest',
    blank: 'keeps',
    reader: pastDayReader,
    headers: [
      'institution created date',
      'institution created at',
      'institution created',
      'customer since',
      'signup date',
      'contract start',
      'contract start date',
      'start date',
      'created date',
      'created time',
      'create date',
      'created at',
      'created on',
      'created',
      'organization created',
    ],
  },
  {
    key: 'goLiveOn',
    title: 'Go-live date',
    of: 'institution',
    column: 'go_live_on',
    fromRows: 'earliest',
    blank: 'keeps',
    reader: dayReader,
    headers: [
      'go live date',
      'go live',
      'go live on',
      'live date',
      'launch date',
      'launched on',
      'activation date',
    ],
  },
  {
    key: 'openedOn',
    title: 'Opening date',
    of: 'location',
    column: 'opened_on',
    blank: 'clears',
    reader: dayReader,
    headers: [
      'opening date',
      'opening on',
      'opened date',
      'opened on',
      'opened',
      'open date',
      'date opened',
      'location opened date',
      'location opening date',
      'location start date',
    ],
  },
  {
    key: 'closedOn',
    title: 'Closed date',
    of: 'location',
    column: 'closed_on',
    blank: 'clears',
    reader: dayReader,
    headers: [
      'closed date',
      'closed on',
      'location closed date',
      'deactivated on',
      'inactive since',
    ],
  },
] as const satisfies readonly (LocationField | InstitutionField)[];

export type PracticeField = (typeof practiceFields)[number];
export type PracticeFieldKey = PracticeField['key'];
/** Field values of one row. */
export type PracticeValues = {
  [Each in PracticeField as Each['key']]: ReturnType<Each['reader']['read']>;
};
type StagedAs<Each> = Each extends { staged: infer Column }
  ? Column
  : Each extends { column: infer Column }
    ? Column
    : never;
/** Columns of the staging table that hold fields of the file. */
export type StagedColumnName = StagedAs<PracticeField>;
export const stagedColumnOf = (field: PracticeField): StagedColumnName =>
  'staged' in field ? field.staged : field.column;
export const stagedColumnNames: readonly StagedColumnName[] = practiceFields.map(stagedColumnOf);
