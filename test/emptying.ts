import type { Database } from '#server/core/db/database.ts';

/** State of a new database. */
export interface NewDatabaseState {
  /** Tables that have rows. */
  filled: string[];
  /** Text that describes everything except the rows of empty tables. */
  shape: string;
}

export async function describeNewDatabase(database: Database): Promise<NewDatabaseState> {
  const { rows } = await database.execute(`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`);
  const filled = rows.map(({ name }) => String(name));
  return { filled, shape: await shapeOf(database, filled) };
}

/**
 * Removes all rows and schemas added since `describeNewDatabase`, and the planner's statistics about
 * them. Returns `false` when anything else was changed, because the database then differs from a
 * new one.
 */
export async function emptyDatabase(
  database: Database,
  { filled, shape }: NewDatabaseState,
): Promise<boolean> {
  await database.execute('discard all');
  await database.execute(`do $$
    declare made text;
    begin
      -- Append-only tables refuse a truncate by a trigger, which does not fire in replica mode.
      perform set_config('session_replication_role', 'replica', true);
      for made in select quote_ident(nspname) from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('public', 'information_schema') loop
        execute 'drop schema ' || made || ' cascade';
      end loop;
      select string_agg(oid::regclass::text, ',') into made from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
          and oid::regclass::text not in (${filled.map((name) => `'${name}'`).join()});
      if made is not null then execute 'truncate ' || made || ' restart identity cascade'; end if;
      for made in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
        execute 'alter sequence ' || quote_ident(made) || ' restart';
      end loop;
      delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
    end $$`);
  // Without a checkpoint, the journal of the removed rows would remain.
  await database.execute('checkpoint');
  return (await shapeOf(database, filled)) === shape;
}

async function shapeOf(database: Database, filled: readonly string[]): Promise<string> {
  const ours = `in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  // A change of one of these objects rewrites its catalog row. Comparing the versions of rows takes
  // a tenth of the time of reading the definitions.
  const catalogs = [
    ['pg_attribute', `attnum > 0 and attrelid ${ours}`],
    ['pg_attrdef', `adrelid ${ours}`],
    ['pg_constraint', `conrelid ${ours}`],
    ['pg_index', `indrelid ${ours}`],
    ['pg_trigger', `tgrelid ${ours}`],
    ['pg_proc', `pronamespace = 'public'::regnamespace`],
    ['pg_type', `typnamespace = 'public'::regnamespace`],
  ];
  const parts = [
    ...catalogs.map(
      ([name, isOurs]) =>
        `select concat_ws(' ', '${name}', count(*), max(xmin::text::bigint)) from ${name} where ${isOurs}`,
    ),
    // A truncation rewrites these catalog rows too, so their content is compared instead of their
    // version.
    `select concat_ws(' ', 'class', relname, relkind, relnatts, relacl, reloptions, relhasrules, relrowsecurity)
      from pg_class where relnamespace = 'public'::regnamespace`,
    `select concat_ws(' ', 'role', rolname, rolsuper, rolcanlogin, rolconnlimit, rolconfig) from pg_roles`,
    `select concat_ws(' ', 'role setting', setrole, setconfig) from pg_db_role_setting`,
    `select concat_ws(' ', 'setting', name, setting) from pg_settings where source not in ('default', 'session')`,
    ...filled.map((name) => `select concat_ws(' ', 'row', '${name}', t) from ${name} t`),
  ];
  const { rows } =
    await database.execute(`select md5(string_agg(line, chr(10) order by line)) as shape
    from (${parts.join(' union all ')}) as parts(line)`);
  return String(rows[0]?.shape);
}
