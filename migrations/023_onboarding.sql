-- Institutions from contract to graduation. Their state is not kept here: it follows from these facts, the scores and the day.
create table onboarding_case (
  institution_id bigint primary key references institution,
  contract_on date,
  kickoff_on date,
  extension_days integer not null default 0 check (extension_days between 0 and 365),
  handed_over_on date,
  graduated_on date,
  -- Null where the scores made it so.
  graduated_by uuid references app_user,
  version integer not null default 1
);

-- One with a product is that product's; '' is none. Evidence is what the data showed, in words; what a person said has none.
create table onboarding_milestone (
  institution_id bigint not null references institution,
  milestone text not null,
  product text not null,
  side text not null check (side in ('us', 'customer')),
  due_day integer not null,
  done_on date,
  evidence text,
  done_by uuid references app_user,
  primary key (institution_id, milestone, product)
);

-- From a day until the day before the other; open ones have no end. The clock stands still in a pause.
create table onboarding_pause (
  institution_id bigint not null references institution,
  from_on date not null,
  until_on date,
  reason text not null,
  primary key (institution_id, from_on),
  check (until_on >= from_on)
);

create table onboarding_blocker (
  institution_id bigint not null references institution,
  from_on date not null,
  until_on date,
  blocker text not null check (blocker in ('ehr_link', 'training', 'forms', 'staff', 'customer')),
  primary key (institution_id, from_on),
  check (until_on >= from_on)
);

-- How each case stood at the end of each official week.
create table onboarding_week (
  institution_id bigint not null,
  week_start date not null,
  day integer not null,
  score double precision,
  expected double precision not null,
  state text not null,
  blocker text,
  milestones_done integer not null,
  primary key (institution_id, week_start)
);
create index onboarding_week_week on onboarding_week (week_start);

-- What one action changed, so that sending it twice changes once.
create table onboarding_change (
  institution_id bigint not null references institution,
  change_id uuid not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  told jsonb not null,
  primary key (institution_id, change_id)
);

alter table work_event drop constraint work_event_kind_check;
alter table work_event add constraint work_event_kind_check check (kind in ('task', 'risk', 'note', 'milestone'));

create function count_onboarding_change() returns trigger language plpgsql as $$
begin
  insert into list_version (list, version) values ('onboarding', 1)
  on conflict (list) do update set version = list_version.version + 1;
  return null;
end $$;
create trigger onboarding_case_counted after insert or update or delete on onboarding_case
  for each statement execute function count_onboarding_change();
create trigger onboarding_milestone_counted after insert or update or delete on onboarding_milestone
  for each statement execute function count_onboarding_change();
create trigger onboarding_pause_counted after insert or update or delete on onboarding_pause
  for each statement execute function count_onboarding_change();
create trigger onboarding_blocker_counted after insert or update or delete on onboarding_blocker
  for each statement execute function count_onboarding_change();
create trigger onboarding_week_counted after insert or update or delete on onboarding_week
  for each statement execute function count_onboarding_change();
