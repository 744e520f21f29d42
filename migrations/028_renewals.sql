-- What the team says of a deal of the CRM that is to be renewed. It stays when the deal vanishes.
create table renewal (
  institution_id bigint not null references institution,
  deal_id bigint not null,
  stage text not null default 'not_started' check (stage in ('not_started', 'contacted', 'proposal', 'verbal')),
  call text check (call in ('renew', 'unsure', 'leave', 'monitor')),
  call_note text,
  expected_cents bigint check (expected_cents >= 0),
  six_months_on date,
  six_months_by uuid references app_user,
  three_months_on date,
  three_months_by uuid references app_user,
  -- What an admin decided where the call and the system's risk disagreed, and on which call and risk.
  decision text check (decision in ('call', 'risk')),
  decided_call text,
  decided_risk text,
  decided_by uuid references app_user,
  decided_at timestamptz,
  -- The day of the CRM's deal when a person last changed something here.
  seen_closes_on date,
  version integer not null default 0,
  primary key (institution_id, deal_id),
  constraint renewal_decided check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);

-- Append-only: who changed what, under the id that the page made for it.
create table renewal_change (
  institution_id bigint not null references institution,
  deal_id bigint not null,
  change_id uuid not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  told jsonb not null,
  primary key (institution_id, deal_id, change_id)
);
create index renewal_change_at on renewal_change (changed_at);
