-- State of the case as of its last refresh or change; null when onboarding was never tracked.
alter table onboarding_case add column state text;
update onboarding_case c set state = case
  when c.graduated_on is not null then 'graduated'
  when exists (select from onboarding_pause p where p.institution_id = c.institution_id and p.until_on is null) then 'paused'
  else (select w.state from onboarding_week w where w.institution_id = c.institution_id order by w.week_start desc limit 1) end;
