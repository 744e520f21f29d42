import type { Database } from '#server/core/db/database.ts';

/** What a database is like before it is used. */
export interface Unused {
  /** Tables that have rows. */
  filled: string[];
  /** Everything but the rows of the other tables. */
  shape: string;
}

export async function describeUnused(database: Database): Promise<Unused> {
  const { rows } = await database.execute(`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`);
  const filled = rows.map(({ name }) => String(name));
  return { filled, shape: await shapeOf(database, filled) };
}

/**
 * Takes all rows and schemas out of a database that were not there before it was used, and what its planner knows of them.
 * Answers false when something else than rows was changed: it is not as new then.
 */
export async function emptyAgain(database: Database, { filled, shape }: Unused): Promise<boolean> {
  await database.execute('discard all');
  await database.execute(`do $$
    declare made text;
    begin
      -- Tables that are only added to refuse a truncate by a trigger, which is silent for a replica.
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
  // Nothing else ends what was written for rows that are gone.
  await database.execute('checkpoint');
  return (await shapeOf(database, filled)) === shape;
}

async function shapeOf(database: Database, filled: readonly string[]): Promise<string> {
  const ours = `in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  const parts = [
    `select concat_ws(' ', 'class', relname, relkind, relnatts, relacl, reloptions, relhasrules, relrowsecurity)
      from pg_class where relnamespace = 'public'::regnamespace`,
    `select concat_ws(' ', 'column', attrelid::regclass, attnum, attname, atttypid::regtype, attnotnull, attgenerated, attidentity, attacl)
      from pg_attribute where attnum > 0 and attrelid ${ours}`,
    `select concat_ws(' ', 'default', adrelid::regclass, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef where adrelid ${ours}`,
    `select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where conrelid ${ours}`,
    `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from pg_index where indrelid ${ours}`,
    `select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal and tgrelid ${ours}`,
    `select concat_ws(' ', 'function', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace`,
    `select concat_ws(' ', 'type', typname) from pg_type where typnamespace = 'public'::regnamespace`,
    `select concat_ws(' ', 'role', rolname, rolsuper, rolcanlogin, rolconnlimit, rolconfig) from pg_roles`,
    `select concat_ws(' ', 'role setting', setrole, setconfig) from pg_db_role_setting`,
    `select concat_ws(' ', 'setting', name, setting) from pg_settings where source not in ('default', 'session')`,
    ...filled.map((name) => `select concat_ws(' ', 'row', '${name}', t) from ${name} t`),
  ];
  const { rows } = await database.execute(`select md5(string_agg(line, chr(10) order by line)) as shape
    from (${parts.join(' union all ')}) as parts(line)`);
  return String(rows[0]?.shape);
}
