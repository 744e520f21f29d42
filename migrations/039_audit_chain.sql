-- Each row of the audit log is hashed with the hash of the row before it, so that one that was changed, taken out or slipped in shows.
alter table audit_log
  add column position bigint,
  -- The request that it came with; null for commands, jobs and migrations.
  add column request_id text,
  add column address text,
  add column hash bytea;

-- Computed alike whatever the session's time zone and ways of writing numbers.
create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(coalesce(previous, sha256('Chairside audit log')) || convert_to(jsonb_build_array(entry.position, entry.audit_id,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.actor, entry.action, entry.object_type, entry.object_id, entry.detail,
    entry.request_id, entry.address)::text, 'UTF8'))
$$;

do $$
declare
  entry audit_log;
  previous bytea;
  reached bigint := 0;
begin
  for entry in select * from audit_log order by at, audit_id loop
    reached := reached + 1;
    entry.position := reached;
    previous := audit_hash(previous, entry);
    update audit_log set position = reached, hash = previous where audit_id = entry.audit_id;
  end loop;
end $$;

alter table audit_log
  alter column position set not null,
  alter column hash set not null;
create unique index audit_log_position on audit_log (position);
create index audit_log_at on audit_log (at);

-- One row after the other, whichever server writes it: the lock is held until its transaction ends.
create function audit_append() returns trigger language plpgsql as $$
declare
  previous audit_log;
begin
  perform pg_advisory_xact_lock(7305462);
  select * into previous from audit_log order by position desc limit 1;
  new.position := coalesce(previous.position, 0) + 1;
  new.hash := audit_hash(previous.hash, new);
  return new;
end $$;
create trigger audit_append before insert on audit_log for each row execute function audit_append();

create function audit_keep() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to.';
end $$;
create trigger audit_keep before update or delete on audit_log for each row execute function audit_keep();
create trigger audit_keep_all before truncate on audit_log for each statement execute function audit_keep();
