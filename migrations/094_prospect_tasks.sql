-- Tasks of users for a prospect, with the same columns as a customer's task. A task for a prospect has no customer to belong to.
create table prospect_task (
  prospect_id bigint not null references prospect (prospect_id),
  task_id uuid not null,
  title text not null,
  details text not null default '',
  due_on date,
  assignee_id uuid,
  status text not null default 'open' check (status in ('open', 'done', 'dropped')),
  snoozed_until date,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (prospect_id, task_id)
);
create index prospect_task_assignee on prospect_task (assignee_id) where status = 'open';

-- The displayed name of each prospect: the name that a user entered, otherwise the name of its file or place.
create view prospect_name as
select p.prospect_id, p.place_id, coalesce(f.value, p.name) as name
from prospect p left join prospect_fact f on f.prospect_id = p.prospect_id and f.field = 'name';

-- The cached list shows the next task of a prospect.
create trigger prospect_task_added after insert on prospect_task
  referencing new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_task_changed after update on prospect_task
  referencing old table as old_rows new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_task_removed after delete on prospect_task
  referencing old table as old_rows for each statement execute function count_prospect_change();
