-- The id of a contact is one that its source gave it, or none. Until now a contact without an id had its e-mail address or its folded name
-- there, which hid that a later file's id, address or phone number was the same contact's.
alter table contact_staging alter column external_id drop not null;

create function pg_temp.folded_name(name text) returns text language sql immutable as $$
  select btrim(regexp_replace(
    regexp_replace(lower(normalize(replace(name, '&', ' and '), NFKD)), U&'[\0300-\036F''\2019]', '', 'g'),
    '[[:space:][:punct:]]+', ' ', 'g'))
$$;
create function pg_temp.is_made_up(external_id text, name text, email text) returns boolean language sql immutable as $$
  select coalesce(external_id = lower(email), pg_temp.folded_name(external_id) = pg_temp.folded_name(name))
$$;

update contact set external_source = null, external_id = null where pg_temp.is_made_up(external_id, name, email);
update contact_staging set external_id = null where pg_temp.is_made_up(external_id, name, email);
-- What undoing an import compares with the contact, and puts back.
update import_change set row_before = row_before || '{"external_source": null, "external_id": null}'
  where table_name = 'contact' and pg_temp.is_made_up(row_before->>'external_id', row_before->>'name', row_before->>'email');
update import_change set row_after = row_after || '{"external_source": null, "external_id": null}'
  where table_name = 'contact' and pg_temp.is_made_up(row_after->>'external_id', row_after->>'name', row_after->>'email');

drop function pg_temp.is_made_up;
drop function pg_temp.folded_name;
