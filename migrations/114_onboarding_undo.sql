-- Case as it was before a change, so that the user can undo the change; null for older changes.
alter table onboarding_change add column before jsonb;
alter table onboarding_change add column undone_at timestamptz;
