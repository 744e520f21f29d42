-- Scores are made in pieces. What a version of a week is made of stands in the tables *_version; the views *_week show the versions
-- that are official, so that nobody meets a week that is still being made.
alter table score_version rename to replaced_score;
alter table replaced_score rename constraint score_version_pkey to replaced_score_pkey;

alter table benchmark_week rename to benchmark_version;
alter table benchmark_version add column version integer not null default 1;
update benchmark_version b set version = w.version from official_week w where w.week_start = b.week_start and w.version > 1;
alter table benchmark_version alter column version drop default;
alter table benchmark_version drop constraint benchmark_week_pkey;
insert into benchmark_version
select b.week_start, b.product, b.peer_level, b.size_tier, b.practice_type, b.benchmark, b.quartile_low, b.quartile_high, b.institutions, b.locations, w.version
from week_version w cross join lateral jsonb_populate_recordset(null::benchmark_version, w.benchmarks) b;
alter table benchmark_version add primary key (week_start, version, product, peer_level, size_tier, practice_type);
alter table week_version drop column benchmarks;

alter table score_week rename to score_version;
alter table score_version add column version integer not null default 1;
update score_version s set version = w.version from official_week w where w.week_start = s.week_start and w.version > 1;
alter table score_version alter column version drop default;
alter table score_version drop constraint score_week_pkey;
insert into score_version
select (jsonb_populate_record(null::score_version, score || jsonb_build_object('version', version))).* from replaced_score;
alter table score_version add primary key (week_start, version, institution_id);
drop index score_week_week;

alter table product_week rename to product_version;
alter table product_version add column version integer not null default 1;
update product_version p set version = w.version from official_week w where w.week_start = p.week_start and w.version > 1;
alter table product_version alter column version drop default;
alter table product_version drop constraint product_week_pkey;
insert into product_version
select p.institution_id, p.week_start, p.product, p.entitled, p.usage, p.benchmark, p.expected, p.score, p.peer_level, p.peers, r.version
from replaced_score r cross join lateral jsonb_populate_recordset(null::product_version, r.products) p;
alter table product_version add primary key (week_start, version, institution_id, product);
drop index product_week_week;
drop table replaced_score;

create view benchmark_week as
select b.week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, b.institutions, locations
from benchmark_version b join official_week w on w.week_start = b.week_start and w.version = b.version;

create view score_week as
select institution_id, s.week_start, s.rules_version_id, size_tier, practice_type, location_count, measured_locations, entitled_features,
  active_features, coverage, adoption_score, health_tier, previous_score, previous_health_tier, score_change, percent_change, tier_change,
  has_zero_usage, in_grace, at_risk, weeks_at_risk, weeks_declining, weeks_improving,
  change_by_usage, change_by_peers, change_by_entitlements, change_by_locations
from score_version s join official_week w on w.week_start = s.week_start and w.version = s.version;

create view product_week as
select institution_id, p.week_start, product, entitled, usage, benchmark, expected, score, peer_level, peers
from product_version p join official_week w on w.week_start = p.week_start and w.version = p.version;

-- The next provisional scores, until they change places with the ones that are shown.
create table benchmark_provisional_next (like benchmark_provisional including all);
create table score_provisional_next (like score_provisional including all);
create table product_provisional_next (like product_provisional including all);

-- What an institution is scored from in the week that is being made; its entitled and used products side by side. A crash may lose it.
create unlogged table scoring_staging (
  institution_id bigint primary key,
  size_tier text not null,
  practice_type text,
  locations integer not null,
  measured integer not null,
  in_grace boolean not null,
  products text[] not null,
  entitled boolean[] not null,
  usage double precision[] not null
);

-- Who makes scores now, in whichever process: one row at most. seen_at moves on with every piece.
create table scoring_turn (
  one_row boolean primary key default true check (one_row),
  holder uuid not null,
  seen_at timestamptz not null
);

-- Weeks are read and written whole, some institutions at a time.
alter table usage_week drop constraint usage_week_pkey;
alter table usage_week add primary key (week_start, institution_id, location_id, product);
drop index usage_week_week;
alter table feed_week drop constraint feed_week_pkey;
alter table feed_week add primary key (week_start, institution_id, location_id);
drop index feed_week_week;
