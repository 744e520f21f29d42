-- The newest backup is asked for at every reading of the metrics.
create index audit_log_backup on audit_log (at) where action = 'database.backup';
