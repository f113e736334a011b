-- The questions of a dashboard, as views over the tables of a store: for DuckDB (tables.sql
-- makes the tables) and for Spark (spark_views.py). Both read this file; it keeps to what both
-- understand.

-- Who a connection was with, and by what: the name, else the company, else the address.
CREATE OR REPLACE TEMPORARY VIEW links AS
  SELECT connections.*, connections.capture || '/' || connections.id AS link,
    coalesce(peer_name, peer_manufacturer, peer_address, 'unknown') AS device,
    coalesce(controllers.manufacturer, 'unknown') AS phone
  FROM connections
  LEFT JOIN controllers
    ON controllers.capture = connections.capture AND controllers.index = connections.controller;

-- Q1: the devices with the most findings, and which.
CREATE OR REPLACE TEMPORARY VIEW worst_devices AS
  SELECT device, count(DISTINCT link) AS connections,
    count(*) FILTER (WHERE severity = 'error') AS errors,
    count(*) FILTER (WHERE severity = 'warning') AS warnings,
    max_by(rule, (held, rule)) FILTER (WHERE severity IN ('error', 'warning')) AS most_often
  FROM (
    SELECT device, link, rule, severity, count(*) OVER (PARTITION BY device, rule) AS held
    FROM links
    LEFT JOIN findings
      ON findings.capture = links.capture AND findings.connection = links.id
  )
  GROUP BY device
  ORDER BY errors DESC, warnings DESC, device;

-- Q2: each finding by the maker of the logging controller: in how many of its captures.
CREATE OR REPLACE TEMPORARY VIEW findings_by_phone AS
  SELECT phone, rule, severity,
    count(DISTINCT findings.capture) AS captures,
    round(100.0 * count(DISTINCT findings.capture) / any_value(all_captures), 1) AS percent
  FROM findings
  JOIN (SELECT DISTINCT capture, coalesce(manufacturer, 'unknown') AS phone FROM controllers)
    USING (capture)
  JOIN (
    SELECT coalesce(manufacturer, 'unknown') AS phone, count(DISTINCT capture) AS all_captures
    FROM controllers GROUP BY 1
  ) USING (phone)
  GROUP BY phone, rule, severity
  ORDER BY phone, captures DESC, rule, severity;

-- Q3: what bulk data reached, by connection interval and MTU. The interval is the last one before
-- the run began.
CREATE OR REPLACE TEMPORARY VIEW rates AS
  SELECT interval_us, mtu, kind, count(*) AS runs, sum(bytes) AS bytes,
    round(median(throughput_bytes_per_s)) AS median_bytes_per_s,
    round(percentile_cont(0.95) WITHIN GROUP (ORDER BY throughput_bytes_per_s)) AS p95_bytes_per_s,
    round(median(throughput_bytes_per_s / nullif(ceiling_possible_bytes_per_s, 0)), 3)
      AS share_of_possible
  FROM (
    SELECT runs.capture, runs.connection, runs.id, any_value(runs.kind) AS kind,
      any_value(runs.bytes) AS bytes, any_value(connections.mtu_effective) AS mtu,
      any_value(runs.throughput_bytes_per_s) AS throughput_bytes_per_s,
      any_value(runs.ceiling_possible_bytes_per_s) AS ceiling_possible_bytes_per_s,
      max_by(parameters.interval_us, parameters.frame) AS interval_us
    FROM runs
    JOIN connections
      ON connections.capture = runs.capture AND connections.id = runs.connection
    LEFT JOIN parameters
      ON parameters.capture = runs.capture AND parameters.connection = runs.connection
      AND parameters.frame <= runs.first_frame
    GROUP BY runs.capture, runs.connection, runs.id
  )
  GROUP BY interval_us, mtu, kind
  ORDER BY bytes DESC, interval_us, mtu, kind;

-- Q4: how long requests took to be answered, over all captures: sketches, merged.
CREATE OR REPLACE TEMPORARY VIEW latency_buckets AS
  SELECT device, key, CAST(sum(held) AS BIGINT) AS count
  FROM links JOIN latencies_held USING (capture, id)
  GROUP BY device, key;

CREATE OR REPLACE TEMPORARY VIEW latencies AS
  SELECT device, max(total) AS requests,
    min(bucket_middle(key)) FILTER (WHERE upto >= ceil(total * 0.50)) AS p50_us,
    min(bucket_middle(key)) FILTER (WHERE upto >= ceil(total * 0.95)) AS p95_us,
    min(bucket_middle(key)) FILTER (WHERE upto >= ceil(total * 0.99)) AS p99_us
  FROM (
    SELECT device, key,
      CAST(sum(count) OVER (PARTITION BY device ORDER BY key) AS BIGINT) AS upto,
      CAST(sum(count) OVER (PARTITION BY device) AS BIGINT) AS total
    FROM latency_buckets
  )
  GROUP BY device
  ORDER BY p95_us DESC, device;

-- Q5: how connections ended.
CREATE OR REPLACE TEMPORARY VIEW ends AS
  SELECT device, coalesce(disconnect_name, 'not in the capture') AS ended, count(*) AS connections
  FROM links
  GROUP BY ALL
  ORDER BY device, connections DESC, ended;

-- Q6: a day at a time.
CREATE OR REPLACE TEMPORARY VIEW days AS
  SELECT date, count(*) AS captures, CAST(sum(records) AS BIGINT) AS records,
    count(wrong) AS with_errors
  FROM captures
  LEFT JOIN (SELECT DISTINCT capture, 1 AS wrong FROM findings WHERE severity = 'error')
    USING (capture)
  GROUP BY date
  ORDER BY date;
