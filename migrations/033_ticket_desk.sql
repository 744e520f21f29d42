-- The CRM's pipelines and stages of tickets. A stage's state says whether its tickets are open, never its name.
create table crm_ticket_pipeline (
  pipeline_id text primary key,
  label text not null,
  position integer not null
);

create table crm_ticket_stage (
  pipeline_id text not null references crm_ticket_pipeline on delete cascade,
  stage_id text not null,
  label text not null,
  position integer not null,
  -- null where the CRM says nothing: then a ticket is open until it has a day on which it was closed.
  ticket_state text check (ticket_state in ('OPEN', 'CLOSED')),
  primary key (pipeline_id, stage_id)
);

insert into crm_ticket_pipeline (pipeline_id, label, position)
select pipeline, pipeline, row_number() over (order by pipeline) from crm_ticket group by pipeline;
insert into crm_ticket_stage (pipeline_id, stage_id, label, position, ticket_state)
select pipeline, stage, stage, row_number() over (partition by pipeline order by bool_and(closed_at is not null), stage),
  case when bool_and(closed_at is not null) then 'CLOSED' else 'OPEN' end
from crm_ticket group by pipeline, stage;

-- A ticket may name a stage that the CRM has deleted.
alter table crm_ticket rename column pipeline to pipeline_id;
alter table crm_ticket rename column stage to stage_id;
alter table crm_ticket
  add column channel text,
  add column reopened_at timestamptz;
create unique index crm_ticket_id on crm_ticket (ticket_id);
create index crm_ticket_words on crm_ticket using gin (to_tsvector('english', subject || ' ' || body));

-- What was written: by the customer (in), to the customer (out), or for ourselves (note).
create table crm_ticket_message (
  institution_id bigint not null,
  ticket_id bigint not null,
  message_id uuid not null,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out', 'note')),
  author text not null,
  body text not null,
  primary key (institution_id, ticket_id, message_id)
);

-- What people change in the CRM's tickets, until the CRM has it; kept for good.
create table ticket_change (
  institution_id bigint not null,
  change_id uuid not null,
  ticket_id bigint not null,
  -- What is to become of it, and how it stood when the person decided.
  wanted jsonb not null,
  seen jsonb not null,
  state text not null check (state in ('waiting', 'made', 'conflict', 'refused', 'given_up')),
  attempts integer not null default 0,
  -- Until when one sender has it to itself.
  claimed_until timestamptz,
  last_error text,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  settled_at timestamptz,
  primary key (institution_id, change_id)
);
create index ticket_change_waiting on ticket_change (made_at) where state in ('waiting', 'conflict');
create index ticket_change_ticket on ticket_change (institution_id, ticket_id);

-- The tickets of one pass over HubSpot; seen once the pass is whole.
create table hubspot_ticket (
  pass uuid not null,
  ticket_id bigint not null,
  subject text not null,
  body text not null,
  pipeline_id text not null,
  stage_id text not null,
  priority text not null,
  owner_id bigint,
  channel text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (pass, ticket_id)
);
create table hubspot_ticket_company (
  pass uuid not null,
  ticket_id bigint not null,
  company_id bigint not null,
  primary key (pass, ticket_id, company_id)
);
