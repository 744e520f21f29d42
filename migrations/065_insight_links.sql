-- Links by which a practice reads its own insights without an account; of a link's key only the hash is kept.
create table insight_link (
  institution_id bigint not null references institution,
  link_id uuid not null,
  token_hash text not null,
  label text not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  primary key (institution_id, link_id)
);

-- Administrators choose whether a practice needs such a link; null until one of them has chosen.
update setting_version set settings = '{"insightsAccess": null}'::jsonb || settings;

update pending_change
set wanted = jsonb_set(wanted, '{settings}', '{"insightsAccess": null}'::jsonb || (wanted -> 'settings'))
where kind = 'settings';
