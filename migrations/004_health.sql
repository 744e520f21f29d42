create table rules_version (
  rules_version_id integer primary key,
  rules jsonb not null,
  note text not null,
  created_at timestamptz not null
);

create table official_week (
  week_start date primary key,
  week_end date not null,
  rules_version_id integer not null references rules_version,
  closed_at timestamptz not null,
  institutions integer not null
);

-- size_tier and practice_type are '' where the peer level does not use them.
create table benchmark_week (
  week_start date not null,
  product text not null,
  peer_level text not null check (peer_level in ('tier_and_type', 'tier', 'all')),
  size_tier text not null,
  practice_type text not null,
  benchmark double precision not null,
  quartile_low double precision not null,
  quartile_high double precision not null,
  institutions integer not null,
  locations integer not null,
  primary key (week_start, product, peer_level, size_tier, practice_type)
);

create table score_week (
  institution_id bigint not null,
  week_start date not null,
  rules_version_id integer not null,
  size_tier text not null,
  practice_type text,
  location_count integer not null,
  measured_locations integer not null,
  entitled_features integer not null,
  active_features integer not null,
  coverage double precision not null,
  adoption_score double precision,
  health_tier text not null,
  previous_score double precision,
  previous_health_tier text,
  score_change double precision,
  percent_change double precision,
  tier_change text not null check (tier_change in ('up', 'down', 'flat')),
  has_zero_usage boolean not null,
  in_grace boolean not null,
  at_risk boolean not null,
  weeks_at_risk integer not null,
  weeks_declining integer not null,
  weeks_improving integer not null,
  change_by_usage double precision,
  change_by_peers double precision,
  change_by_entitlements double precision,
  change_by_locations double precision,
  primary key (institution_id, week_start)
);
create index score_week_week on score_week (week_start);

create table product_week (
  institution_id bigint not null,
  week_start date not null,
  product text not null,
  entitled boolean not null,
  usage double precision not null,
  benchmark double precision,
  expected double precision,
  score double precision,
  peer_level text,
  peers integer,
  primary key (institution_id, week_start, product)
);
create index product_week_week on product_week (week_start);

-- The running week's own tables, so that no query for an official week can meet a provisional row.
create table benchmark_provisional (like benchmark_week including all, as_of_day date not null, made_at timestamptz not null);
create table score_provisional (like score_week including all, as_of_day date not null, made_at timestamptz not null);
create table product_provisional (like product_week including all);
