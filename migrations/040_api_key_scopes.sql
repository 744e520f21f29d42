-- What a key may load, and who made it; null for one made by command.
alter table api_key
  add column scopes jsonb not null default '["practices", "usage", "entitlements", "churn", "contracts"]',
  add column made_by uuid references app_user;
