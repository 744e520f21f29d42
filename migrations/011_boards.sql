-- A person's own boards. widgets holds the names of widgets in their order; it is read leniently, so that a widget may go.
create table board (
  board_id uuid primary key,
  owner_id uuid not null references app_user,
  name text not null,
  widgets jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index board_own_name on board (owner_id, lower(name));
