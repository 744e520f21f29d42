-- search is the list's state as its address carries it; it is read leniently, so that a column may go.
create table saved_view (
  saved_view_id uuid primary key,
  list text not null,
  name text not null,
  owner_id uuid not null references app_user,
  shared boolean not null,
  search text not null check (length(search) <= 4096),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_view_own_name on saved_view (list, owner_id, lower(name));
create unique index saved_view_shared_name on saved_view (list, lower(name)) where shared;

create table saved_view_default (
  user_id uuid not null references app_user,
  list text not null,
  saved_view_id uuid not null references saved_view on delete cascade,
  primary key (user_id, list)
);
create index saved_view_default_view on saved_view_default (saved_view_id);
