-- null: came with the product.
alter table rules_version add column created_by uuid references app_user;
alter table rules_version add column trial_id uuid unique;

-- A change of the rules, tried over stored weeks before it is saved.
create table rules_trial (
  trial_id uuid primary key,
  rules jsonb not null,
  based_on integer not null references rules_version (rules_version_id),
  requested_by uuid not null references app_user (user_id),
  requested_at timestamptz not null,
  weeks_done integer not null default 0,
  weeks_total integer not null default 0,
  finished_at timestamptz,
  result jsonb,
  error text
);

-- Where the trial that runs keeps its weeks; the next one empties them, and a crash may lose them.
create unlogged table benchmark_trial (like benchmark_week including all);
create unlogged table score_trial (like score_week including all);
create unlogged table product_trial (like product_week including all);
