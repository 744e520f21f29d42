-- Links of somebody whose account was disabled wait for an administrator, who keeps or revokes them.
alter table insight_link
  add column kept_at timestamptz,
  add column kept_by uuid references app_user;
create index insight_link_made_by on insight_link (made_by);
