#!/usr/bin/env python3
"""The tables and views of a store in Spark: what tables.sql and views.sql are in DuckDB.

    spark-submit --py-files store.py,parquet.py,rows.py spark_views.py [-v VIEW]... \\
        [--labels LABELS.csv] STORE

prints the rows of views as JSON lines. In a program: `register(spark, "STORE")`, then
`spark.table("worst_devices")`; `label(spark, "LABELS.csv")` makes the views of labels.sql. If
Spark's addresses have another scheme than pyarrow's, name it:
`register(spark, "s3://bucket/store", {"s3": "s3a"})`.
"""

import argparse
import json
import os

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from store import Store

HERE = os.path.dirname(os.path.abspath(__file__))
VIEWS = ("worst_devices", "findings_by_phone", "rates", "latencies", "ends", "days")
LABELLED = ("findings_by_model",)

# What DuckDB and Spark word differently.
OWN = """
CREATE OR REPLACE TEMPORARY FUNCTION bucket_middle(key BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN key < 128 THEN CAST(key AS DOUBLE)
  ELSE (64 + (key - 128) % 64 + 0.5D) * pow(2, (key - 128) DIV 64 + 1) END;
CREATE OR REPLACE TEMPORARY VIEW latencies_held AS
  SELECT capture, id, pair.att_transactions_latency_remote_us_sketch_keys AS key,
    pair.att_transactions_latency_remote_us_sketch_counts AS held
  FROM (
    SELECT capture, id, explode(arrays_zip(att_transactions_latency_remote_us_sketch_keys,
      att_transactions_latency_remote_us_sketch_counts)) AS pair
    FROM connections
  );
"""


def register(spark, path, schemes=None):
    """Makes temporary views: those of the tables hold complete parts, and each capture once."""
    spark.conf.set("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    if "://" not in path:
        path = os.path.abspath(path)
    store = Store(path, None)
    scheme = path.split("://")[0]
    other = (schemes or {}).get(scheme, scheme)

    def table_of(name):
        files = [file.replace(scheme, other, 1) for file in store.files(name)]
        return (
            spark.read.option("basePath", f"{path}/{name}".replace(scheme, other, 1))
            .option("mergeSchema", "true")
            .parquet(*files)
            .withColumn("part", f.regexp_replace(f.col("_metadata.file_name"), "[.]parquet$", ""))
        )

    captures = table_of("captures")
    # Of a capture that is in several parts, the first one counts.
    copies = (
        captures.groupBy("capture")
        .agg(f.sort_array(f.collect_list("part")).alias("held"))
        .filter("size(held) > 1")
        .selectExpr("capture", "explode(slice(held, 2, size(held) - 1)) AS part")
        .cache()
    )
    for name in store.tables_there():
        table = captures if name == "captures" else table_of(name)
        if name == "errors":
            table = table.drop("part").distinct()
        else:
            table = table.join(copies, ["capture", "part"], "left_anti").drop("part")
        table.createOrReplaceTempView(name)
    run(spark, OWN)
    with open(os.path.join(HERE, "views.sql")) as file:
        run(spark, file.read())


def label(spark, path):
    """The views of labels.sql, after `register`."""
    if "://" not in path:
        path = os.path.abspath(path)
    spark.read.option("header", "true").csv(path).createOrReplaceTempView("labels")
    with open(os.path.join(HERE, "labels.sql")) as file:
        run(spark, file.read())


def run(spark, text):
    lines = [line for line in text.splitlines() if line[:2] != "--"]
    for statement in "\n".join(lines).split(";"):
        if statement.strip():
            spark.sql(statement)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-v", dest="views", action="append", help="a view; all of them by default")
    parser.add_argument("--labels", help="the labels of folders, as labels.sql says")
    parser.add_argument("store", metavar="STORE")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("bletrace views").getOrCreate()
    register(spark, options.store)
    views = VIEWS
    if options.labels:
        label(spark, options.labels)
        views += LABELLED
    for view in options.views or views:
        for row in spark.table(view).collect():
            print(json.dumps({"view": view, **row.asDict()}, default=float))
    spark.stop()


if __name__ == "__main__":
    main()
