//! The command, from outside: transcripts in `testdata/cli`, and what a transcript can't show.
//!
//! A transcript has commands for `sh` (`$ qrp1 ...`), each followed by what it printed: lines of stdout (`| `), lines of
//! stderr (`! `), and an exit code other than 0 (`? 1`). `QRP1_BLESS=1` writes down what is printed now.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::string_slice, reason = "tests")]

#[path = "support/tree.rs"]
mod tree;

use core::fmt::Write as _;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const QRP1: &str = env!("CARGO_BIN_EXE_qrp1");

fn folder() -> PathBuf {
    tree::path("testdata/cli")
}

/// Runs a line of shell among the test files, with the command in its path.
fn shell(line: &str) -> Output {
    let mut path = OsString::from(Path::new(QRP1).parent().unwrap());
    path.push(":");
    path.push(env::var_os("PATH").unwrap());
    Command::new("sh").arg("-c").arg(line).current_dir(folder()).env("PATH", path).output().unwrap()
}

fn transcript(line: &str) -> String {
    let output = shell(line);
    let mut text = format!("$ {line}\n");
    let code = output.status.code().unwrap();
    if code != 0 {
        writeln!(text, "? {code}").unwrap();
    }
    for (mark, bytes) in [("| ", output.stdout), ("! ", output.stderr)] {
        String::from_utf8(bytes).unwrap().lines().for_each(|line| {
            text.push_str(format!("{mark}{line}").trim_end());
            text.push('\n');
        });
    }
    text
}

#[test]
fn transcripts() {
    let mut files = tree::files(&folder());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    // What a build can't count it has no command for.
    files.retain(|path| cfg!(feature = "tokens") || !path.ends_with("stats.txt"));
    assert!(files.len() >= 4, "the transcripts are gone");
    for file in files {
        let expected = tree::text(&file);
        let mut found = String::new();
        for line in expected.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => found.push_str(&transcript(command)),
                None if line.starts_with(['|', '!', '?']) => {}
                None => writeln!(found, "{line}").unwrap(),
            }
        }
        if env::var_os("QRP1_BLESS").is_some() {
            fs::write(&file, found).unwrap();
        } else {
            let differs = expected.lines().zip(found.lines()).position(|(a, b)| a != b);
            assert_eq!(expected, found, "{} differs from line {:?} on", file.display(), differs.map(|at| at + 1));
        }
    }
}

/// A new folder with this name.
fn scratch(name: &str) -> tempfile::TempDir {
    tempfile::Builder::new().prefix(name).tempdir().unwrap()
}

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(QRP1)
        .args(args)
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

#[test]
fn output_appears_when_it_is_complete() {
    let scratch = scratch("output");
    let target = scratch.path().join("out.qrp1");
    let out = target.to_str().unwrap();
    fs::write(&target, "old").unwrap();

    let failed = run(&["encode", "-", "--from", "csv", "-o", out], b"a,b\n1,2\n3\n");
    assert_eq!(failed.status.code(), Some(1));
    assert_eq!(fs::read(&target).unwrap(), b"old");

    let cut = tree::text(&folder().join("keyed.qrp1")).replace("\\.\n", "");
    assert_eq!(run(&["decode", "-o", out], cut.as_bytes()).status.code(), Some(1));
    assert_eq!(fs::read(&target).unwrap(), b"old");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "a temporary file stays behind");

    let done = run(&["encode", "people.csv", "-o", out], b"");
    assert!(done.status.success() && done.stdout.is_empty() && done.stderr.is_empty());
    assert!(fs::read(&target).unwrap().starts_with(b"QRP1|table|"));

    // The extension says the format.
    let csv = scratch.path().join("back.csv");
    let done = run(&["decode", out, "-o", csv.to_str().unwrap()], b"");
    assert!(done.status.success());
    assert_eq!(fs::read(csv).unwrap(), fs::read(folder().join("people.csv")).unwrap());
}

#[test]
fn a_file_can_be_replaced_by_what_it_becomes() {
    let scratch = scratch("replace");
    let file = scratch.path().join("people.csv");
    fs::copy(folder().join("people.csv"), &file).unwrap();
    let path = file.to_str().unwrap();
    assert!(run(&["encode", path, "-o", path], b"").status.success());
    assert!(run(&["check", path], b"").status.success());
}

#[cfg(unix)]
#[test]
fn new_files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = scratch("mode");
    let (ours, usual) = (scratch.path().join("a.qrp1"), scratch.path().join("b"));
    fs::write(&usual, "").unwrap();
    assert!(run(&["encode", "people.csv", "-o", ours.to_str().unwrap()], b"").status.success());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&usual));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let input = tree::path("testdata/candles/daily-2024.csv");
    let mut child =
        Command::new(QRP1).arg("encode").arg(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn standard_input_and_files_give_the_same() {
    for (file, format) in [("people.csv", "csv"), ("users.json", "json"), ("events.jsonl", "jsonl")] {
        let bytes = fs::read(folder().join(file)).unwrap();
        let by_name = run(&["encode", file], b"");
        let by_pipe = run(&["encode", "-", "--from", format], &bytes);
        assert!(by_name.status.success());
        assert_eq!(by_name.stdout, by_pipe.stdout, "{file}");
    }
}

#[test]
fn an_unclosed_quote_does_not_fill_the_memory() {
    let mut input = b"a,b\n1,\"".to_vec();
    input.resize(40 << 20, b'x');
    let output = run(&["encode", "-", "--from", "csv"], &input);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("more than 16777216 bytes in a record at line 2, byte 6"), "{message}");
}

/// Everything a terminal would obey is shown instead, in results and in errors.
#[test]
fn terminals_get_nothing_to_obey() {
    // `script` runs a command on a terminal of its own.
    if Command::new("script").arg("--version").output().is_err() {
        std::io::stderr().write_all(b"skipped: there is no `script` to make a terminal\n").unwrap();
        return;
    }
    let scratch = scratch("terminal");
    let document = scratch.path().join("hostile.qrp1");
    let encoded = run(&["encode", "hostile.csv", "-o", document.to_str().unwrap()], b"");
    assert!(encoded.status.success());
    let on_terminal = |args: &str| {
        let line = format!("script -qec '{QRP1} {args}' /dev/null < /dev/null");
        let output = shell(&line);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t')), "{text:?}");
        assert!(!text.contains('\u{202e}'), "{text:?}");
        text
    };
    let document = document.display();
    assert!(on_terminal(&format!("decode {document} --to csv")).contains("\\u{1b}]0;owned\\u{7}"));
    assert!(on_terminal(&format!("decode {document} --to jsonl")).contains("\\u{202e}gpj.exe"));
    on_terminal(&format!("decode {document} --to csv --time \"$(printf '\\''\\033[31m'\\'')\""));
    // A pipe gets the data as it is.
    let raw = run(&["decode", &document.to_string(), "--to", "csv"], b"");
    assert!(raw.stdout.windows(5).any(|bytes| bytes == b"\x1b]0;o"));
}

#[test]
fn help_says_what_is_lost() {
    let help = |command: &str| String::from_utf8(run(&["help", command], b"").stdout).unwrap();
    for (command, promises) in [
        ("encode", &["letter for letter", "an empty field is null", "blank lines", "16 MiB", "1 GiB"][..]),
        ("decode", &["keep their letters", "an empty field is null", "`--quote none`", "16 MiB", "1 GiB"]),
        ("check", &["class of the error"]),
    ] {
        let text = help(command).split_whitespace().collect::<Vec<_>>().join(" ");
        for promise in promises {
            assert!(text.contains(promise), "{command}: {promise}: {text}");
        }
    }
}

#[test]
fn check_goes_on_when_nobody_listens() {
    let check = |files: &[&str]| {
        let mut child = Command::new(QRP1)
            .arg("check")
            .args(files)
            .current_dir(folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // The first document comes when the pipe is closed.
        let keyed = fs::read(folder().join("keyed.qrp1")).unwrap();
        child.stdin.take().unwrap().write_all(&keyed).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(check(&["-", "text.qrp1"]), (Some(0), String::new()));
    let (code, message) = check(&["-", "keyed.qrp1", "cut.qrp1"]);
    assert_eq!(code, Some(1));
    assert!(message.contains("cut.qrp1: truncated"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_is_written_through() {
    use std::os::unix::fs::symlink;
    let scratch = scratch("link");
    let at = |name: &str| scratch.path().join(name);
    fs::create_dir(at("folder")).unwrap();
    symlink("folder/target.qrp1", at("second")).unwrap();
    symlink(at("second"), at("first")).unwrap();
    for _ in 0..2 {
        assert!(run(&["encode", "people.csv", "-o", at("first").to_str().unwrap()], b"").status.success());
        assert!(fs::read_link(at("first")).is_ok() && fs::read_link(at("second")).is_ok());
        assert!(fs::read(at("folder/target.qrp1")).unwrap().starts_with(b"QRP1|"));
    }
    symlink("loop", at("loop")).unwrap();
    assert_eq!(run(&["encode", "people.csv", "-o", at("loop").to_str().unwrap()], b"").status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_temporary_file() {
    for signal in ["INT", "TERM"] {
        let scratch = scratch("signal");
        let target = scratch.path().join("out.json");
        let mut child = Command::new(QRP1)
            .args(["decode", "-o", target.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Held open, or the end of the input would race with the signal.
        let input = child.stdin.take();
        // The output is opened before the input is read.
        while fs::read_dir(scratch.path()).unwrap().next().is_none() {
            std::thread::sleep(core::time::Duration::from_millis(5));
        }
        std::thread::sleep(core::time::Duration::from_millis(50));
        assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        drop(input);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "{signal}");
    }
}

#[test]
fn blank_lines_and_comments_are_no_record() {
    let mut csv = b"a\n1\n".to_vec();
    csv.resize(17 << 20, b'\n');
    csv.push(b'#');
    csv.resize(34 << 20, b'x');
    csv.extend_from_slice(b"\n2\n");
    let output = run(&["encode", "-", "--from", "csv", "--comment", "#"], &csv);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "QRP1|table|rows=2|columns=a:i64\n1\n2\n\\.\n");
}

#[test]
fn limits_name_the_input() {
    let scratch = scratch("limits");
    let target = scratch.path().join("out.qrp1");
    let args =
        |format: &'static str| ["encode", "-", "--from", format, "-o", target.to_str().unwrap()].map(String::from);
    // Three bytes become an escape of six.
    let long = "\u{feff}".repeat(5 << 20);
    for (format, input, place) in [
        ("csv", format!("a,b\n1,2\n3,{long}\n"), "more than 16777216 bytes in a line at line 3, byte 8 "),
        (
            "jsonl",
            format!("{{\"a\":1}}\n{{\"a\":\"{long}\"}}\n"),
            "record 2: more than 16777216 bytes in a line at line 2, byte 8 ",
        ),
    ] {
        let arguments = args(format);
        let output = run(&arguments.each_ref().map(String::as_str), input.as_bytes());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(
            message.starts_with("qrp1: stdin: ") && message.contains(place) && !message.contains("out.qrp1"),
            "{message}"
        );
    }
}

/// What lean can write, tight can: no rule makes a header too long.
#[test]
fn many_rules_fit_into_a_header() {
    let long = "x".repeat(900);
    let row = |end: &str| (0..2_000).map(|_| format!("{long}/{end}")).collect::<Vec<_>>().join(",");
    let names = (0..2_000).map(|index| index.to_string()).collect::<Vec<_>>().join(",");
    let csv = format!("{names}\n{}\n{}\n", row("a"), row("b"));
    for profile in ["plain", "lean", "tight"] {
        let output = run(&["encode", "-", "--from", "csv", "--profile", profile], csv.as_bytes());
        assert!(output.status.success(), "{profile}: {}", String::from_utf8_lossy(&output.stderr));
        let back = run(&["decode", "--to", "csv"], &output.stdout);
        assert!(back.stdout == csv.as_bytes(), "{profile}");
    }
}

#[test]
fn long_numbers_return_as_they_were() {
    let json = format!("[{{\"a\":{}}},{{\"a\":-{}.50}}]\n", "7".repeat(5_000), "8".repeat(6_000));
    let output = run(&["encode", "-", "--from", "json"], json.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(run(&["decode"], &output.stdout).stdout == json.as_bytes());
}
