//! `rarebit report`, looked at by a browser.

use super::Desk;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Chromium's view of a page: the document after loading, and what went to the console.
fn browse(desk: &Desk, page: &Path) -> (String, Vec<String>) {
    let profile = desk.path("profile");
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--dump-dom"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--enable-logging=stderr", "--window-size=500,900"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium is installed (scripts/setup.sh --tests)");
    let _ = fs::remove_dir_all(profile);
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let console = log.lines().filter(|line| line.contains("CONSOLE")).map(String::from).collect();
    (String::from_utf8_lossy(&output.stdout).into_owned(), console)
}

fn without_network(html: &str) {
    for word in ["<script", "http:", "https:", "@import", "src=", "url("] {
        assert!(!html.contains(word), "the page refers to something outside: {word}");
    }
}

/// Everything that a report promises is there, the browser has nothing to complain about, and nothing sticks out on a
/// narrow screen.
#[test]
fn a_page_about_a_campaign() {
    let desk = Desk::new();
    desk.expect(&[1], "hunt examples/sensor.c --runs 100000 --seed 3 --campaign c --out o");
    desk.expect(&[0], "compare examples/sensor.c --runs 3000 --seeds 2 --strategies uniform,portfolio --out c");
    assert_eq!(desk.expect(&[0], "report c"), "c/report.html\n");
    // The template engine writes slashes as entities, too.
    let html = fs::read_to_string(desk.path("c/report.html")).unwrap().replace("&#x2f;", "/");
    without_network(&html);
    for part in [
        "division: <code>the divisor is not zero",
        "confirmed natively by UndefinedBehaviorSanitizer",
        "return</i> total / sensor-&gt;count;",
        "id=\"history\"",
        "id=\"scatter\"",
        "id=\"diagnostics\"",
        "id=\"automaton\"",
        "id=\"comparison\"",
        "Control flow of <code>answer</code>",
        "rarebit run examples/sensor.c --inputs c/violation-",
        "rarebit hunt examples/sensor.c --runs 100000",
    ] {
        assert!(html.contains(part), "no {part} in the page");
    }
    let count = |text: &str| html.matches(text).count();
    let violations = count("<article class=\"violation\"");
    assert!(violations >= 1 && count("class=\"fails\"") == violations && count("class=\"input\"") >= violations);
    // The margin has a mark for a line, however many of its checks fail.
    let line =
        |article: &str| article.split("sensor.c:").nth(1).and_then(|rest| rest.split(':').next()).map(String::from);
    let lines: BTreeSet<_> = html.split("<article class=\"violation\"").skip(1).filter_map(line).collect();
    assert!(!lines.is_empty() && count("class=\"violated\"") == lines.len(), "{lines:?}");
    assert!(count("class=\"hit") > 20 && count("class=\"proved\"") > 5);

    // A copy that measures itself, and one with a mistake, to know that mistakes would be seen.
    let measure = "<script>document.title = 'wide ' + (e => e.scrollWidth - e.clientWidth)(document.documentElement) + ' svg ' + \
                   document.querySelectorAll('svg').length + ' rows ' + document.querySelectorAll('.listing tr').length\
                   </script>";
    let copy = desk.write("copy.html", &html.replace("</body>", &format!("{measure}</body>")));
    let (document, console) = browse(&desk, &copy);
    assert_eq!(console, [] as [&str; 0]);
    let lines = fs::read_to_string(desk.path("examples/sensor.c")).unwrap().lines().count();
    let title = document.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or_default();
    let words: Vec<&str> = title.split(' ').collect();
    assert_eq!(words[..2], ["wide", "0"], "something sticks out: {title}");
    assert!(words[3].parse::<usize>().unwrap() >= 8 && words[5] == lines.to_string(), "{title}");
    let broken = desk.write("broken.html", "<script>console.error('seen')</script>");
    assert_eq!(browse(&desk, &broken).1.len(), 1, "console messages are not seen");
}

/// A directory of test files is enough.
#[test]
fn a_page_from_test_files_alone() {
    let desk = Desk::new();
    desk.expect(&[0, 1], "cover examples/figure2.c --runs 20000 --out suite");
    desk.expect(&[0], "report suite --out page.html --no-prove");
    let html = fs::read_to_string(desk.path("page.html")).unwrap();
    without_network(&html);
    assert!(html.contains("Control flow of <code>main</code>") && html.contains("100 %"), "the suite covers figure2.c");
    // The names of files in the page are what was given, and the program may be missing by now.
    fs::remove_file(desk.path("examples/figure2.c")).unwrap();
    assert!(desk.expect(&[2], "report suite").contains("examples/figure2.c: no such file"));
}

/// Damaged or missing parts are named, and what is there stays as it is.
#[test]
fn damaged_directories_are_named() {
    let desk = Desk::new();
    assert!(desk.expect(&[2], "report nowhere").contains("nowhere: cannot be read"));
    fs::create_dir(desk.path("empty")).unwrap();
    assert!(desk.expect(&[2], "report empty").contains("empty: no campaign and no test files there"));
    desk.expect(&[1], "hunt examples/figure2.c --first --no-confirm --campaign c --out o");
    let state = fs::read(desk.path("c/campaign.json")).unwrap();
    desk.write("c/campaign.json", "{\"format\": \"rarebit-campaign\", \"vers");
    assert!(desk.expect(&[2], "report c").contains("c: not a campaign: EOF"));
    assert!(desk.expect(&[2], "hunt examples/figure2.c --campaign c --resume").contains("c: not a campaign: EOF"));
    fs::write(desk.path("c/campaign.json"), &state).unwrap();
    desk.expect(&[0], "report c");
    let name = fs::read_dir(desk.path("c")).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
    let name = name.into_iter().find(|name| name.starts_with("violation-")).unwrap();
    fs::write(desk.path("c").join(&name), "{").unwrap();
    assert!(desk.expect(&[2], "report c").contains(&format!("its test {name} not a test file")));
    assert!(desk.expect(&[3], "report o --out /proc/nothing.html").contains("cannot write /proc/nothing.html"));
}
