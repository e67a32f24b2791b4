//! Cost without a clock on the wall: peak memory of a process of its own, and the processor time of a thread.

use std::process::Command;
use std::{env, fs};

use qrp1::{Decoder, Document};

use crate::{invariants, time};

/// Runs a test in a process of its own, so that what it measures is its own.
pub(crate) fn alone(test: &str, run: impl FnOnce()) {
    const ALONE: &str = "QRP1_ALONE";
    if env::var(ALONE).is_ok_and(|name| name == test) {
        return run();
    }
    let mut command = Command::new(env::current_exe().unwrap());
    let output = command.args([test, "--exact", "--nocapture"]).env(ALONE, test).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // A name that is no test would measure nothing.
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "there is no test {test}");
}

/// Peak memory of the process in bytes; 0 where the system does not say.
pub(crate) fn peak_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")).map_or(0, |kib| kib.trim().parse::<usize>().unwrap() << 10)
}

/// Documents of one kind and any size, which some decoder could take quadratic time for.
pub(crate) struct Family {
    name: &'static str,
    size: usize,
    document: fn(usize) -> String,
}

impl Family {
    /// Decoding and encoding take time that grows with the document.
    pub(crate) fn is_linear(&self) {
        let (one, four) = ((self.document)(self.size), (self.document)(self.size * 4));
        assert!(four.len() > one.len() * 3, "{}: the document does not grow", self.name);
        let what = |action: &str| format!("{action} {}", self.name);
        let decode = |bytes: &[u8]| drop(Document::decode(bytes));
        time::is_linear(&what("decode"), decode, one.as_bytes(), four.as_bytes());
        if let (Ok(one), Ok(four)) = (Document::decode(one.as_bytes()), Document::decode(four.as_bytes())) {
            let encode = |document: &Document| drop(document.encode());
            time::is_linear(&what("encode"), encode, &one, &four);
        }
        if self.name.starts_with("a long text") {
            let bytes = |bytes: &[u8]| drop(invariants::decode_chunks(Decoder::new(), bytes.chunks(1)));
            time::is_linear(&what("decode bytes of"), bytes, one.as_bytes(), four.as_bytes());
        }
    }
}

fn row(columns: &str, cell: &str) -> String {
    format!("QRP1|table|rows=1|columns={columns}\n{cell}\n\\.\n")
}

fn record(line: &str) -> String {
    format!("QRP1|record|lines=1\n{line}\n\\.\n")
}

fn joined(count: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(separator)
}

pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "rows",
        size: 400,
        document: |n| format!("QRP1|table|rows={n}|columns=a:i64,b:str,c:auto\n{}\\.\n", "1,x,null\n".repeat(n)),
    },
    Family {
        name: "rows that are empty",
        size: 1_000,
        document: |n| format!("QRP1|table|rows={n}|columns=\n{}\\.\n", "()\n".repeat(n)),
    },
    Family {
        name: "keys",
        size: 400,
        document: |n| {
            format!("QRP1|table|rows={n}|columns=@:str,a:i64\n{}\n\\.\n", joined(n, "\n", |i| format!("k{i},1")))
        },
    },
    Family {
        name: "keys that collide until their end",
        size: 200,
        document: |n| {
            let keys = joined(n, "\n", |i| format!("{}{i},1", "k".repeat(100)));
            format!("QRP1|table|rows={n}|columns=@:str,a:i64\n{keys}\n\\.\n")
        },
    },
    Family {
        name: "fields",
        size: 400,
        document: |n| format!("QRP1|record|lines={n}\n{}\n\\.\n", joined(n, "\n", |i| format!("f{i}=1"))),
    },
    Family {
        name: "columns",
        size: 200,
        document: |n| {
            let row = joined(n, ",", |_| "1".into());
            format!("QRP1|table|rows=1|columns={}\n{row}\n\\.\n", joined(n, ",", |i| format!("c{i}:i64")))
        },
    },
    Family {
        name: "columns of a struct",
        size: 200,
        document: |n| {
            row(
                &format!("a?{{{}}}", joined(n, ",", |i| format!("c{i}:i64"))),
                &format!("({})", joined(n, ",", |_| "1".into())),
            )
        },
    },
    Family {
        name: "metadata",
        size: 400,
        document: |n| format!("QRP1|receipt|{}\n\\.\n", joined(n, "|", |i| format!("k{i}=v"))),
    },
    Family {
        name: "late metadata",
        size: 400,
        document: |n| format!("QRP1|text\nx\n\\.lines=1|{}\n", joined(n, "|", |i| format!("k{i}=v"))),
    },
    Family { name: "backslashes", size: 5_000, document: |n| row("a:str", &"\\\\".repeat(n)) },
    Family { name: "escapes", size: 5_000, document: |n| row("a:str", &"\\u001b".repeat(n)) },
    Family { name: "a long text", size: 20_000, document: |n| row("a:str", &"x".repeat(n)) },
    Family {
        name: "characters of two bytes that could be escaped ones",
        size: 10_000,
        document: |n| row("a:str", &"\u{a0}".repeat(n)),
    },
    Family { name: "spaces", size: 20_000, document: |n| row("a:str", &format!("{}x", " ".repeat(n))) },
    Family {
        name: "items",
        size: 1_000,
        document: |n| row("a[]:i64", &format!("({})", joined(n, ";", |i| i.to_string()))),
    },
    Family { name: "empty items", size: 2_000, document: |n| row("a[]:str", &format!("(;{})", ";".repeat(n))) },
    Family {
        name: "lists of lists",
        size: 1_000,
        document: |n| row("a[][]:i64", &format!("({})", joined(n, ";", |_| "(1)".into()))),
    },
    Family {
        name: "entries",
        size: 500,
        document: |n| row("a<str>:i64", &format!("({})", joined(n, ";", |i| format!("k{i}=1")))),
    },
    Family {
        name: "entries of a map of structs",
        size: 400,
        document: |n| row("a<i64>{b:str,c:bool}", &format!("({})", joined(n, ";", |i| format!("{i}=x,true")))),
    },
    Family {
        name: "an array",
        size: 1_000,
        document: |n| record(&format!("a=[{}]", joined(n, ",", |i| i.to_string()))),
    },
    Family {
        name: "an object",
        size: 500,
        document: |n| record(&format!("a={{{}}}", joined(n, ",", |i| format!("k{i}=1")))),
    },
    Family {
        name: "an object in a row",
        size: 500,
        document: |n| row("a:auto,b:auto", &format!("{{{}}},1", joined(n, ",", |i| format!("k{i}=1")))),
    },
    Family {
        name: "trees in trees",
        size: 50,
        document: |n| {
            let deep = format!("{}1{}", "[".repeat(50), "]".repeat(50));
            row("a:auto,b:auto", &format!("[{}],1", joined(n, ",", |_| deep.clone())))
        },
    },
    Family {
        name: "a JSON object",
        size: 500,
        document: |n| record(&format!("a:json={{{}}}", joined(n, ",", |i| format!("\"k{i}\":1")))),
    },
    Family { name: "a JSON string", size: 5_000, document: |n| record(&format!("a:json=\"{}\"", "\\\\".repeat(n))) },
    Family { name: "digits of a number", size: 15_000, document: |n| row("a:num", &"9".repeat(n)) },
    Family { name: "digits of an auto number", size: 15_000, document: |n| record(&format!("a={}", "9".repeat(n))) },
    Family { name: "nearly a number", size: 15_000, document: |n| record(&format!("a={}x", "9".repeat(n))) },
    Family { name: "digits of a float", size: 15_000, document: |n| row("a:f64", &"9".repeat(n)) },
    Family { name: "digits of a decimal", size: 15_000, document: |n| row("a:dec(9,2)", &"9".repeat(n)) },
    Family { name: "digits of an integer", size: 15_000, document: |n| row("a:i64", &"9".repeat(n)) },
    Family { name: "base64", size: 10_000, document: |n| row("a:bin", &"QUJD".repeat(n)) },
    Family {
        name: "names",
        size: 800,
        document: |n| {
            let names = joined(9, "|", |i| format!("${}={}", i + 1, "x".repeat(1_015 + i)));
            format!("QRP1|record|lines=1|{names}\na=[{}]\n\\.\n", joined(n, ",", |i| format!("{}{i}", "x".repeat(40))))
        },
    },
    Family {
        name: "text lines",
        size: 1_000,
        document: |n| format!("QRP1|text|lines={n}\n{}\\.\n", "\tline\n".repeat(n)),
    },
    Family {
        name: "escaped lines",
        size: 1_000,
        document: |n| format!("QRP1|text|escaped=1|lines={n}\n{}\\.\n", "a\tb\\u001b\n".repeat(n)),
    },
    Family {
        name: "tabs in an escaped line",
        size: 2_500,
        document: |n| format!("QRP1|text|escaped=1|lines=1\n{}x\n\\.\n", "\t".repeat(n)),
    },
    Family {
        name: "marks",
        size: 240,
        document: |n| {
            let marks = joined(n, ",", |_| "\\@".into());
            let blocks = joined(n, "", |i| format!("QRP1|text|at=/a/{i}|lines=1\nx\n"));
            format!("QRP1|record|lines=1\na=[{marks}]\n{blocks}\\.\n")
        },
    },
    Family {
        name: "marks with long names",
        size: 240,
        document: |n| {
            let name = "k".repeat(400);
            let marks = joined(n, ",", |_| "\\@".into());
            let blocks = joined(n, "", |i| format!("QRP1|text|at=/{name}/{i}|lines=1\nx\n"));
            format!("QRP1|record|lines=1\n{name}=[{marks}]\n{blocks}\\.\n")
        },
    },
];
