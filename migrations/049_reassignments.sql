-- Work that an admin moved to others. Kept so that it is moved once, and can be given back.
create table reassignment (
  reassignment_id uuid primary key,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  -- As it was sent.
  told jsonb not null,
  moved integer not null,
  kept integer not null,
  undone_at timestamptz,
  undone integer
);

create table reassignment_task (
  institution_id bigint not null,
  reassignment_id uuid not null,
  task_id uuid not null,
  from_id uuid not null references app_user,
  -- The one that it made.
  version integer not null,
  primary key (institution_id, reassignment_id, task_id)
);
create index reassignment_task_of on reassignment_task (reassignment_id);

create table reassignment_deal (
  institution_id bigint not null,
  reassignment_id uuid not null,
  deal_id bigint not null,
  from_owner_id bigint,
  to_owner_id bigint not null,
  -- When the deal was last changed; a change of its owner alone leaves that as it is.
  updated_at timestamptz not null,
  primary key (institution_id, reassignment_id, deal_id)
);
create index reassignment_deal_of on reassignment_deal (reassignment_id);
