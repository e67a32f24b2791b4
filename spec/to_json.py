"""Owns the reference mapping of QRP1 to JSON: plain Python, written from sections 13 and 14 of qrp1.md alone.

    python3 spec/to_json.py FILE [NAME]    print the JSON of a document; - reads standard input; NAME is the time field
    python3 spec/to_json.py --vectors DIR  run all test vectors below DIR: documents with their .json or .err
"""
import json
import re
import sys
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from decode import INSTANT, LIMITS, NUMBER, OFFSETS, ZONE, Fault, Form, decode, moment, require

# ---- scalars (MAP-7 to MAP-9, MAP-11, MAP-12) ----
TEXTS = ("str", "text", "bin", "date", "time", "ts", "interval")  # types whose values are strings
NO_JSON = ("NaN", "Infinity", "-Infinity")
MARK = "\0"  # stands for a mark until its block comes; JSON never has it raw
DIGITS = {"ns": 9, "us": 6, "ms": 3}  # fraction digits of an offset's unit

def string(text: str) -> str:
    """MAP-12: Python's own escapes are these."""
    return json.dumps(text, ensure_ascii=False)

def raw(letters: str) -> str:
    """MAP-11: the letters of a `json` value, with what only the format escapes raw again."""
    def one(escape: re.Match[str]) -> str:
        code = int(escape[1] or "0", 16)
        return chr(code) if code >= 0x20 else escape[0]
    return re.sub(r"\\(?:u(....)|.)", one, letters)

def extended(letters: str) -> str:
    """MAP-9: a date or time stamp in the extended form."""
    found = re.fullmatch(r"([+-]?\d+)(\d\d)(\d\d)(?:(T\d\d)(\d\d)(\d\d.*))?", letters)
    if not found:
        return letters
    year, month, day, hour, minute, rest = found.groups()
    return f"{year}-{month}-{day}" + (f"{hour}:{minute}:{rest}" if hour else "")

def zone(kind: str) -> str:
    """MAP-9: what follows the local time of a time stamp of that type."""
    label = re.fullmatch(r"ts\(.s?(?:,(.*?))?(?:,basic)?\)", kind)[1]
    return "" if not label else label if re.fullmatch(ZONE, label) else "Z"

def plain(kind: Any, value: Form) -> str:
    """The letters of a scalar, without quotes."""
    letters = value["value"]
    if value["type"] in ("date", "ts"):
        letters = extended(letters)
    return letters + zone(kind) if value["type"] == "ts" else letters

# ---- series (MAP-4) ----
def instant(nanoseconds: int, offset: str, digits: int) -> str:
    """An instant in RFC 3339 with that offset and number of fraction digits."""
    if offset != "Z":
        nanoseconds += int(f"{offset[0]}1") * (int(offset[1:3]) * 60 + int(offset[4:])) * 60 * 10**9
    seconds, fraction = divmod(nanoseconds, 10**9)
    days, seconds = divmod(seconds, 86400)
    # Days since 0000-01-01; the calendar repeats every 400 years, which are 146,097 days.
    cycles, days = divmod(days + date(1970, 1, 1).toordinal() + 365, 146097)
    day = date.fromordinal(days - 365 + 146097)
    year = day.year - 400 + 400 * cycles
    letters = f"{year:04}" if 0 <= year <= 9999 else f"{year:+05}"
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    point = f".{fraction:09}"[: digits + 1] if digits else ""
    return f"{letters}-{day.month:02}-{day.day:02}T{time}{point}{offset}"

def clock(block: Form, time: str | None) -> tuple[str, Callable[[int], str]]:
    """The name of the time field, and its JSON at an offset."""
    fields, unit = dict(block["fields"]), block["offset"]
    name, _, form = fields.get("axis", "").rpartition(":")
    require(form or time is not None, "syntax", "MAP-4: no name for the time field")
    name = name if time is None else time
    names = [column["name"] for column in block["columns"]]
    require(None not in names, "syntax", "MAP-4: an unnamed column")
    require(name not in names, "duplicate", "MAP-4")
    t0 = re.fullmatch(INSTANT, fields["t0"])
    digits = max(len(t0["fraction"] or ""), 0 if form else DIGITS.get(unit, 0))
    def at(offset: int) -> str:
        nanoseconds = moment(INSTANT, fields["t0"]) + offset * OFFSETS[unit]
        if form.startswith("epoch"):
            return str(nanoseconds // (10**9 if form == "epoch_s" else 10**6))
        letters = instant(nanoseconds, t0["zone"], digits)
        return string(letters.partition("T")[0] if form == "date" else letters)
    return name, at

# ---- generic flattening (section 14) ----
class Node:
    """A value of the flattening: the letters of a scalar, or the brackets and children of a container."""
    def __init__(self, brackets: str = "", grows: bool = False, has_row: bool = False) -> None:
        self.letters, self.brackets, self.grows, self.has_row = "", brackets, grows, has_row
        self.children = dict[str, Node]()  # by reference token

    def adopt(self, token: str, child: "Node") -> None:
        """Add a child, if it may be the next (FLAT-3, FLAT-4)."""
        is_item = token == str(len(self.children)) or self.brackets == "{}"
        is_key = token == "0" or self.children or not self.has_row
        require(is_item and is_key, "syntax", f"FLAT-3 or FLAT-4: {token:.40}")
        self.children[token] = child

    def json(self) -> str:
        """The JSON of the value."""
        names = [string(unescaped(token)) + ":" if self.brackets == "{}" else "" for token in self.children]
        return self.letters or join(self.brackets, map(str.__add__, names, map(Node.json, self.children.values())))

def join(brackets: str, parts: Iterable[str]) -> str:
    """A container with these parts."""
    return ",".join(parts).join(brackets)

def unescaped(token: str) -> str:
    """A reference token without its escapes (RFC 6901)."""
    return token.replace("~1", "/").replace("~0", "~")

def place(path: str, node: Node, nodes: dict[str, Node], last: str, outer: int) -> None:
    """Put a value where its path says, after the one at `last` (FLAT-1, FLAT-3, FLAT-4, FLAT-7)."""
    require(re.fullmatch(r"(/([^/~]|~[01])*)*", path), "type", f"FLAT-1: {path:.40}")
    tokens, around = path.split("/")[1:], ""
    require(outer + len(tokens) + bool(node.brackets) <= LIMITS["nesting"], "limit", "FLAT-7")
    require(path not in nodes, "duplicate", f"FLAT-4: {path:.40}")
    for depth, token in enumerate(tokens):
        if around in nodes:
            require(f"{last}/".startswith(f"{around}/"), "duplicate", f"FLAT-4: {around:.40} was left")
            require(nodes[around].grows, "syntax", f"FLAT-3: below {around:.40}")
        else:
            nodes[around] = Node("[]" if token == "0" else "{}", grows=True)
            depth and nodes[around.rpartition("/")[0]].adopt(tokens[depth - 1], nodes[around])
        around += f"/{token}"
    nodes[path] = node
    tokens and nodes[path.rpartition("/")[0]].adopt(tokens[-1], node)

# ---- documents and blocks (MAP-1 to MAP-6, MAP-10) ----
class Mapping:
    """The way of a document, in the .json form of decode.py, to JSON."""
    def __init__(self, document: Form, time: str | None) -> None:
        self.blocks, self.closing, self.time = iter(document["blocks"]), dict(document["closing"]), time
        self.line, self.has_flat = 0, False  # the line that is looked at; whether a table was flattened
        self.is_partial = dict(document["blocks"][0]["fields"]).get("complete") == "false"

    def next_block(self) -> Form | None:
        """Go to the next header, or to the closing line."""
        self.line += 1
        return next(self.blocks, None)

    def document(self) -> str:
        """The JSON of the value (MAP-1)."""
        block = self.next_block()
        if block["shape"] == "receipt":
            self.line += block["text"].count("\n") + 1 if "text" in block else 0
            block = self.next_block()
        require(block, "syntax", "MAP-1: a receipt alone")
        letters, at = self.block(block), dict(block["fields"]).get("at")
        self.next_block()
        require(not self.has_flat or self.closing.get("complete") != "false", "truncated", "FLAT-6")
        return letters if at is None else join("{}", [f"{string(unescaped(at[1:]))}:{letters}"])

    def block(self, block: Form) -> str:
        """The JSON of a block, with the blocks of its marks (MAP-2 to MAP-6)."""
        fields = dict(block["fields"])
        if block["shape"] == "text":
            self.line += block["text"].count("\n") + 1
            return string(block["text"])
        if block["shape"] == "record":
            first, *others = self.record(block["lines"]).split(MARK)
            return first + "".join(self.block(self.next_block()) + after for after in others)
        return self.flattened(block["rows"], fields) if "flat" in fields else self.rows(block)

    def record(self, lines: list[Form]) -> str:
        """The JSON of a record, with marks (MAP-5)."""
        members = []
        for line in lines:
            self.line += 1
            letters = self.value(line["type"], line["value"])
            if line["name"] is None:
                return letters
            members.append(f"{string(line['name'])}:{letters}")
        return join("{}", members)

    def rows(self, block: Form) -> str:
        """The JSON of a table or series (MAP-3, MAP-4)."""
        name, time = clock(block, self.time) if "offset" in block else (None, None)
        columns, is_keyed, rows = block["columns"], "keyed" in block, []
        for row in block["rows"]:
            self.line += 1
            if columns and columns[0]["name"] is None:
                letters = self.value(columns[0]["type"], row["values"][0])
            else:
                before = [f"{string(name)}:{time(int(row['offset']))}"] if time else []
                letters = join("{}", before + self.members(columns, row["values"]))
            rows.append(f"{string(row['key'])}:{letters}" if is_keyed else letters)
        return join("{}" if is_keyed else "[]", rows)

    def members(self, columns: list[Form], values: list[Form]) -> list[str]:
        """The members of a row or struct (MAP-3, MAP-7, MAP-10)."""
        pairs = [(column, value) for column, value in zip(columns, values) if value["type"] != "missing"]
        return [f"{string(column['name'])}:{self.value(column['type'], value)}" for column, value in pairs]

    def value(self, kind: Any, value: Form) -> str:
        """The JSON of a value of a type (MAP-7 to MAP-11)."""
        found, inner = value["type"], value.get("value")
        if found in ("null", "mark"):
            return "null" if found == "null" else MARK
        if found in ("list", "array"):
            return join("[]", (self.value("auto" if found == "array" else kind["list"], item) for item in inner))
        if found == "object":
            return join("{}", (f"{string(key)}:{self.value('auto', item)}" for key, item in inner))
        if found == "map":
            of_key, of_item = kind["map"]
            return join("{}", (f"{string(plain(of_key, key))}:{self.value(of_item, item)}" for key, item in inner))
        if found == "struct":
            return join("{}", self.members(kind["struct"], inner))
        if found == "json":
            return raw(inner)
        require(found in TEXTS or inner not in NO_JSON, "range", f"MAP-8: {inner:.40}")
        return string(plain(kind, value)) if found in TEXTS else inner

    def flattened(self, rows: list[Form], fields: dict[str, str]) -> str:
        """The JSON of a flattened table (FLAT-1 to FLAT-7)."""
        require(fields.get("from", "0") == "0" and not self.is_partial, "truncated", "FLAT-6")
        nodes, last, before, is_last = dict[str, Node](), "", None, False
        outer = fields.get("at", "").count("/")
        for row in rows:
            self.line += 1
            require(all("value" in cell for cell in row["values"][:4]), "type", "FLAT-1: null")
            path, word, part, parts, letters = (cell.get("value") for cell in row["values"])
            require(word in ("null", "bool", "number", "string", "object", "array"), "type", f"FLAT-1: {word:.40}")
            part, parts = int(part), int(parts)
            if before is None:
                require(part == 1 <= parts and (parts == 1 or word in ("string", "number")), "count", "FLAT-5")
                node = Node({"object": "{}", "array": "[]"}.get(word, ""), *[word == "object"] * 2)
                place(path, node, nodes, last, outer)
            require(before in (None, (path, word, part, parts)), "count", f"FLAT-5: expected {before}")
            require((letters is None) == (word in ("null", "object", "array")), "type", "FLAT-2")
            require(word != "bool" or letters in ("true", "false"), "type", "FLAT-2")
            require(letters != "" or parts == 1, "type", "FLAT-5: an empty piece")
            node.letters += "null" if word == "null" else letters or ""
            before, last = (path, word, part + 1, parts) if part < parts else None, path
            require(word != "number" or before or re.fullmatch(NUMBER, node.letters), "type", "FLAT-2")
            if word == "string" and not before:
                node.letters = string(node.letters)
        self.has_flat, self.line = True, self.line + 1
        require(before is None, "count", "FLAT-5: a part is missing")
        require(nodes, "syntax", "FLAT-7: no rows")
        of = fields.get("of", self.closing.get("of") if "rows" not in fields else None)
        require(of in (None, str(len(rows))), "truncated", "FLAT-6")
        self.line -= 1
        return nodes[""].json()

def to_json(data: bytes, time: str | None = None) -> str | Fault:
    """The JSON of a document, or its error."""
    document = decode(data)
    if isinstance(document, Fault):
        return document
    mapping = Mapping(document, time)
    try:
        return mapping.document()
    except Fault as fault:
        fault.line = mapping.line
        return fault

# ---- command line ----
def failure(vector: Path) -> str:
    """What is wrong with the JSON of a vector; empty where nothing is."""
    value, error = vector.with_suffix(".json"), vector.with_suffix(".err")
    expected = value.read_bytes().decode() if value.exists() else error.read_text().strip()
    result = to_json(vector.read_bytes())
    found = f"{result.kind} {result.line}" if isinstance(result, Fault) else result
    return f"{found:.200} instead of {expected:.200}" if found != expected else ""

def main(arguments: list[str]) -> None:
    """Run the command line."""
    if arguments[:1] == ["--vectors"] and len(arguments) == 2:
        results = {vector: failure(vector) for vector in sorted(Path(arguments[1]).rglob("*.qrp1"))}
        failed = [f"{vector}: {message}" for vector, message in results.items() if message]
        print(*failed, f"{len(results) - len(failed)} passed, {len(failed)} failed", sep="\n")
        sys.exit(bool(failed) or not results)
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    name, *time = arguments
    result = to_json(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes(), *time)
    if isinstance(result, Fault):
        sys.exit(f"{result.kind} {result.line}: {result.message}")
    sys.stdout.buffer.write(result.encode() + b"\n")

if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.exit(f"io 0: {error}")
