-- How often HubSpot may be asked, shared by every process.
create table hubspot_limit (
  one_row boolean primary key default true check (one_row),
  tokens double precision not null,
  filled_at timestamptz not null,
  blocked_until timestamptz
);

-- What one pass over HubSpot has read so far; deals are seen once their pass is whole.
create table hubspot_company (
  institution_id bigint not null,
  pass uuid not null,
  company_id bigint not null,
  primary key (institution_id, pass, company_id)
);

create table hubspot_deal (
  pass uuid not null,
  deal_id bigint not null,
  name text not null,
  pipeline text not null,
  stage text not null,
  owner_id bigint,
  amount_cents bigint,
  closes_on date,
  closed boolean not null,
  updated_at timestamptz not null,
  primary key (pass, deal_id)
);

create table hubspot_deal_company (
  pass uuid not null,
  deal_id bigint not null,
  company_id bigint not null,
  primary key (pass, deal_id, company_id)
);

create table hubspot_mirror (
  one_row boolean primary key default true check (one_row),
  -- The pass that began last: the only one that may become the mirror.
  pass uuid not null,
  as_of timestamptz
);
