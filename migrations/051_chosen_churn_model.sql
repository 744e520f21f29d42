-- A version that somebody chose stays in use until somebody chooses the newest again; a draft is not whole yet.
alter table churn_model
  drop constraint churn_model_state_check,
  add constraint churn_model_state_check check (state in ('current', 'replaced', 'draft')),
  add column chosen_by uuid references app_user,
  add column chosen_at timestamptz,
  add column chosen_reason text,
  add constraint churn_model_chosen check (num_nonnulls(chosen_by, chosen_at, chosen_reason) in (0, 3) and (chosen_at is null or state = 'current'));

-- What is newer than the model in use was broken off in its making.
update churn_model set state = 'draft' where version > (select version from churn_model where state = 'current');
