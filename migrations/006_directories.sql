create table crm_owner (
  owner_id bigint primary key,
  name text not null,
  email text not null,
  archived boolean not null default false
);

create table crm_deal (
  institution_id bigint not null,
  deal_id bigint not null,
  name text not null,
  pipeline text not null,
  stage text not null,
  owner_id bigint,
  amount_cents bigint,
  closes_on date,
  closed boolean not null,
  updated_at timestamptz not null,
  primary key (institution_id, deal_id)
);

create table crm_ticket (
  institution_id bigint not null,
  ticket_id bigint not null,
  subject text not null,
  body text not null,
  pipeline text not null,
  stage text not null,
  priority text not null,
  owner_id bigint,
  product text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (institution_id, ticket_id)
);

create table place (
  place_id text primary key,
  name text not null,
  business_type text not null,
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  latitude double precision,
  longitude double precision,
  phone text,
  website text,
  rating double precision,
  total_ratings integer not null,
  opening_hours jsonb,
  bio text
);

create table place_link (
  institution_id bigint primary key,
  place_id text not null
);

create table prospect (
  prospect_id bigint primary key,
  place_id text unique,
  name text not null,
  address text not null,
  business_type text not null,
  latitude double precision,
  longitude double precision,
  phone text,
  rating double precision,
  total_ratings integer,
  source text not null,
  created_at timestamptz not null
);

create table article (
  article_id bigint primary key,
  title text not null,
  body text not null,
  category text not null,
  updated_at timestamptz not null
);
