-- Reason for the expected amount that a user set instead of amount × probability.
alter table renewal
  add column expected_reason text,
  add column expected_by uuid references app_user,
  -- Outcome that a user recorded. The deal is closed in the embedded CRM at the same time.
  add column outcome text check (outcome in ('signed', 'lost')),
  add column outcome_on date,
  add column outcome_reason text,
  add column outcome_note text,
  add column outcome_by uuid references app_user,
  -- Stage and amount of the deal before the outcome was recorded, for undo.
  add column deal_before jsonb,
  add constraint renewal_outcome check ((outcome is null) = (outcome_on is null) and (outcome is null) = (outcome_by is null) and (outcome is null) = (deal_before is null));
