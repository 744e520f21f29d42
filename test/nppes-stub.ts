import { z } from 'zod';
import { type StubCall, type StubReply, startJsonStub } from './json-stub.ts';

export interface NppesStubRecord {
  /** Number in old answers, text in newer ones. */
  number: number | string;
  legalName: string;
  tradeNames?: readonly string[];
  address: { address_1: string; city: string; state: string; postal_code: string };
  phone?: string;
  moreLocations?: number;
}

const parametersSchema = z.strictObject({
  version: z.literal('2.1'),
  enumeration_type: z.literal('NPI-2'),
  organization_name: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  limit: z.literal('200'),
  skip: z.string().regex(/^(0|[1-9]\d{0,2}|1000)$/),
});
const numberSchema = z.strictObject({ version: z.literal('2.1'), number: z.string().length(10) });

const officialName = 'PRIVATE OFFICIAL';
/** Text of personal data in every record, which must not be stored. */
export const nppesPersonalData = [officialName, '2025550177'];

const toAnswer = (record: NppesStubRecord) => ({
  number: record.number,
  enumeration_type: 'NPI-2',
  created_epoch: '1150000000000',
  basic: {
    organization_name: record.legalName,
    status: 'A',
    authorized_official_first_name: officialName,
    authorized_official_telephone_number: '2025550177',
  },
  addresses: [
    {
      ...record.address,
      address_1: 'PO BOX 9',
      address_purpose: 'MAILING',
      country_code: 'US',
      telephone_number: '203-555-0000',
    },
    {
      ...record.address,
      address_2: '',
      address_purpose: 'LOCATION',
      country_code: 'US',
      ...(record.phone === undefined ? {} : { telephone_number: record.phone }),
    },
  ],
  practiceLocations: Array.from({ length: record.moreLocations ?? 0 }, (_, index) => ({
    ...record.address,
    address_1: `${index + 2} SECOND ST`,
    address_purpose: 'LOCATION',
  })),
  other_names: [
    { organization_name: 'FORMER NAME OF IT', code: '4', type: 'Former Legal Business Name' },
    ...(record.tradeNames ?? []).map((name) => ({
      organization_name: name,
      code: '3',
      type: 'Doing Business As',
    })),
  ],
  taxonomies: [
    { code: '1223G0001X', desc: 'Dentist, General Practice', primary: false },
    { code: '261QD0000X', desc: 'Clinic/Center, Dental', primary: true },
  ],
});

/** Starts a strict stub of the NPPES registry. Errors have the status 200, as in the registry. */
export async function startNppesStub(records: readonly NppesStubRecord[]) {
  const doesMatch = (record: NppesStubRecord, parameters: z.output<typeof parametersSchema>) => {
    const starts = (text: string, pattern: string | undefined) =>
      pattern === undefined ||
      (pattern.endsWith('*')
        ? text.toLowerCase().startsWith(pattern.slice(0, -1).toLowerCase())
        : text.toLowerCase() === pattern.toLowerCase());
    return (
      [record.legalName, ...(record.tradeNames ?? [])].some((name) =>
        starts(name, parameters.organization_name),
      ) &&
      starts(record.address.city, parameters.city) &&
      starts(record.address.state, parameters.state) &&
      starts(record.address.postal_code, parameters.postal_code)
    );
  };
  const reply = ({ method, url }: StubCall): StubReply => {
    if (method !== 'GET' || url.pathname !== '/api/') throw new Error('No such call.');
    const given = Object.fromEntries(url.searchParams);
    if (given.number !== undefined) {
      const { number } = numberSchema.parse(given);
      const found = records.filter((record) => String(record.number) === number);
      return {
        body: JSON.stringify({ result_count: found.length, results: found.map(toAnswer) }),
      };
    }
    const parameters = parametersSchema.parse(given);
    const { organization_name: name, city, postal_code: zip, limit, skip } = parameters;
    const isNameTooShort = name !== undefined && name.replace(/[^a-z0-9]/gi, '').length < 2;
    if (isNameTooShort || (name ?? city ?? zip) === undefined)
      return {
        body: JSON.stringify({ Errors: [{ description: 'Field is needed.', number: '04' }] }),
      };
    const found = records
      .filter((record) => doesMatch(record, parameters))
      .slice(Number(skip), Number(skip) + Number(limit));
    return { body: JSON.stringify({ result_count: found.length, results: found.map(toAnswer) }) };
  };
  const stub = await startJsonStub(reply, '{"results":[{"number":true}]}');
  return { ...stub, baseUrl: `${stub.baseUrl}/api/` };
}
