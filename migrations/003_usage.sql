create table usage_daily (
  institution_id bigint not null,
  location_id bigint not null,
  product text not null,
  day date not null,
  value double precision not null check (value >= 0),
  primary key (institution_id, location_id, product, day)
);
create index usage_daily_day on usage_daily (day);

-- week_start is a Sunday. Scoring reads this table and feed_week, never usage_daily.
create table usage_week (
  institution_id bigint not null,
  location_id bigint not null,
  product text not null,
  week_start date not null,
  value double precision not null,
  primary key (institution_id, location_id, product, week_start)
);
create index usage_week_week on usage_week (week_start);

-- A location that reported nothing is not a location that reported zero.
create table feed_week (
  institution_id bigint not null,
  location_id bigint not null,
  week_start date not null,
  last_report_on date not null,
  primary key (institution_id, location_id, week_start)
);
create index feed_week_week on feed_week (week_start);
