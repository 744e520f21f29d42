-- A keyed seal of each entry of the audit log: an HMAC over its position and its hash, which covers all entries before it. The key
-- stands outside the database, so whoever has the database alone can make no seal.
create table audit_log_seal (
  position bigint primary key,
  -- Tells keys apart; nothing of a key can be found from it.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  seal bytea not null check (length(seal) = 32)
);
