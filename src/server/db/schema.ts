import type { DemoTables } from './schema/demo.ts';
import type { DirectoryTables } from './schema/directories.ts';
import type { HealthTables } from './schema/health.ts';
import type { IdentityTables } from './schema/identity.ts';
import type { ImportTables } from './schema/imports.ts';
import type { InstitutionTables } from './schema/institutions.ts';
import type { JobTables } from './schema/jobs.ts';
import type { UsageTables } from './schema/usage.ts';
import type { ViewTables } from './schema/views.ts';
import type { WorkTables } from './schema/work.ts';

/**
 * The tables of migrations/, for the query builder. Both drivers answer alike: bigint and numeric as
 * number, date as 'YYYY-MM-DD', timestamptz as Date, json parsed.
 */
export interface Schema
  extends IdentityTables,
    InstitutionTables,
    UsageTables,
    HealthTables,
    JobTables,
    DirectoryTables,
    DemoTables,
    ImportTables,
    WorkTables,
    ViewTables {}
