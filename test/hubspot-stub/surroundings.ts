import type { Queries } from '#server/core/db/database.ts';
import { openHubspot } from '#server/core/providers/hubspot/client.ts';
import type { ApiVersion } from '#server/core/providers/hubspot/paths.ts';
import { type MirrorPassKind, runMirrorPass } from '#server/crm/mirror/pass.ts';
import { createMirroredCrm } from '#server/crm/mirrored-crm.ts';
import type { TestDatabase } from '#test/database.ts';
import { startHubspotStub } from './stub.ts';
import type { StubWorld } from './world.ts';

export const stubToken = 'pat-na1-secret';

interface Options {
  token?: string;
  version?: ApiVersion;
  deadlines?: { patient: number; hurried: number };
}

/**
 * Starts a HubSpot stub, and a client with a database. The clock advances only while the client
 * waits.
 */
export async function startHubspotStubWithClient(
  { database }: Pick<TestDatabase, 'database'>,
  world: StubWorld,
  options: Options = {},
) {
  const { token = stubToken, version = '2026-09', ...others } = options;
  let now = Date.parse('2026-11-18T18:00:00Z');
  const waits: number[] = [];
  const clock = () => new Date(now);
  const pass = async (milliseconds: number) => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  const stub = await startHubspotStub(world, stubToken, { version, now: clock });
  /**
   * Returns a function that reads HubSpot, and a CRM provider. Both use a new client, like those of
   * a separate process.
   */
  const process = (queries: Queries = database.background) => {
    const settings = {
      token,
      baseUrl: stub.baseUrl,
      timeZone: 'America/Los_Angeles',
      queries,
      clock,
      version,
      sleep: pass,
      ...others,
    };
    const hubspot = openHubspot(settings);
    const read = (kind: MirrorPassKind, signal = new AbortController().signal) =>
      runMirrorPass(hubspot, kind, { queries, clock, signal, progress: async () => undefined });
    return { read, provider: createMirroredCrm(queries, clock, hubspot) };
  };
  /** Returns the CRM data in the mirror. */
  const mirror = async () => {
    const { rows } = await database.execute(`select
      (select json_agg(d order by institution_id, deal_id) from crm_deal d) as deals,
      (select json_agg(o order by owner_id) from crm_owner o) as owners,
      (select json_agg(t order by institution_id, ticket_id) from crm_ticket t) as tickets,
      (select json_agg(s order by pipeline_id, stage_id) from crm_ticket_stage s) as stages`);
    return JSON.stringify(rows);
  };
  return { stub, waits, clock, pass, process, mirror, ...process() };
}

const tables = [
  'hubspot_company',
  'hubspot_deal',
  'hubspot_deal_company',
  'hubspot_ticket',
  'hubspot_ticket_company',
  'hubspot_gone',
  'hubspot_touched',
  'hubspot_withdrawn',
  'hubspot_mirror',
  'hubspot_limit',
  'crm_deal',
  'crm_owner',
  'crm_ticket',
  'crm_ticket_message',
  'crm_ticket_stage',
  'crm_ticket_pipeline',
  'ticket_change',
  'demo_world',
];

/**
 * Resets a database to its state before the first read of HubSpot. This is much faster than a new
 * database.
 */
export async function resetHubspotTables({
  database,
}: Pick<TestDatabase, 'database'>): Promise<void> {
  await database.execute(tables.map((table) => `delete from ${table}`).join('; '));
  await database.execute(`update hubspot_bucket set filled_at = '2000-01-01 00:00:00+00',
    size = case name when 'general' then 30 else 1 end, per_second = case name when 'general' then 15 else 4 end`);
}
