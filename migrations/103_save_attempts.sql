-- Attempt to keep a customer that has given notice, at most one for each notice.
create table save_attempt (
  institution_id bigint not null,
  loss_id uuid not null,
  owner_id uuid not null,
  due_on date not null,
  plan text not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  version integer not null default 1,
  primary key (institution_id, loss_id),
  foreign key (institution_id, loss_id) references churn_event on delete cascade
);
