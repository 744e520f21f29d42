-- How often HubSpot may be asked, by kind of call, shared by every process. A bucket is filled up again from the time that stands there:
-- a time to come makes everybody wait until then.
create table hubspot_bucket (
  name text primary key check (name in ('general', 'search')),
  size double precision not null,
  per_second double precision not null,
  tokens double precision not null,
  filled_at timestamptz not null
);
insert into hubspot_bucket (name, size, per_second, tokens, filled_at) values
  ('general', 30, 15, 30, '2000-01-01 00:00:00+00'),
  ('search', 1, 4, 1, '2000-01-01 00:00:00+00');

-- What is left of it: until when nobody may ask, because the calls of the day are used up.
delete from hubspot_limit where blocked_until is null;
alter table hubspot_limit
  drop column tokens,
  drop column filled_at,
  alter column blocked_until set not null;

alter table hubspot_mirror
  -- The pass whose rows in the tables hubspot_… are the mirror; later passes bring theirs into it. Other rows are of a pass under way.
  add column published uuid,
  -- What changed in HubSpot from then on is still to be asked for.
  add column watermark timestamptz,
  add column full_at timestamptz,
  -- Until when the pass under way has the mirror to itself.
  add column leased_until timestamptz;

-- Also the companies of nobody that we know: one may become a customer's.
drop table hubspot_company;
create table hubspot_company (
  pass uuid not null,
  company_id bigint not null,
  institution_id bigint,
  primary key (pass, company_id)
);

-- What a pass has found to be there no more.
create table hubspot_gone (
  pass uuid not null,
  object text not null check (object in ('companies', 'deals', 'tickets')),
  object_id bigint not null,
  primary key (pass, object, object_id)
);

-- What HubSpot says has changed, until it is read.
create table hubspot_touched (
  object text not null check (object in ('companies', 'deals', 'tickets')),
  object_id bigint not null,
  touched_at timestamptz not null,
  primary key (object, object_id)
);
