-- What limits count in, for all servers of a database together. A crash may empty it: then they count anew.
create unlogged table rate_window (
  -- Of the limit and whom it counts.
  hash text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
