#!/usr/bin/env python3
"""Writes made-up OHLCV candles: a random walk near 150, the same bytes on every run.

    generate.py --rows 366 --interval 1d --format csv > daily-2024.csv

Whole numbers only (cents, thousandths), and of `random` only `Random.random`, whose sequence
Python promises never to change. Rows are made one by one, so a million need no memory.
"""

import argparse
import sys
from datetime import datetime, timedelta
from itertools import islice
from random import Random

COLUMNS = ("time", "open", "high", "low", "close", "volume", "closed")
STEP = {"1d": timedelta(days=1), "1h": timedelta(hours=1)}


def candles(rows, step, seed):
    """Yields (time, open, high, low, close in cents, volume in thousandths)."""
    draw = Random(seed).random
    time, close = datetime(2024, 1, 1), 15000
    for _ in range(rows):
        start = close
        # The sum of three draws is bell-shaped; the last term pulls the price back to 150.
        close += int((draw() + draw() + draw() - 1.5) * 300) + (15000 - start) // 50
        high = max(start, close) + int(draw() * 120)
        low = min(start, close) - int(draw() * 120)
        volume = 60000 + int(draw() * 60000) + (high - low) * 80
        yield time.isoformat() + "Z", start, high, low, close, volume
        time += step


def fixed(value, places):
    """15010 with 2 places is `150.10`."""
    whole, rest = divmod(value, 10**places)
    return f"{whole}.{rest:0{places}}"


def shortest(value, places):
    """15010 with 2 places is `150.1`, 15000 is `150`."""
    return fixed(value, places).rstrip("0").rstrip(".")


def csv_row(time, start, high, low, close, volume):
    prices = ",".join([fixed(p, 2) for p in (start, high, low, close)])
    return f"{time},{prices},{fixed(volume, 3)},true"


def json_row(time, start, high, low, close, volume):
    start, high, low, close = [shortest(p, 2) for p in (start, high, low, close)]
    return (
        f'{{"time":"{time}","open":{start},"high":{high},"low":{low},"close":{close},'
        f'"volume":{shortest(volume, 3)},"closed":true}}'
    )


# What a format puts before, of each, between and after the rows.
FORMATS = {
    "csv": (",".join(COLUMNS) + "\n", csv_row, "\n", "\n"),
    "jsonl": ("", json_row, "\n", "\n"),
    "json": ("[", json_row, ",", "]\n"),
}


def main():
    parser = argparse.ArgumentParser(description="Writes made-up OHLCV candles to stdout.")
    parser.add_argument("--rows", type=int, required=True)
    parser.add_argument("--interval", choices=STEP, default="1d")
    parser.add_argument("--format", choices=FORMATS, default="csv")
    parser.add_argument("--seed", type=int, default=2024)
    args = parser.parse_args()
    if args.rows < 1:
        parser.error("--rows must be at least 1")

    before, row, between, after = FORMATS[args.format]
    out = sys.stdout.buffer  # Bytes: no platform may change the line ends.
    rows = (row(*candle) for candle in candles(args.rows, STEP[args.interval], args.seed))
    out.write((before + next(rows)).encode())
    while chunk := list(islice(rows, 4096)):
        out.write((between + between.join(chunk)).encode())
    out.write(after.encode())


if __name__ == "__main__":
    main()
