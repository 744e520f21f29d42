-- A cluster of feeds gone silent. It stays one row while it goes on.
create table incident (
  incident_id uuid primary key,
  -- Of what the feeds are: one records system, one state, both, neighbouring places, those of one records system, or all feeds.
  kind text not null check (kind in ('system', 'state', 'system_state', 'area', 'system_area', 'all')),
  ehr text,
  state text,
  -- The middle of an area, the city there, and how far its furthest customer is.
  latitude double precision,
  longitude double precision,
  place text,
  radius_miles double precision,
  -- A connection is what one customer has of one records system in one state. Those of the group that are watched, the silent ones
  -- among them, and how many would be by the share of all others, as the radar last found them.
  watched integer not null,
  silent integer not null,
  expected double precision,
  -- The highest number of silent connections so far, and when it last rose after the first look.
  most_silent integer not null,
  grew_at timestamptz,
  -- Chance of being noise, and the ratio of likelihoods it comes from; null for all feeds.
  chance double precision check (chance > 0 and chance <= 1),
  likelihood_ratio double precision,
  -- The first day without a report at any of its locations.
  silent_since date not null,
  first_seen_at timestamptz not null,
  -- When a look last found it, and when one last saw it go on.
  found_at timestamptz not null,
  last_seen_at timestamptz not null,
  over_at timestamptz,
  dismissed_by uuid references app_user,
  dismissed_at timestamptz,
  dismissed_reason text,
  -- Silent connections when it was dismissed: it comes back when there are markedly more.
  dismissed_silent integer,
  version integer not null default 0,
  constraint incident_dismissed check ((dismissed_at is null) = (dismissed_by is null) and (dismissed_at is null) = (dismissed_reason is null)
    and (dismissed_at is null) = (dismissed_silent is null))
);
create index incident_open on incident (last_seen_at) where over_at is null;

create table incident_location (
  institution_id bigint not null,
  location_id bigint not null,
  incident_id uuid not null references incident on delete cascade,
  -- The first open day without a report, and a day after it on which it reported.
  silent_since date not null,
  back_on date,
  primary key (institution_id, location_id, incident_id)
);
create index incident_location_incident on incident_location (incident_id);

-- The tasks that were made for an incident; task_id is that of the click.
create table incident_task (
  institution_id bigint not null references institution,
  incident_id uuid not null references incident on delete cascade,
  task_id uuid not null,
  primary key (institution_id, incident_id, task_id)
);
create index incident_task_incident on incident_task (incident_id, task_id);

-- What the last look saw.
create table radar_look (
  one_row boolean primary key default true check (one_row),
  looked_at timestamptz not null,
  -- The last day on which any feed reported.
  as_of date not null,
  watched_connections integer not null,
  silent_connections integer not null,
  watched_locations integer not null,
  silent_locations integer not null,
  -- Locations that are not watched: never or not lately reported, or too new.
  unwatched_locations integer not null,
  groups_compared integer not null
);
