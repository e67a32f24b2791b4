//! The JSON of documents, and what has none.
use super::*;
use crate::{ErrorClass, Reader};

fn write(builder: &WriterBuilder, document: &str) -> Result<String> {
    let mut reader = Reader::from_reader(document.as_bytes());
    let mut writer = builder.from_writer(Vec::new());
    while let Some(event) = reader.next_event()? {
        writer.event(&event)?;
    }
    Ok(String::from_utf8(writer.finish()?).unwrap())
}

fn t(document: &str, json: &str) {
    assert_eq!(write(&WriterBuilder::new(), document).unwrap(), json);
}

fn e(document: &str, class: ErrorClass, message: &str) {
    let error = write(&WriterBuilder::new(), document).unwrap_err();
    assert_eq!((error.class(), error.to_string().as_str()), (class, message));
}

#[test]
fn ok_tables() {
    t("QRP1|table|rows=0|columns=a:i64\n\\.\n", "[]");
    t("QRP1|table|rows=1|columns=\n()\n\\.\n", "[{}]");
    t("QRP1|table|rows=2|columns=:i64\n1\n\\N\n\\.\n", "[1,null]");
    t("QRP1|table|rows=2|columns=a?:str,b:bool(always true)\n\"\"\n\\M\n\\.\n", r#"[{"a":"","b":true},{"b":true}]"#);
    t("QRP1|table|rows=2|columns=@:str,a:num\nx,1.50\n\"\",\n\\.\n", r#"{"x":{"a":1.50},"":{"a":null}}"#);
    t("QRP1|table|rows=2|columns=@:str(like k*\"),a:num\nx,1\n\"\",\n\\.\n", r#"{"kx\"":{"a":1},"k\"":{"a":null}}"#);
    t("QRP1|table|rows=1|columns=#:u64,a:dec(3,1)\n1,-0.5\n\\.\n", r#"[{"a":-0.5}]"#);
}

#[test]
fn ok_scalars() {
    t(
        "QRP1|table|rows=1|columns=a:f64,b:bin,c:date(basic),d:time(ms),e:ts(s,Europe/Berlin,basic),f:ts(s,+02:00),g:dur(s),h:interval(ym)\n\
         1e+21,Zg,20240229,00:00:00.500,20240101T000000,2024-01-01T02:00:00,-5,7\n\\.\n",
        r#"[{"a":1e+21,"b":"Zg","c":"2024-02-29","d":"00:00:00.500","e":"2024-01-01T00:00:00Z","f":"2024-01-01T02:00:00+02:00","g":-5,"h":"7"}]"#,
    );
}

#[test]
fn ok_nested() {
    t(
        "QRP1|table|rows=1|columns=u{x:i64,y?:str},l[]:f64,m<date>:bool,t:auto\n\
         1,,(0.5;),(2024-01-01=true),{k=[1.50,\"1\",true,null],s=\\{x\\}}\n\\.\n",
        r#"[{"u":{"x":1},"l":[0.5,null],"m":{"2024-01-01":true},"t":{"k":[1.50,"1",true,null],"s":"{x}"}}]"#,
    );
}

#[test]
fn ok_series() {
    let series = |axis: &str, dt: &str| {
        format!("QRP1|series|rows=2|t0=2024-01-01T00:00:00Z{axis}|columns={dt}:i64,a:i64\n0,1\n-1,2\n\\.\n")
    };
    t(&series("|axis=at:epoch_ms", "dt_h"), r#"[{"at":1704067200000,"a":1},{"at":1704063600000,"a":2}]"#);
    t(&series("|axis=at:date", "dt_d"), r#"[{"at":"2024-01-01","a":1},{"at":"2023-12-31","a":2}]"#);
    let mut named = WriterBuilder::new();
    named.time("when").layout(Layout::Lines);
    assert_eq!(
        write(&named, &series("", "dt_ms")).unwrap(),
        "{\"when\":\"2024-01-01T00:00:00.000Z\",\"a\":1}\n{\"when\":\"2023-12-31T23:59:59.999Z\",\"a\":2}\n"
    );
    let hint = "(name the field, on the command line with `--time NAME`)";
    let message = format!("expected a name for the time field, found `a series without `axis`` {hint}");
    e(&series("", "dt_ms"), ErrorClass::Syntax, &message);
    let mut taken = WriterBuilder::new();
    taken.time("a");
    assert_eq!(write(&taken, &series("", "dt_ms")).unwrap_err().class(), ErrorClass::Duplicate);
}

#[test]
fn ok_other_shapes() {
    t(
        "QRP1|record|lines=3\na=1.50\nb=\"1\"\nc:json={\"x\":\"\\u007f\"}\n\\.\n",
        "{\"a\":1.50,\"b\":\"1\",\"c\":{\"x\":\"\u{7f}\"}}",
    );
    t("QRP1|record|lines=0\n\\.\n", "{}");
    t("QRP1|record|lines=1\n=[1]\n\\.\n", "[1]");
    t("QRP1|text|lines=2\nsay \"x\"\n\ty\n\\.\n", r#""say \"x\"\n\ty""#);
    t("QRP1|text|lines=1\n\n\\.\n", r#""""#);
    t("QRP1|receipt|status=ok|lines=1\nnote\nQRP1|record|lines=1\na=1\n\\.\n", r#"{"a":1}"#);
}

#[test]
fn err_no_json() {
    e(
        "QRP1|receipt|status=ok\n\\.\n",
        ErrorClass::Syntax,
        "expected a block with a value, found `a receipt alone` (a receipt is no value)",
    );
    e(
        "QRP1|table|rows=2|columns=a:i64,b:f64\n1,1\n2,NaN\n\\.\n",
        ErrorClass::Range,
        "expected a number that JSON has, found `NaN`, which is out of range at line 3, column 2 `b`, byte 42 \
         (JSON has neither NaN nor infinities; CSV can hold them)",
    );
}

#[test]
fn blocks_are_put_where_their_marks_are() {
    t("QRP1|text|at=/a~1b|lines=2\nx\ny\n\\.\n", r#"{"a/b":"x\ny"}"#);
    t(
        "QRP1|record|lines=3\na=\\@\nb=1\nc=[\\@,{d=\\@}]\nQRP1|text|at=/a|lines=1\nx\nQRP1|table|at=/c/0|rows=1|columns=a:i64\n1\nQRP1|record|at=/c/1/d|lines=0\n\\.\n",
        r#"{"a":"x","b":1,"c":[[{"a":1}],{"d":{}}]}"#,
    );
    // A record within a record, whose own marks come first.
    t(
        "QRP1|record|lines=2\na=\\@\nb=\\@\nQRP1|record|at=/a|lines=1\nc=\\@\nQRP1|text|at=/a/c|lines=1\nx\nQRP1|text|at=/b|lines=1\ny\n\\.\n",
        r#"{"a":{"c":"x"},"b":"y"}"#,
    );
}
