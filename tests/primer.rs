//! Owns the primer: each construct is named exactly when it is used, its price is exact, and all of them stay cheap.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc, reason = "tests have std")]
#![allow(clippy::as_conversions, clippy::too_many_lines, reason = "tests")]

#[path = "support/generate/mod.rs"]
mod generate;
#[path = "support/tree.rs"]
mod tree;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence};
use qrp1::{Document, Primer, Reader, primer};
use tiktoken_rs::o200k_base_singleton;

/// (sentence, documents that use the construct, documents that are much like them and do not). Without the closing line.
type Line = (&'static str, &'static [&'static str], &'static [&'static str]);

const LINES: [Line; 20] = [
    (r"QRP1 ends with \.", &["QRP1|receipt|status=ok\n", "QRP1|table|rows=0|columns=a:i64\n"], &[]),
    (
        "Cells follow columns=.",
        &[
            "QRP1|table|rows=1|columns=a:i64\n1\n",
            "QRP1|series|rows=0|t0=2024-01-01T00:00:00Z|columns=dt_s:i64,a:i64\n",
        ],
        &["QRP1|record|lines=1\na=1\n", "QRP1|text|lines=1\ncolumns=a:i64\n"],
    ),
    (
        "Empty cell = null.",
        &[
            "QRP1|table|rows=1|columns=a:i64,b:str\n1,\n",
            "QRP1|table|rows=1|columns=a[]:str\n(;a)\n",
            "QRP1|table|rows=1|columns=u{a:str,b:str}\n,x\n",
            "QRP1|table|rows=1|columns=m<str>:i64\n(a=)\n",
            "QRP1|record|lines=1\na:str=\n",
            "QRP1|record|lines=1\n:str=\n",
            "QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_s:i64,a:i64\n0,\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:i64,b:str\n1,\"\"\n",
            "QRP1|table|rows=1|columns=a?:i64,b:str\n,x\n",
            "QRP1|table|rows=1|columns=a?:i64,b:str\n\\N,x\n",
            "QRP1|table|rows=1|columns=a:str\n\\N\n",
            "QRP1|table|rows=1|columns=a[]:str\n(\\N)\n",
            "QRP1|table|rows=1|columns=a:auto,b:i64\nnull,1\n",
            "QRP1|record|lines=2\na=null\nb:json=null\n",
        ],
    ),
    (
        "Empty x? = missing.",
        &[
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,\n",
            "QRP1|table|rows=1|columns=a:i64,b?:auto\n1,\n",
            "QRP1|table|rows=1|columns=a[]{b?:i64,c:i64}\n(,1)\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,x\n",
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,\\N\n",
            "QRP1|table|rows=1|columns=a:i64,b:str\n1,\n",
            "QRP1|table|rows=1|columns=a?:str\n\\M\n",
        ],
    ),
    (
        r"\N null.",
        &[
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,\\N\n",
            "QRP1|table|rows=1|columns=a:str\n\\N\n",
            "QRP1|table|rows=1|columns=a[]:str,b:i64\n(\\N),1\n",
            "QRP1|table|rows=1|columns=a?{b:str},c:i64\n(\\N),1\n",
            "QRP1|table|rows=1|columns=a[]{b:str},c:i64\n(\\N),1\n",
            "QRP1|table|rows=1|columns=a:str(always \\N),c:i64\n1\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,\\\\N\n",
            "QRP1|table|rows=1|columns=a:i64,b:str\n1,\n",
            "QRP1|table|rows=1|columns=a:i64,b?:str\n1,\n",
            "QRP1|table|rows=1|columns=a[]:str,b:i64\n(;),1\n",
            "QRP1|table|rows=1|columns=a[]{b:str,d:str},c:i64\n(,),1\n",
            "QRP1|table|rows=1|columns=#:u64,a:str\n1,\n",
            "QRP1|table|rows=1|columns=@:str,a:str\nk,\n",
        ],
    ),
    (
        r"\M missing.",
        &["QRP1|table|rows=1|columns=a?:str\n\\M\n", "QRP1|table|rows=1|columns=a[]{b?:str},c:i64\n(\\M),1\n"],
        &["QRP1|table|rows=1|columns=a?:str,b:i64\n,1\n", "QRP1|table|rows=1|columns=a[]{b?:str},c:i64\n(;),1\n"],
    ),
    (
        "\"\" empty text.",
        &[
            "QRP1|table|rows=1|columns=a:str\n\"\"\n",
            "QRP1|table|rows=1|columns=a:bin\n\"\"\n",
            "QRP1|table|rows=1|columns=@:str,a:i64\n\"\",1\n",
            "QRP1|table|rows=1|columns=a:str(like x*),b:i64\n\"\",1\n",
            "QRP1|table|rows=1|columns=a:str(always \"\"),b:i64\n1\n",
            "QRP1|table|rows=1|columns=\"\":i64\n1\n",
            "QRP1|record|lines=1\na={\"\"=1}\n",
            "QRP1|record|lines=1\nm<str>:i64=(\"\"=1)\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:str\n\\\"\"\n",
            "QRP1|table|rows=1|columns=a:str\n\\N\n",
            "QRP1|table|rows=1|columns=a:str\nsay \"\"\n",
            "QRP1|record|lines=1\na=\"12\"\n",
            "QRP1|record|lines=1|$1=x\na=$1\n",
            "QRP1|text|lines=1\n\n",
        ],
    ),
    (
        r"\ escapes.",
        &[
            "QRP1|table|rows=1|columns=a:str\nx\\, y\n",
            "QRP1|table|rows=1|columns=a:str\nx\\ny\n",
            "QRP1|table|rows=1|columns=a:str\nx\\u0020\n",
            "QRP1|table|rows=1|columns=a:str\n\\QRP1|x\n",
            "QRP1|table|rows=1|columns=a:str\n\\\"\"\n",
            "QRP1|table|rows=1|columns=a[]:str\n(x\\;y)\n",
            "QRP1|table|rows=1|columns=a\\:b:str\nx\n",
            "QRP1|table|rows=1|columns=\\#:str\nx\n",
            "QRP1|table|rows=1|note=a\\|b|columns=a:str\nx\n",
            "QRP1|table|rows=1|columns=@:str,a:i64\nx\\,y,1\n",
            "QRP1|table|rows=1|columns=a:str(like \\**),b:i64\nx,1\n",
            "QRP1|record|lines=1\na={k\\=v=1}\n",
            "QRP1|record|lines=1\na=\\{x}\n",
            "QRP1|record|lines=1|$1=x\na=\\$1\n",
            "QRP1|record|lines=1|$1=x\na=$1\\\\\n",
            "QRP1|text|lines=1|escaped=1\na\\\\b\n",
            "QRP1|receipt|status=failed|cause=a\\u0020\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:str\nx; (y) = |\n",
            "QRP1|table|rows=1|columns=a:str,b:i64\nx ,1\n",
            "QRP1|table|rows=1|columns=a:i64,b:str\n1,QRP1|x\n",
            "QRP1|table|rows=1|columns=a?:str\n\\N\n",
            "QRP1|record|lines=1\na=x, y; (z)\n",
            "QRP1|record|lines=1\na=$1\n",
            "QRP1|record|lines=1\na:json={\"k\":\"x\\ny\"}\n",
            "QRP1|text|lines=1\na\\nb\n",
            "QRP1|text|lines=1\n\\\\a\n",
            "QRP1|text|lines=1|escaped=1\na\tb\n",
        ],
    ),
    (
        "() nests.",
        &[
            "QRP1|table|rows=1|columns=a[]:i64\n()\n",
            "QRP1|table|rows=1|columns=a?{b:i64}\n(1)\n",
            "QRP1|table|rows=1|columns=a<str>:i64\n(k=1)\n",
            "QRP1|record|lines=1\na{b:i64}=(1)\n",
            "QRP1|table|rows=1|columns=\n()\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a[]:i64\n\\N\n",
            "QRP1|table|rows=1|columns=a{b:i64}\n1\n",
            "QRP1|table|rows=1|columns=a:dec(3,1)\n1.5\n",
            "QRP1|record|lines=1\na=[1,{k=2}]\n",
        ],
    ),
    (
        "; separates items.",
        &["QRP1|table|rows=1|columns=a[]:i64\n(1;2)\n", "QRP1|table|rows=1|columns=a<str>:i64\n(k=1;l=2)\n"],
        &[
            "QRP1|table|rows=1|columns=a[]:i64\n(1)\n",
            "QRP1|table|rows=1|columns=a?{b:i64,c:i64}\n(1,2)\n",
            "QRP1|table|rows=1|columns=a:str\n1;2\n",
        ],
    ),
    (
        "x{} spans cells.",
        &["QRP1|table|rows=1|columns=a{b:i64,c:i64}\n1,2\n", "QRP1|table|rows=1|columns=a[]{b{c:i64},d:i64}\n(1,2)\n"],
        &[
            "QRP1|table|rows=1|columns=a?{b:i64,c:i64}\n(1,2)\n",
            "QRP1|table|rows=1|columns=a[]{b:i64,c:i64}\n(1,2)\n",
            "QRP1|record|lines=1\na{b:i64,c:i64}=(1,2)\n",
        ],
    ),
    (
        "always has no cell.",
        &[
            "QRP1|table|rows=1|columns=a:i64,b:bool(always true)\n1\n",
            "QRP1|record|lines=1\na[]{b:i64,c:str(always x)}=(1;2)\n",
        ],
        &["QRP1|table|rows=1|columns=a:i64,b:bool\n1,true\n", "QRP1|table|rows=1|columns=always:i64\n1\n"],
    ),
    (
        "Cells fill *.",
        &["QRP1|table|rows=1|columns=a:str(like x/*)\ny\n", "QRP1|table|rows=1|columns=@:str(like x/*),a:i64\ny,1\n"],
        &["QRP1|table|rows=1|columns=a:str\nx/*\n", "QRP1|table|rows=1|columns=@:str,a:i64\nx/*,1\n"],
    ),
    (
        "dt counts from t0.",
        &["QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_h:i64,a:i64\n0,1\n"],
        &["QRP1|table|rows=1|columns=dt_h:i64,a:i64\n0,1\n"],
    ),
    (
        "$1 = header text.",
        &[
            "QRP1|record|lines=1|$1=https://x.example\na=$1/y\n",
            "QRP1|table|rows=1|$1=x|$2=xy|columns=a[]:str\n($2)\n",
            "QRP1|table|rows=1|$1=x|columns=a:str(always $1),b:i64\n1\n",
        ],
        &[
            "QRP1|record|lines=1|$1=https://x.example\na=https://x.example1\n",
            "QRP1|record|lines=1\na=$1\n",
            "QRP1|record|lines=1|$1=x\na={x=1}\n",
            "QRP1|table|rows=1|$1=x|columns=a:str(like x*)\n/y\n",
            "QRP1|table|rows=1|$1=x|columns=@:str,a:i64\nx,1\n",
        ],
    ),
    (
        "@ key.",
        &["QRP1|table|rows=1|columns=@:str,a:i64\nk,1\n"],
        &["QRP1|table|rows=1|columns=\\@:str,a:i64\nk,1\n", "QRP1|table|rows=1|columns=#:u64,a:i64\n1,1\n"],
    ),
    (
        r"\@: see at=.",
        &[
            "QRP1|record|lines=1\na=\\@\nQRP1|text|at=/a|lines=1\nx\n",
            "QRP1|record|lines=1\na=[1,{k=\\@}]\nQRP1|text|at=/a/1/k|lines=1\nx\n",
        ],
        &["QRP1|record|lines=1\na=\\\\@\n", "QRP1|text|at=/a|lines=1\nx\n"],
    ),
    (
        "UTC under named zones.",
        &[
            "QRP1|table|rows=1|columns=a:ts(s,Europe/Berlin)\n2024-01-01T00:00:00\n",
            "QRP1|record|lines=1\na[]:ts(s,Europe/Berlin)=()\n",
        ],
        &[
            "QRP1|table|rows=1|columns=a:ts(s,UTC)\n2024-01-01T00:00:00\n",
            "QRP1|table|rows=1|columns=a:ts(s,+01:00)\n2024-01-01T00:00:00\n",
            "QRP1|table|rows=1|columns=a:ts(s)\n2024-01-01T00:00:00\n",
        ],
    ),
    (
        r"Leading \ escapes.",
        &["QRP1|text|lines=1\n\\\\section\n", "QRP1|receipt|status=ok|lines=1\n\\QRP1|text\n"],
        &["QRP1|text|lines=1\nx\\section\n", "QRP1|text|lines=1|escaped=1\n\\\\section\n"],
    ),
    (
        "of = total.",
        &["QRP1|table|rows=1|of=5|columns=a:i64\n1\n", "QRP1|receipt|status=ok|of=5\n"],
        &["QRP1|table|rows=1|complete=false|columns=a:i64\n1\n", "QRP1|table|rows=1|columns=of:i64\n1\n"],
    ),
];

fn document(blocks: &str) -> Document {
    Document::decode(format!("{blocks}\\.\n").as_bytes()).unwrap_or_else(|error| panic!("{error}: {blocks}"))
}

/// The primer of what a reader says of the source.
fn streamed(source: impl Read) -> Primer {
    let mut reader = Reader::from_reader(source);
    let mut primer = Primer::new();
    while let Some(event) = reader.next_event().unwrap() {
        primer.observe(&event).unwrap();
    }
    primer
}

/// Gives a byte at a time.
struct Bytewise<'a>(&'a [u8]);

impl Read for Bytewise<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

/// The primer, which is the same for a document in memory, in a stream, and in a stream of single bytes.
fn assert_same(document: &Document, bytes: &[u8]) -> Primer {
    let whole = primer(document);
    let shown = String::from_utf8_lossy(bytes);
    assert_eq!(streamed(bytes), whole, "{shown}");
    assert_eq!(streamed(Bytewise(bytes)), whole, "{shown}");
    whole
}

#[test]
fn each_construct_is_named_exactly_when_it_is_used() {
    let rows: Vec<_> = LINES.iter().map(|(sentence, ..)| *sentence).collect();
    let all: Vec<_> = Primer::all().sentences().collect();
    assert_eq!(rows, all, "a construct without a row, or in another place");
    for (sentence, with, without) in LINES {
        for (blocks, is_used) in with.iter().map(|it| (it, true)).chain(without.iter().map(|it| (it, false))) {
            let document = document(blocks);
            let primer = assert_same(&document, &document.encode().unwrap());
            assert_eq!(primer.sentences().any(|said| said == sentence), is_used, "{sentence}: {blocks}");
        }
    }
}

#[test]
fn what_is_known_at_the_end_counts() {
    let late = b"QRP1|table|columns=a:i64\n1\n\\.rows=1|of=5|next=a\\|b\n";
    let primer = assert_same(&Document::decode(late).unwrap(), late);
    assert_eq!(primer.to_string(), r"QRP1 ends with \. Cells follow columns=. \ escapes. of = total.");
}

#[test]
fn names_of_the_first_header_reach_all_blocks() {
    let blocks = "QRP1|record|lines=1|$1=x\na=\\@\nQRP1|table|at=/a|rows=1|columns=b:str\n$1/y\n";
    assert!(primer(&document(blocks)).to_string().contains("$1 = header text."));
}

/// What the issue promises: 90 tokens for everything, 30 for a plain table; and each price in the table is exact.
#[test]
fn prices_are_exact_and_low() {
    let count = |text: &str| o200k_base_singleton().encode_ordinary(text).len();
    let all = Primer::all();
    assert_eq!(count(&all.to_string()), usize::try_from(all.tokens()).unwrap(), "{all}");
    assert!(all.tokens() <= 90, "{}", all.tokens());
    for (_, with, without) in LINES {
        for blocks in with.iter().chain(without) {
            let primer = primer(&document(blocks));
            assert_eq!(count(&primer.to_string()), usize::try_from(primer.tokens()).unwrap(), "{primer}");
        }
    }
    // With a null, an empty text and an escape in it.
    let table = tree::text(&tree::path("spec/vectors/valid/row/row-1-first-example.qrp1"));
    let table = primer(&Document::decode(table.as_bytes()).unwrap());
    assert_eq!(
        table.to_string(),
        r#"QRP1 ends with \. Cells follow columns=. Empty cell = null. "" empty text. \ escapes."#
    );
    assert!(table.tokens() <= 30, "{}", table.tokens());
    assert_eq!(Primer::new().to_string(), "");
    assert_eq!(Primer::new().tokens(), 0);
}

#[test]
fn a_faulty_cell_is_an_error() {
    let mut reader = Reader::from_reader(&b"QRP1|table|rows=1|columns=a:i64\nx\n\\.\n"[..]);
    let mut primer = Primer::new();
    primer.observe(&reader.next_event().unwrap().unwrap()).unwrap();
    let error = primer.observe(&reader.next_event().unwrap().unwrap()).unwrap_err();
    assert_eq!(error.position().unwrap().line(), 2);
}

/// What the letters of a document show without being read: what follows each backslash.
fn backslashes(document: &Document, bytes: &[u8]) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut scan = |line: &str, is_body: bool| {
        let mut letters = line.chars();
        while let Some(c) = letters.next() {
            if c == '\\' {
                found.insert(match letters.next() {
                    Some('N') => r"\N null.",
                    Some('M') => r"\M missing.",
                    Some('@') if is_body => r"\@: see at=.",
                    _ => r"\ escapes.",
                });
            }
        }
    };
    let mut headers = document.blocks.iter().map(|block| &block.header);
    let (mut is_verbatim, mut is_record) = (false, false);
    let mut leading = false;
    for line in std::str::from_utf8(bytes).unwrap().lines() {
        if line.starts_with("QRP1|") {
            let header = headers.next().unwrap();
            is_record = header.shape() == qrp1::Shape::Record;
            is_verbatim = matches!(header.shape(), qrp1::Shape::Text | qrp1::Shape::Receipt) && !header.is_escaped();
            scan(line, false);
        } else if let Some(fields) = line.strip_prefix(r"\.") {
            scan(fields, false);
        } else if is_verbatim {
            leading |= line.starts_with('\\');
        } else if is_record {
            // A name may be `\@`; what stands in `json` is JSON's.
            let (name, value) = line.split_at(line.find('=').unwrap());
            let name = if name.contains(r"\=") { line } else { name };
            scan(name, name.len() == line.len());
            if name.len() < line.len() && !name.ends_with(":json") {
                scan(value, true);
            }
        } else {
            scan(line, true);
        }
    }
    if leading {
        found.insert(r"Leading \ escapes.");
    }
    found
}

fn assert_agrees_with_letters(document: &Document, bytes: &[u8]) {
    const SHOWN: [&str; 5] = [r"\N null.", r"\M missing.", r"\@: see at=.", r"\ escapes.", r"Leading \ escapes."];
    let (primer, shown) = (assert_same(document, bytes), String::from_utf8_lossy(bytes));
    let said: BTreeSet<_> = primer.sentences().filter(|it| SHOWN.contains(it)).collect();
    assert_eq!(said, backslashes(document, bytes), "{shown}");
    for (sentence, letters) in [("\"\" empty text.", "\"\""), ("$1 = header text.", "$1="), ("; separates items.", ";")]
    {
        assert!(shown.contains(letters) || primer.sentences().all(|said| said != sentence), "{sentence}: {shown}");
    }
}

#[test]
fn every_vector_is_explained_as_its_letters_show() {
    let mut vectors = tree::files(&tree::path("spec/vectors/valid"));
    vectors.retain(|file| file.extension().is_some_and(|extension| extension == "qrp1"));
    assert!(vectors.len() > 100, "the vectors are gone");
    for bytes in vectors.iter().map(|file| fs::read(file).unwrap()).filter(|bytes| bytes.len() < 10_000) {
        assert_agrees_with_letters(&Document::decode(&bytes).unwrap(), &bytes);
    }
}

proptest! {
    #![proptest_config(Config {
        cases: 500,
        failure_persistence: None::<Box<FileFailurePersistence>>.map(|it| it as _),
        ..Config::default()
    })]
    #[test]
    fn random_documents_are_explained_as_their_letters_show(choices in vec(any::<u8>(), 0..600)) {
        let document = generate::document(&choices);
        assert_agrees_with_letters(&document, &document.encode().unwrap());
    }
}
