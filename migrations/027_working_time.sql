-- When the team works, how much of that goes to customers, and how long each kind of work takes. Every saving is a version of its own.
create table working_time_version (
  version integer primary key check (version > 0),
  settings jsonb not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null
);

-- The days and hours of a person where they differ from the team's.
create table person_hours (
  user_id uuid primary key references app_user,
  week jsonb not null,
  version integer not null default 1,
  updated_by uuid not null references app_user,
  updated_at timestamptz not null
);

-- First and last day; while it lasts, the cover's day has the person's work in it too.
create table absence (
  absence_id uuid primary key,
  user_id uuid not null references app_user,
  from_on date not null,
  until_on date not null,
  cover_id uuid references app_user,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  check (until_on >= from_on),
  check (cover_id <> user_id)
);
create index absence_person on absence (user_id, from_on);
create index absence_cover on absence (cover_id) where cover_id is not null;

-- Rows of a person's day that were put off to another day, or into an order of one's own.
create table day_plan (
  user_id uuid not null references app_user,
  item_key text not null,
  moved_to date,
  -- The place among the rows of a day, and the day it holds for.
  place integer,
  placed_on date,
  version integer not null default 1,
  updated_by uuid not null references app_user,
  updated_at timestamptz not null,
  primary key (user_id, item_key),
  check ((place is null) = (placed_on is null))
);
