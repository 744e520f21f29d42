-- What a customer pays a month for a product, or for all of them, for a time.
create table contract (
  institution_id bigint not null references institution,
  external_source text not null,
  -- As its system numbers it; where it has no number, made of product and first day.
  contract_id text not null,
  -- Null for all products together.
  product text,
  starts_on date not null,
  -- The first day on which it holds no more; null while nobody has ended it.
  ends_on date,
  monthly_cents bigint not null check (monthly_cents >= 0),
  primary key (institution_id, external_source, contract_id),
  constraint contract_in_order check (ends_on > starts_on)
);
create index contract_ending on contract (ends_on);

create table contract_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint not null,
  contract_id text not null,
  product text,
  starts_on date not null,
  ends_on date,
  monthly_cents bigint not null
);
create index contract_staging_institution on contract_staging (import_id, institution_id);

alter table churn_event
  add column external_source text,
  add column external_id text,
  add constraint churn_event_external check ((external_source is null) = (external_id is null));

create table loss_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint not null,
  external_id text,
  noticed_on date not null,
  effective_on date,
  reason text,
  reason_detail text,
  avoidable text,
  competitor text,
  monthly_cents bigint,
  locations_lost integer,
  win_back_on date
);
create index loss_staging_institution on loss_staging (import_id, institution_id);
