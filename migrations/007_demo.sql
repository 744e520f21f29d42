-- One row when the demo's customers are complete; demo rows without it are what a killed first boot left behind.
create table demo_world (
  business_date date primary key,
  finished_at timestamptz not null,
  counts jsonb not null
);
