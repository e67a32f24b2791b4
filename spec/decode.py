"""Owns the reference decoder of QRP1: strict, plain Python, written from qrp1.md alone as the proof that it suffices.

    python3 spec/decode.py FILE            print the .json form (README.md) of a document; - reads standard input
    python3 spec/decode.py --write FILE... write the .json form of each document next to it
    python3 spec/decode.py --vectors DIR   run all test vectors in DIR/valid and DIR/invalid
"""
import json
import re
import sys
from calendar import monthrange
from datetime import date
from decimal import ROUND_HALF_EVEN, ROUND_UP, Context
from fractions import Fraction
from functools import lru_cache, partial
from math import frexp
from pathlib import Path
from typing import Any, Iterator

LIMITS = {"line": 16 << 20, "header": 1 << 20, "columns": 4096, "nesting": 64, "blocks": 1024, "decoded": 1 << 30}
Form = dict[str, Any]  # a document, block, column, struct, list, map or value in the .json form

class Fault(Exception):
    """An error of a document (ERR-1). The message names the rule that is broken."""
    def __init__(self, kind: str, message: str) -> None:
        self.kind, self.message, self.line = kind, message, 0  # the document fills in the line

def require(condition: Any, kind: str, message: str) -> None:
    """Raise a Fault of class `kind` unless the condition holds."""
    if not condition:
        raise Fault(kind, message)

def unique(key: str | None, seen: set[str | None]) -> None:
    """Refuse a key or name that was seen, and note it."""
    require(key not in seen, "duplicate", f"{key!r:.60} occurs twice")
    seen.add(key)

# ---- text and escapes (sections 1 and 8) ----
ALWAYS = "\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069"  # the always-escaped set (ESC-3)
CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
CODES = "u(?:00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|20(?:2[89a-e]|6[6-9])|feff)"  # escapes of all the others
# Escape sets (ESC-5) as in a character class, without the backslash; those of the second line add to the set around.
ROW, RECORD, HEADER, ARGUMENT, TEMPLATE, NAME = ",", "", "|", ",;()|", ",;()|*", r"|,:=?()\[\]{}<>"
GROUP, TREE, KEY = ",;()", r",{}\[\]", "="
SPELLED = rf"(?:[^{ALWAYS}\\SET]|\\(?:[nrt\\SET]|{CODES}))*(?:\\u0020(?=\n))?"  # text where SET is the set (ESC-6)
BODY = SPELLED.replace("[^", r"\t|[^").replace("nrt", "r").replace("SET", "") + r"(?=\n)"  # a line of text (BODY-3)
NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
WORDS = {"NaN": "number", "Infinity": "number", "-Infinity": "number", "true": "bool", "false": "bool", "null": "null"}
PLAIN = f"{NUMBER}|{'|'.join(WORDS)}"  # an auto value that is no text, tree or mark
STRING = rf'"(?:[^{ALWAYS}"\\]|\\(?:["\\bfnrt]|(?!u000[8c]){CODES}))*"'  # of JSON (JSON-1)
# By style of text, what never begins it but in quotes or after a backslash (AUTO-2, COL-2, CELL-3)
SPECIAL = {"plain": "(?!)", "name": '(?:""|#|@)END', "auto": r'["{\[]|END', "key": '(?:"")?END', "str": '(?:"")?END'}

def unescape(letters: str) -> str:
    """The text of letters with escapes."""
    return re.sub(r"\\(?:u(....)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else CONTROLS.get(m[2], m[2]), letters)

# ---- scalar types (sections 5 and 7) ----
def match(pattern: str, letters: str) -> re.Match[str]:
    """The match of all letters with the pattern of a type or form."""
    found = re.fullmatch(pattern, letters, re.S)
    require(found, "type", f"CELL-8 or HDR-4: {letters:.40}")
    return found

def integer(bits: int, signed: bool, letters: str) -> int:
    """INT-1; more than 40 digits fit no type."""
    number, least = int(match(f"0|{'-?' * signed}[1-9][0-9]*", letters)[0][:40]), -(signed << bits - 1)
    require(least <= number < least + (1 << bits), "range", f"beyond {bits} bits: {letters:.40}")
    return number

@lru_cache
def check_float(bits: int, least: int, letters: str) -> None:
    """FLT-1, for a significand of that many bits and that least exponent."""
    def nearest(number: str) -> Fraction:  # rounded once, ties to even
        quantum = Fraction(2) ** (max(frexp(float(number))[1], least + 1) - bits)
        return round(Fraction(number) / quantum) * quantum
    if letters in ("NaN", "Infinity", "-Infinity", "0", "-0"):
        return
    digits, rough = letters.lstrip("-"), abs(float(match(NUMBER, letters)[0]))
    require(rough < float("inf"), "range", "FLT-1")
    value = nearest(digits if rough and len(digits) < 40 else str(rough))
    require(value < Fraction(2) ** (2 - least), "range", "FLT-1")
    numbers = (Context(precision, rounding).create_decimal_from_float(float(value)).normalize()
               for precision in range(1, 18) for rounding in (ROUND_HALF_EVEN, ROUND_UP))  # up: at powers of two
    right = next(number for number in numbers if nearest(str(number)) == value)
    require(digits == f"{right:{'f' if -7 < right.adjusted() < 21 else 'e'}}", "type", f"FLT-1: not {letters:.40}")

def check_decimal(precision: str, scale: str, letters: str) -> None:
    """DEC-1."""
    places = int(scale)
    number = rf"(0|[1-9][0-9]*)\.[0-9]{{{places}}}" if places > 0 else f"0|[1-9][0-9]*0{{{-places}}}"
    digits = re.sub("[-.]", "", match(f"(?!-[0.]*$)-?({number})", letters)[0]).lstrip("0")
    require(len(digits) + min(places, 0) <= int(precision), "range", "DEC-1")

DATE = "(?P<year>[0-9]{4}|-(?!0000)[0-9]{4}|[+-][1-9][0-9]{4,})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
TIME = "(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
ZONE = "[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]"
BOTH = {None: f"{DATE}T{TIME}", ",basic": f"{DATE}T{TIME}".replace(")-(", ")(").replace("):(", ")(")}
INSTANT = rf"{DATE}T{TIME}(?:\.(?P<fraction>[0-9]{{1,9}}))?(?P<zone>Z|{ZONE})"  # RFC 3339 (TIME-3)
FRACTION = {"s": ""} | {unit: rf"\.(?P<fraction>[0-9]{{{n}}})" for unit, n in (("ms", 3), ("us", 6), ("ns", 9))}
EPOCH = {"year": "1970", "month": "1", "day": "1", "hour": "0", "minute": "0", "second": "0"}

def moment(pattern: str, letters: str, zone: str | None = "") -> int:
    """The nanoseconds from 1970, or from midnight, to a date, a time of day or both (TIME-1 to TIME-3)."""
    parts = EPOCH | match(pattern, letters).groupdict("")
    year, month, day, hour, minute, second = (int(parts[part][:20]) for part in EPOCH)
    cycles, year = divmod(year, 400)  # the calendar repeats every 400 years, which are 146,097 days
    fits = 0 < month < 13 and 0 < day <= monthrange(year + 400, month)[1] and hour < 24 and max(minute, second) < 60
    require(fits, "range", f"TIME-1 or TIME-2: {letters:.40}")
    days = (date(year + 400, month, day) - date(2370, 1, 1)).days + cycles * 146097
    fraction, zone = parts.get("fraction", ""), parts.get("zone", zone or "")
    if re.fullmatch(ZONE, zone):
        hour, minute = hour - int(zone[:3]), minute - int(zone[0] + zone[4:])
    instant = (((days * 24 + hour) * 60 + minute) * 60 + second) * 10**9 + int(fraction.ljust(9, "0"))
    pattern == INSTANT or integer(64, True, str(instant // 10 ** (9 - len(fraction))))
    return instant

INTERVALS = {"ym": ("(.*)", 32), "dt": ("(.*)d(.*)ms", 32, 32), "mdn": ("(.*)mo(.*)d(.*)ns", 32, 32, 64)}  # TIME-5
UNIT, TO_76 = r"\((s|ms|us|ns)", "(?:[1-9]|[1-6][0-9]|7[0-6])"
LABEL = rf"(?!\)|[+-](?:[01][0-9]|2[0-3])\\:[0-5][0-9][,)]){SPELLED.replace('SET', NAME)}"  # of a zone (COL-7)
SCALARS = {  # word: its arguments, and what refuses letters that are no such cell
    **{f"{sign}{bits}": ("", partial(integer, bits, sign == "i")) for sign in "iu" for bits in (8, 16, 32, 64)},
    **{f"f{n}": ("", partial(check_float, *size)) for n, *size in ((16, 11, -14), (32, 24, -126), (64, 53, -1022))},
    **{word: ("", partial(match, form)) for word, form in (("num", NUMBER), ("bool", "true|false|1|0"), ("null", ""))},
    "dec": (rf"\(({TO_76}),(0|-?{TO_76})\)", check_decimal),
    "bin": ("", partial(match, '""|(B{4})*(B[AQgw]|BB[AEIMQUYcgkosw048])?'.replace("B", "[A-Za-z0-9+/]"))),  # BIN-1
    "date": (r"(\(basic\))?", lambda basic, letters: moment(BOTH[basic and ",basic"].split("T")[0], letters)),
    "time": (rf"{UNIT}\)", lambda unit, letters: moment(TIME + FRACTION[unit], letters)),
    "ts": (rf"{UNIT}(?:,({ZONE}|{LABEL}))?(,basic)?\)",
           lambda unit, zone, basic, letters: moment(BOTH[basic] + FRACTION[unit], letters, zone)),
    "dur": (rf"{UNIT}\)", lambda unit, letters: integer(64, True, letters)),
    "interval": (r"\((ym|dt|mdn)\)", lambda form, letters: [integer(bits, True, part) for part, bits in zip(
        match(INTERVALS[form][0], letters).groups(), INTERVALS[form][1:])]),
    **dict.fromkeys(("str", "auto", "json"), ("", str)),  # their cells are read otherwise
}

def checker(declared: str) -> Any:
    """What refuses letters that are no cell of that scalar type (COL-1, COL-7)."""
    word = declared.partition("(")[0]
    arguments, check = SCALARS.get(word, ("", None))
    found = re.fullmatch(arguments, declared[len(word) :])
    require(check and found, "type", f"COL-1 or COL-7: {declared:.40}")
    return partial(check, *found.groups())

def inline(kind: Any) -> bool:
    """Whether a type is a struct whose fields are cells of the place it stands in (COL-4)."""
    return not isinstance(kind, str) and "struct" in kind and "bracketed" not in kind

def leaves(columns: list[Form]) -> list[bool]:
    """For each column that is no inline struct, those inside of these included, whether it has a cell."""
    return [has for c in columns for has in (leaves(c["type"]["struct"]) if inline(c["type"]) else ["always" not in c])]

def weight(value: Any) -> int:
    """The decoded bytes of a value that no cell stands for, of its text or of its parts (LIM-3)."""
    if isinstance(value, dict):
        return 32 + weight(value.get("value", ""))
    return len(value.encode()) if isinstance(value, str) else sum(map(weight, value))

class Document:
    """A cursor over the lines of a document, and what reads them."""
    def __init__(self, data: bytes, limits: dict[str, int]) -> None:
        self.lines, self.number, self.line, self.pos = data.split(b"\n"), 0, "", 0  # the line has its LF
        self.limits, self.spent, self.prefixes = limits, dict.fromkeys(limits, 0), dict[str, str]()
        self.blocks, self.root = list[Form](), None  # the place of the first block with a value
        self.pending, self.marks = [], []  # places of the marks without a block, the next one last; of this record
        self.place, self.digits = None, None  # of the value, where it may be or hold a mark; whether bool is 1 and 0
        self.found, self.first = 0, True  # body lines of this block; no cell stands before in the row, group or item

    def bound(self, limit: str, amount: int, add: bool = False) -> None:
        """Refuse what is beyond a limit; `add`: together with what came before (LIM-1 to LIM-3)."""
        self.spent[limit] = amount + self.spent[limit] * add
        require(self.spent[limit] <= self.limits[limit], "limit", f"LIM-1: {limit}")

    def advance(self) -> None:
        """Go to the next line (ESC-1 to ESC-4)."""
        line, self.number, self.pos = self.lines[self.number], self.number + 1, 0
        self.bound("header" if line.startswith(b"QRP1|") else "line", len(line))
        require(self.number < len(self.lines), "truncated", "DOC-2")
        self.line = line.decode(errors="surrogateescape") + "\n"
        self.bound("decoded", len(line) + 1, add=True)
        require(not re.search("[\ud800-\udfff]", self.line), "utf8", "ESC-1")
        require(not re.search(f"(?![\t\n])[{ALWAYS}]| \n", self.line), "syntax", "ESC-3 or ESC-4")

    def at(self, *tokens: str) -> bool:
        """Whether one of the tokens stands here."""
        return self.line.startswith(tokens, self.pos)

    def take(self, token: str) -> bool:
        """Step over the token if it stands here."""
        self.pos += len(token) * (found := self.at(token))
        return found

    def expect(self, token: str, kind: str = "") -> None:
        """Step over the token, which must stand here. A comma too many or too few is a wrong number of cells."""
        if not self.take(token):
            wrong_width = token + self.line[self.pos : self.pos + 1] in (",)", ",\n", "),", "\n,")
            raise Fault(kind or ("width" if wrong_width else "syntax"), f"no {token!r} at character {self.pos + 1}")

    def each(self, separator: str, end: str) -> Iterator[None]:
        """Step over the separators and the end of a sequence; yields where an item begins."""
        if not self.take(end):
            yield
            while self.take(separator):
                yield
            self.expect(end)

    def token(self, pattern: str) -> re.Match[str]:
        """Step over letters of that pattern."""
        found = re.compile(pattern).match(self.line, self.pos)
        require(found, "syntax", f"ESC-6 or another: character {self.pos + 1}")
        self.pos = found.end()
        return found

    def letters(self, stops: str, step: bool = True) -> str:
        """The letters up to a raw character of the escape set or the end; steps over them unless asked not to."""
        letters = re.compile(rf"(?:[^\n\\{stops}]|\\.)*").match(self.line, self.pos)[0]
        self.pos += len(letters) * step
        return letters

    def text(self, stops: str, style: str = "plain") -> str | None:
        """Step over a text in the one spelling of its style (ESC-6, NAME-1, NAME-2); None where there is no name."""
        names, after = self.prefixes if style in ("str", "auto") else {}, "(?![A-Za-z0-9])"
        named, more = f"(?:{'|'.join(map(re.escape, names)) or '(?!)'}){after}", rf"(?=[^\n{stops}])"
        special, plain = f"{SPECIAL[style]}|{named}".replace("END", f"(?!{more})"), SPELLED.replace("SET", stops)
        start = rf"(?P<name>{named})|\\{more}(?={special})|(?!{special})"
        found = self.token(rf'(?:{start})(?P<text>{plain})(?!{more})|"(?:{PLAIN})?"(?!{more})')
        text = found[0][1:-1] if found["text"] is None else names.get(found["name"], "") + unescape(found["text"])
        fits = [name for name in names if re.match(re.escape(names[name]) + after, text)]
        require(found["name"] == max(fits, key=lambda name: len(names[name]), default=None), "syntax", "NAME-2")
        self.bound("decoded", len(names.get(found["name"], "").encode()), add=True)
        return text if found[0] or style != "name" else None

    # ---- columns and types (section 5) ----
    def columns(self, end: str, depth: int) -> list[Form]:
        """Named columns up to `end`, with that many containers around their values (COL-2 to COL-5, COL-10)."""
        columns, names = list[Form](), set()
        self.bound("nesting", depth)
        for _ in self.each(",", end):
            self.bound("columns", 1, add=True)
            columns.append(column := {"name": self.text(NAME, "name")} | ({"missing": True} if self.take("?") else {}))
            require(column["name"] is not None, "syntax", "COL-5")
            unique(column["name"], names)
            column["type"] = self.type(depth, "missing" in column)
            self.annotation(column, depth)
        return columns

    def annotation(self, column: Form, depth: int) -> None:
        """`always` or `like` behind a type, which on a lead column is never `always` (COL-10)."""
        if column["type"] == "str" and self.take("(like "):
            column["like"] = extra = [self.text(TEMPLATE), self.expect("*") or self.text(TEMPLATE)]
        elif isinstance(column["type"], str) and "key" not in column and self.take("(always "):
            start = self.pos
            column["always"], extra = self.cell(column["type"], ARGUMENT, depth, column), self.line[start : self.pos]
        else:
            return
        require(0 < len("".join(extra).encode()) <= 1024, "limit" if any(extra) else "syntax", "COL-10")
        self.expect(")", "syntax")

    def type(self, depth: int, bracketed: bool | None = None, refused: tuple[str, ...] = ("json",)) -> Any:
        """A type; `bracketed` says what a struct is; for None, of list items and map values, its `?` does (COL-3)."""
        self.bound("nesting", depth)
        if self.take(":"):
            return self.scalar(*refused)
        if self.take("[]"):
            return {"list": self.type(depth + 1)}
        if self.take("<"):
            return {"map": [self.scalar("null", "auto", "json"), self.expect(">") or self.type(depth + 1)]}
        own = self.take("?") if bracketed is None else bracketed
        self.expect("{")
        columns = self.columns("}", depth + 1)
        require(any(cells := leaves(columns)) == bool(cells) or bracketed is False, "syntax", "COL-10: no cell remains")
        return {"struct": columns} | ({"bracketed": True} if own else {})

    def scalar(self, *refused: str) -> str:
        """A scalar type with its arguments (COL-1, COL-6)."""
        declared = self.letters(NAME)
        if self.at("(") and not self.at("(always ", "(like "):
            declared += self.token(r"\((?:[+-][0-9]{2}:[0-9]{2}|,|\\.|[^\\|:=?()\[\]{}<>])*\)")[0]
        require(checker(declared) and declared not in refused, "type", "COL-6")
        return declared

    # ---- cells (sections 6 and 8) ----
    def cells(self, columns: list[Form], stops: str, depth: int, item: bool = False) -> Form:
        """A struct, its cells joined by commas (ROW-1, CELL-5); `item`: a semicolon can stand behind them."""
        values = []
        for column in columns:
            if "always" in column:
                self.bound("decoded", weight(column["always"]), add=True)
                values.append(column["always"])
            elif inline(column["type"]):
                any(leaves([column])) or self.bound("decoded", 32, add=True)
                values.append(self.cells(column["type"]["struct"], stops, depth + 1, item))
            else:
                self.first or self.expect(",", "width" if item and self.at(";") else "")
                values.append(self.cell(column["type"], stops, depth, column))
                self.first = False
        return {"type": "struct", "value": values}

    def cell(self, kind: Any, stops: str, depth: int, column: Form = {}) -> Form:
        """A cell, or the cells of an inline struct in a list or map (CELL-1 to CELL-7); a `key` is never null."""
        letters, missing = self.letters(stops, step=False), "missing" in column
        if inline(kind):
            self.first = True
            any(leaves(kind["struct"])) or self.expect("()")
            return self.cells(kind["struct"], stops, depth + 1, item=True)
        if kind == "json":
            self.auto(None, depth)
            return {"type": "null"} if letters == "null" else {"type": "json", "value": letters}
        if letters in ("\\N", "\\M") and "key" not in column:
            lone = self.line[self.pos - 1 : self.pos] + self.line[self.pos + 2] in ("\n", "()", " )")
            require(missing and lone if letters == "\\M" else kind != "auto" and (missing or lone), "syntax", "CELL-4")
            self.pos += 2
            return {"type": "null" if letters == "\\N" else "missing"}
        if not letters and not self.at("("):
            require("key" not in column and (missing or kind != "auto"), "type", "AUTO-4, CELL-7, COL-9 or SER-2")
            return {"type": "missing" if missing else "null"}
        if kind == "auto":
            return self.auto(stops, depth, self.place)
        if kind == "str":
            like, style = column.get("like", ("", "")), "key" if {"like", "key"} & {*column} else "str"
            self.bound("decoded", len("".join(like).encode()), add=True)
            return {"type": "str", "value": self.text(stops, style).join(like)}
        if isinstance(kind, str):
            checker(kind)(letters)
            self.pos += len(letters)
            if kind == "bool":
                require(self.digits in (None, letters in "10"), "syntax", "BOOL-1")
                self.digits, letters = letters in "10", {"1": "true", "0": "false"}.get(letters, letters)
            return {"type": kind.partition("(")[0], "value": letters.strip('"')}  # an empty bin is in quotes
        self.expect("(", "type")
        stops, depth, keys, values = stops + GROUP, depth + 1, set(), []
        if "struct" in kind:
            self.first, start = True, self.pos
            value = self.cells(kind["struct"], stops, depth)
            require(self.pos > start or not any(leaves(kind["struct"])) or not self.at(")"), "syntax", "CELL-4")
            self.expect(")")
            return value
        for _ in self.each(";", ")"):
            if "map" in kind:
                key = self.cell(kind["map"][0], stops + KEY, depth, {"key": True})
                unique(key["value"], keys)
                self.expect("=")
            value = self.cell(kind["map"][1] if "map" in kind else kind["list"], stops, depth)
            values.append([key, value] if "map" in kind else value)
        return {"type": "map" if "map" in kind else "list", "value": values}

    def auto(self, stops: str | None, depth: int, place: tuple[str, ...] | None = None) -> Form:
        """A value that describes itself (AUTO-1 to AUTO-3, DOC-5), or JSON, which has no escape set (JSON-1)."""
        is_json, inner = stops is None, None if stops is None else stops + TREE
        if self.at("{", "["):
            self.bound("nesting", depth + 1)
            is_object, keys, values = self.take("{") or not self.take("["), set(), []
            for _ in self.each(",", "}" if is_object else "]"):
                key = str(len(values))
                if is_object:
                    key = self.token(STRING)[0] if is_json else self.text(inner + KEY, "key")
                    self.expect(":" if is_json else "=")
                unique(key, keys)
                value = self.auto(inner, depth + 1, None if place is None else (*place, key))
                values.append([key, value] if is_object else value)
            return {"type": "object" if is_object else "array", "value": values}
        if is_json:
            return {"type": "json", "value": self.token(f"{STRING}|{NUMBER}|true|false|null")[0]}
        letters = self.letters(stops, step=False)
        if letters == "\\@" and place:
            self.marks.append(place)
        elif not re.fullmatch(PLAIN, letters):
            return {"type": "text", "value": self.text(stops, "auto")}
        self.pos += len(letters)
        kind = "mark" if letters == "\\@" else WORDS.get(letters, "number")
        return {"type": kind} if kind in ("mark", "null") else {"type": kind, "value": letters}

    # ---- header and closing line (sections 3 and 4) ----
    def fields(self, shape: str, where: str) -> dict[str, str]:
        """The fields of a header or closing line, all but `columns` decoded (HDR-1 to HDR-6, HDR-8)."""
        fields, ranks, prefixes = dict[str, str](), list[int](), set()
        for _ in self.each("|", "\n"):
            key = self.token(r"[A-Za-z_][A-Za-z0-9_.-]*|\$[1-9]")[0]
            self.expect("=")
            require(key not in fields, "duplicate", f"HDR-2: {key:.40}")
            row = "$" if key[0] == "$" else key if key in ORDER else "metadata"
            places, form = RESERVED.get((row, shape), ("", ""))
            require(where in places, "syntax", f"HDR-4: {key:.40}")
            name = self.text(NAME, "name") if key == "axis" else ""
            value = self.letters(HEADER) if key in ("axis", "columns") else self.text(HEADER)
            match(form, "" if name is None else value)
            form.endswith("[0-9]*") and integer(64, False, value)  # HDR-5
            form == INSTANT and moment(form, value)
            if row == "$":
                unique(value, prefixes)
                require(len(value.encode()) <= 1024, "limit", "HDR-8")
                self.prefixes[key] = value
            ranks.append(-1 if where == "closing" and key == COUNT[shape] else ORDER.index(row))
            fields[key] = name + value
        in_order = ranks == sorted(ranks) and [*self.prefixes] == [f"${i + 1}" for i in range(len(self.prefixes))]
        require(in_order and ("part" in fields) == ("parts" in fields), "syntax", "HDR-3, HDR-4 or HDR-8")
        require(int(fields.get("part", 0)) <= int(fields.get("parts", 0)), "type", "HDR-4")
        return fields

    def closing(self) -> list[list[str]]:
        """The fields of the closing line (END-1, END-2)."""
        first, last, self.pos = dict(self.blocks[0]["fields"]), dict(self.blocks[-1]["fields"]), len("\\.")
        require(not self.pending, "syntax", "DOC-5: a mark without a block")
        fields = self.fields(shape := self.blocks[-1]["shape"], "closing")
        late = None if shape == "receipt" or COUNT[shape] in last else COUNT[shape]
        require(not (fields.keys() - {late}) & (first.keys() | last.keys()), "duplicate", "END-1")
        require([*fields][:1] == [late] if late else fields.keys() <= {"crc"}, "syntax", "END-1")
        require(not late or int(fields[late]) == self.found, "count", f"HDR-7: {self.found} body lines")
        if "crc" in fields:
            before, crc = b"\n".join(self.lines[: self.number])[: -len("crc=00000000")], 0xFFFFFFFF
            for bit in (byte >> i & 1 for byte in before for i in range(8)):  # CRC-32C
                crc = crc >> 1 ^ 0x82F63B78 * (crc & 1 ^ bit)
            require(fields["crc"] == f"{crc ^ 0xFFFFFFFF:08x}", "count", "END-2")
        return [[*field] for field in fields.items()]

    # ---- documents and blocks (sections 2 and 9) ----
    def block(self) -> None:
        """One header and its body (DOC-3 to DOC-5)."""
        self.pos = len("QRP1|")
        shape = self.token("record|table|series|text|receipt")[0]
        require(self.take("|") != self.at("\n"), "syntax", "HDR-1")
        fields = self.fields(shape, "later" if self.blocks else "first")
        place = tuple(key.replace("~1", "/").replace("~0", "~") for key in fields.get("at", "").split("/")[1:])
        if self.root is None and shape != "receipt":
            fits, self.root = len(place) < 2, place
        else:
            fits = not self.blocks or self.root == () and self.pending and self.pending.pop() == place
        require(fits, "syntax", "DOC-3 or DOC-5")
        self.blocks.append({"shape": shape, "fields": [[*field] for field in fields.items() if field[0] != "columns"]})
        self.bound("blocks", len(self.blocks) + len(self.pending))
        self.bound("nesting", len(place))
        self.digits, self.spent["columns"] = None, 0
        read = {"table": self.rows, "series": self.rows, "record": self.record}.get(shape, self.lines_of_text)
        form, body = read(shape, fields, place)
        self.blocks[-1] |= form | ({"digits": True} if self.digits else {}) | body

    def body(self, shape: str, fields: dict[str, str]) -> Iterator[None]:
        """Go through the body lines of a block (HDR-7)."""
        count, self.found = fields.get(COUNT[shape], 0 if shape == "receipt" else None), 0
        self.advance()
        while (count is None or self.found < int(count)) and not self.at("QRP1|", "\\."):
            require("\t" not in self.line or shape in ("text", "receipt"), "syntax", "ESC-3: a tab")
            yield
            self.found += 1
            self.advance()
        require(count is not None or self.at("\\."), "syntax", "HDR-7: no count")
        require(self.found == int(count or self.found) and self.at("QRP1|", "\\."), "count", f"HDR-7: {count} lines")

    def rows(self, shape: str, fields: dict[str, str], place: tuple[str, ...]) -> tuple[Form, Form]:
        """The columns and rows of a table or series (ROW-1, COL-8 to COL-11, SER-1 to SER-4)."""
        series, axis, declared = shape == "series", fields.get("axis", ""), fields.get("columns", ",")
        require(not series or "t0" in fields and ("at" not in fields or axis), "syntax", "SER-1 or DOC-6")
        require(declared[-1:] != ",", "syntax", "HDR-4 or COL-1: no columns, or a comma at the end")
        own = f"dt_({'|'.join(OFFSETS)}):(?P<offset>i64)(,|$)" if series else r"(@):(?P<key>str)(,|$|(?=\(like ))"
        lead = re.match(f"(#:(?P<number>u64)(,|$))?({own})?", declared)
        leads = {name: {"type": kind, "key": True} for name, kind in lead.groupdict().items() if kind}
        self.pos -= len(declared) - lead.end() + 1
        key = leads.get("key", {})
        key and self.annotation(key, 0)
        "like" not in key or self.at("\n") or self.expect(",", "syntax")
        named = not self.at(":", "[", "<", "?", "{")
        named or self.bound("columns", 1, add=True)
        depth = len(place) + 1 + named  # an unnamed column is the row itself
        columns = self.columns("\n", depth) if named else [{"name": None, "type": self.type(depth)}]
        require(named or self.take("\n") and not axis and not inline(columns[0]["type"]), "syntax", "COL-5")
        cells = leaves([*leads.values(), *columns])
        fits = any(cells) == bool(cells) and ("offset" in leads or not series)
        require(fits and ("flat" not in fields or re.fullmatch(FLAT, declared)), "syntax", "COL-10, COL-11 or SER-2")
        axis, _, axis_form = axis.rpartition(":")
        require(not axis_form or all(column["name"] != axis for column in columns), "duplicate", "SER-4")
        rows, keys = list[Form](), set()
        for number, _ in enumerate(self.body(shape, fields), int(fields.get("from", 0)) + 1):
            self.pos, self.first = self.line.startswith("\\QRP1|"), True
            any(cells) or self.expect("()", "width" if self.line != "\n" else "syntax")
            values = self.cells([*leads.values(), *columns], ROW, depth)["value"]
            self.expect("\n")
            require(self.line != "\n", "syntax", "CELL-4")
            row = {name: value["value"] for name, value in zip(leads, values)}
            require(int(row.get("number", number)) == number, "count", "COL-8")
            unique(row.get("key", str(number)), keys)
            series and check_instant(int(row["offset"]) * OFFSETS[lead[5]], fields["t0"], axis_form)
            rows.append(row | {"values": values[len(leads) :]})
        has = {"numbered": "number" in leads, "keyed": bool(key), "like": key.get("like"), "offset": series and lead[5]}
        return {"columns": columns} | {name: flag for name, flag in has.items() if flag}, {"rows": rows}

    def record(self, shape: str, fields: dict[str, str], place: tuple[str, ...]) -> tuple[Form, Form]:
        """The lines of a record (REC-1 to REC-3)."""
        names, lines, self.marks = set(), [], []
        for _ in self.body(shape, fields):
            name, start, self.spent["columns"] = self.text(NAME, "name"), self.pos, 0
            require(not lines or None not in (name, lines[0]["name"]), "syntax", "REC-2")
            unique(name, names)
            self.bound("nesting", depth := len(place) + (name is not None))
            kind = "auto" if self.at("=") else self.type(depth, True, ())
            require(kind != "auto" or self.pos == start, "syntax", "REC-1")
            self.place = (place if name is None else (*place, name)) if self.pos == start else None
            self.expect("=")
            value = self.cell(kind, RECORD, depth)
            require(name is not None or value["type"] != "mark", "syntax", "DOC-5")
            self.expect("\n", "syntax")
            self.bound("blocks", len(self.blocks) + len(self.pending) + len(self.marks))
            lines.append({"name": name, "type": kind, "value": value})
        self.pending, self.place = self.pending + self.marks[::-1], None
        return {}, {"lines": lines}

    def lines_of_text(self, shape: str, fields: dict[str, str], _: tuple[str, ...]) -> tuple[Form, Form]:
        """The lines of a text or receipt (BODY-1 to BODY-4)."""
        escaped, lines = "escaped" in fields, list[str]()
        require(not escaped or shape == "text" or "lines" in fields, "syntax", "HDR-4")
        for _ in self.body(shape, fields):
            guarded = self.at("\\QRP1|") or self.at("\\\\") and not escaped
            require(guarded or escaped or not self.at("\\"), "syntax", "BODY-2")
            self.pos += guarded
            lines.append(unescape(self.token(BODY)[0]) if escaped else self.line[guarded:-1])
        return {}, {"text": "\n".join(lines)} if lines else {}

ALL, COUNT_FORM, POSITIVE = "record,table,series,text,receipt", "0|[1-9][0-9]*", "[1-9][0-9]*"
RESERVED = {(key, shape): (places.split(","), form) for keys, shapes, places, form in map(str.split, rf"""
at                             record,table,series,text   first,later          (/([^/~]|~[01])*)+
status                         {ALL}                      first,closing        ok|failed|running|outcome_unknown
code,cause,resource,revision   {ALL}                      first,closing        .*
rows                           table,series,receipt       first,later,closing  {COUNT_FORM}
lines                          record                     first,later,closing  {COUNT_FORM}
lines                          text,receipt               first,later,closing  {POSITIVE}
from                           table,series,text,receipt  first,later          {COUNT_FORM}
of                             table,series,text,receipt  first,later,closing  {COUNT_FORM}
complete                       {ALL}                      first,closing        true|false
next_cursor,next,retry,stored  {ALL}                      first,closing        .*
expires                        {ALL}                      first,closing        {INSTANT}
snapshot                       {ALL}                      first,closing        .*
t0                             series                     first,later          {INSTANT}
axis                           series                     first,later          :(rfc3339|date|epoch_s|epoch_ms)
flat                           table                      first,later          1
escaped                        text,receipt               first,later          1
part,parts                     text                       first,later          {POSITIVE}
metadata                       {ALL}                      first,later,closing  .*
$                              {ALL}                      first                .+
columns                        table,series               first,later          .*
crc                            {ALL}                      closing              [0-9a-f]{{8}}
""".strip().splitlines()) for key in keys.split(",") for shape in shapes.split(",")}
ORDER = [*dict.fromkeys(key for key, _ in RESERVED)]  # HDR-3
COUNT = {"table": "rows", "series": "rows", "record": "lines", "text": "lines", "receipt": "lines"}
OFFSETS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "min": 60 * 10**9, "h": 3600 * 10**9, "d": 86400 * 10**9}
FLAT = "(#:u64,)?path:str,value_type:str,part:u32,parts:u32,value:str"  # COL-11

def check_instant(distance: int, t0: str, axis: str) -> None:
    """Refuse an instant that is too far away or that the form of the axis cannot hold (SER-3, SER-4)."""
    fraction, instant = re.fullmatch(INSTANT, t0)["fraction"] or "", moment(INSTANT, t0) + distance
    held = moment(INSTANT, re.sub(f"{ZONE}$", "Z", t0)) + distance if axis == "date" else instant
    [integer(64, True, str(n)) for n in (instant // 10**9, held // (10**6 if axis == "epoch_ms" else 10**9))]
    steps = {"rfc3339": 10 ** (9 - len(fraction)), "date": 86400 * 10**9, "epoch_s": 10**9, "epoch_ms": 10**6}
    require(held % steps.get(axis, 1) == 0, "range", "SER-4")

def decode(data: bytes, limits: dict[str, int] = LIMITS) -> Form | Fault:
    """The .json form of a document, or its error (DOC-1, DOC-2)."""
    document = Document(data, limits)
    try:
        require(data[:5] == b"QRP1|"[: len(data)], "version" if re.match(rb"QRP[0-9]+\|", data) else "syntax", "DOC-1")
        document.advance()
        while document.at("QRP1|"):
            document.block()
        closing = document.closing()
        document.number += 1
        require(document.lines[document.number - 1 :] == [b""], "syntax", "DOC-2")
        return {"blocks": document.blocks, "closing": closing}
    except Fault as fault:
        fault.line = document.number or 1
        return fault

# ---- command line ----
def failure(vector: Path) -> str:
    """What is wrong with the decoding of a vector; empty where nothing is."""
    data, value, error = vector.read_bytes(), vector.with_suffix(".json"), vector.with_suffix(".err")
    expected = json.dumps(json.loads(value.read_text("utf-8"))) if value.exists() else error.read_text().strip()
    result = decode(data)
    found = f"{result.kind} {result.line}" if isinstance(result, Fault) else json.dumps(result)
    cuts = range(0, len(data), 1 + len(data) // 2048) if value.exists() else ()
    accepted = (f"its first {cut} bytes are accepted" for cut in cuts if not isinstance(decode(data[:cut]), Fault))
    return f"{found:.200} instead of {expected:.200}" if found != expected else next(accepted, "")

def main(arguments: list[str]) -> None:
    """Run the command line."""
    if arguments[:1] == ["--vectors"] and len(arguments) == 2:
        results = {vector: failure(vector) for vector in sorted(Path(arguments[1]).glob("*valid/**/*.qrp1"))}
        failed = [f"{vector}: {message}" for vector, message in results.items() if message]
        print(*failed, f"{len(results) - len(failed)} passed, {len(failed)} failed", sep="\n")
        sys.exit(bool(failed) or not results)
    write = arguments[:1] == ["--write"]
    write or len(arguments) == 1 or sys.exit(__doc__)
    for name in arguments[write:]:
        result = decode(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
        isinstance(result, Fault) and sys.exit(f"{result.kind} {result.line}: {result.message}")
        text = json.dumps(result, indent=1) + "\n"
        Path(name).with_suffix(".json").write_text(text) if write else sys.stdout.write(text)

if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.exit(f"io 0: {error}")
