//! Every kind of goal that known paths are turned towards exists, and what is proved to be impossible is not asked again.

use super::advice::{Advice, Adviser, View};
use super::aims::Aims;
use super::chaining::Pool;
use super::hunt::Sought;
use super::linear::{Kind, Linear, moved};
use super::sites::Sites;
use super::subject::Subject;
use super::walks::{Tracer, Wants, walked};
use super::watches::watches;
use crate::linear::walk;
use crate::linear::{Aim, Guess, Turn, Walked, solve};
use crate::sample::{Entry, Name, Point};
use crate::simulate::{self, Options};
use rarebit_front_end::analysis::interpret::{self, Facts, analyse};
use rarebit_front_end::ir::*;
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::PointId;

struct Desk {
    program: Program,
    sites: Sites,
    options: Options,
}

impl Desk {
    fn new(text: &str) -> Desk {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("program.c");
        std::fs::write(&path, text).unwrap();
        let options = LiftOptions { files: vec![path], flags: vec!["-w".into()], ..LiftOptions::default() };
        let program = lift(&options).unwrap_or_else(|error| panic!("{error}")).program;
        let mut options = Options::default();
        options.limits.steps = 20_000;
        options.select(&program, ClassSet::standard());
        Desk { sites: Sites::new(&program), program, options }
    }

    fn point(&self, keys: &[i128]) -> Point {
        let entry = |(site, key): (usize, &i128)| Entry { name: Name { site: site as u32, occurrence: 0 }, key: *key };
        Point { entries: keys.iter().enumerate().map(entry).collect() }
    }

    /// Walks a run with everything wanted, and values watched that were seen in this range.
    fn walk(&self, point: &Point, span: Option<(i128, i128)>, facts: Option<&Facts>) -> Walked<Guess> {
        let decisions = Tracer::new(&self.program, &self.sites, &self.options).decisions(point);
        let (watches, span) = (watches(&self.program), |_: PointId| span);
        let wants = Wants { wanted: &|_, _| true, watches: &watches, span: &span, took: &|_, _| (), facts };
        walked(&self.sites, &self.options, point, &decisions, wants, 30_000, |orders| {
            walk::guess(&self.program, orders)
        })
    }

    /// The point of a turn's first way.
    fn solved(&self, point: &Point, walked: &Walked<Guess>, turn: &Turn) -> Option<Point> {
        let system = walked.system.prefix(turn.rows, &turn.ways[0]);
        Some(moved(&self.sites, point, &system, &solve::point(&system)?))
    }

    fn func(&self, name: &str) -> Func {
        self.program.funcs.iter().find(|(_, func)| func.name == name).unwrap().0
    }
}

const RANGES: &str = r#"
#include "rarebit.h"
static int scaled(int size) { return size * 3 + 1; }
int main(void) { int x = rarebit_int("x", 0, 100); return scaled(x) > 1000; }
"#;

#[test]
fn ranges_are_left_but_not_those_of_the_analysis() {
    let desk = Desk::new(RANGES);
    let point = desk.point(&[10]);
    let param = simulate::Point::Param { func: desk.func("scaled"), index: 0 }.id();
    let turn_to = |aim: Aim, span: (i128, i128), facts: Option<&Facts>| {
        let walked = desk.walk(&point, Some(span), facts);
        let turn = walked.turns.iter().find(|turn| turn.aim == aim)?;
        Some(desk.solved(&point, &walked, turn)?.entries[0].key)
    };
    assert_eq!(turn_to(Aim::Above(param), (5, 40), None), Some(41), "the nearest value beyond");
    assert_eq!(turn_to(Aim::Below(param), (5, 40), None), Some(4));
    // Nothing lies beyond the range of the input.
    assert_eq!(turn_to(Aim::Above(param), (0, 100), None), None);
    // Results, too: 3x + 1 > 40.
    let result = simulate::Point::Return { func: desk.func("scaled") }.id();
    assert_eq!(turn_to(Aim::Above(result), (1, 40), None), Some(14));
    // What the analysis knows bounds the goal before anything is solved.
    let facts = analyse(&desk.program, &interpret::Options::new(desk.options.selected.clone()));
    assert_eq!(turn_to(Aim::Above(result), (1, 40), Some(&facts)), Some(14));
    let walked = desk.walk(&point, Some((1, 301)), Some(&facts));
    assert!(!walked.turns.iter().any(|turn| turn.aim == Aim::Above(result)));
}

/// What is not linear has the range that the analysis gives.
#[test]
fn unknowns_have_the_ranges_of_the_analysis() {
    let desk = Desk::new(
        r#"
#include "rarebit.h"
unsigned char table[256];
int main(void) {
  int i = rarebit_int("i", 0, 255), j = rarebit_int("j", 0, 255);
  for (int k = 0; k < 256; k++) table[k] = 7;
  int x = (i * j) % 10;
  if (x > 50) return 1;
  return 0;
}
"#,
    );
    let facts = analyse(&desk.program, &interpret::Options::new(desk.options.selected.clone()));
    let point = desk.point(&[3, 4]);
    for (facts, possible) in [(None, true), (Some(&facts), false)] {
        let decisions = Tracer::new(&desk.program, &desk.sites, &desk.options).decisions(&point);
        let watches = watches(&desk.program);
        let wants = Wants { wanted: &|_, _| true, watches: &watches, span: &|_| None, took: &|_, _| (), facts };
        let sound = walked(&desk.sites, &desk.options, &point, &decisions, wants, 30_000, |orders| {
            walk::sound(&desk.program, orders)
        });
        assert_eq!(sound.system.escaped, 0);
        let last = decisions.last().unwrap();
        let turns =
            sound.turns.iter().filter(|turn| matches!(turn.aim, Aim::Edge(_)) && turn.decisions + 1 == decisions.len());
        let open = turns.filter(|turn| {
            turn.ways.iter().any(|way| crate::linear::exact::refute(&sound.system.prefix(turn.rows, way)).is_none())
        });
        assert!(possible || open.count() == 0, "{last:?}: a remainder of ten is less than ten");
    }
}

#[test]
fn null_and_equal_pointers_are_goals() {
    let desk = Desk::new(
        r#"
#include "rarebit.h"
static int cells[8];
static int differ(int *a, int *b) { return a != b; }
static int known(int *p) { return p != 0; }
int main(void) {
  unsigned i = rarebit_int("i", 0, 7), j = rarebit_int("j", 0, 7);
  long address = rarebit_long("address", 0, 4096);
  return differ(cells + i, cells + j) + known((int *)address);
}
"#,
    );
    let point = desk.point(&[2, 5, 64]);
    let walked = desk.walk(&point, None, None);
    let turn = |aim: Aim| walked.turns.iter().find(|turn| turn.aim == aim).unwrap_or_else(|| panic!("{aim:?}"));
    let same = desk.solved(&point, &walked, turn(Aim::Alias(desk.func("differ"), 0, 1))).unwrap();
    assert_eq!(same.entries[0].key, same.entries[1].key);
    let null = desk.solved(&point, &walked, turn(Aim::Null(desk.func("known"), 0))).unwrap();
    assert_eq!(null.entries[2].key, 0);
}

#[test]
fn open_checks_and_wraps_are_goals() {
    let desk = Desk::new(
        r#"
#include "rarebit.h"
static int cells[8];
int main(void) {
  int i = rarebit_int("i", 0, 9);
  unsigned char c = (unsigned char)(i * 30);
  int small = c < 5;
  if (i < 9) cells[i] = c;
  return small;
}
"#,
    );
    let point = desk.point(&[2]);
    let walked = desk.walk(&point, None, None);
    let failing: Vec<i128> = walked
        .turns
        .iter()
        .filter(|turn| matches!(turn.aim, Aim::Check(_)))
        .filter_map(|turn| Some(desk.solved(&point, &walked, turn)?.entries[0].key))
        .collect();
    assert!(failing.contains(&8), "one beyond the array: {failing:?}");
    let wrapping = walked.turns.iter().filter(|turn| matches!(turn.aim, Aim::Wrap(..)));
    let wrapping: Vec<i128> =
        wrapping.filter_map(|turn| Some(desk.solved(&point, &walked, turn)?.entries[0].key)).collect();
    assert!(wrapping.contains(&9), "9 · 30 is more than a byte: {wrapping:?}");
}

/// x > y > z > x cannot be, which a combination of the rows proves: the turn there is closed, and never tried again.
#[test]
fn what_is_proved_impossible_is_not_asked_again() {
    let desk = Desk::new(
        r#"
#include "rarebit.h"
int main(void) {
  int x = rarebit_int("x", 0, 100), y = rarebit_int("y", 0, 100), z = rarebit_int("z", 0, 100);
  if (x > y) { if (y > z) { if (z > x) return 1; } }
  return 0;
}
"#,
    );
    let subject = Subject::whole(&desk.program);
    let mut aims = Aims::new(&subject, &desk.options, Sought::Coverage);
    let known = desk.point(&[50, 20, 10]);
    let decisions = Tracer::new(&desk.program, &desk.sites, &desk.options).decisions(&known);
    for edge in &decisions {
        aims.archive.cover(rarebit_learners::EdgeId(edge.as_u32()), &known);
    }
    let mut linear = Linear::new(&desk.program, Kind::Points, Pool::default());
    let stop = Default::default();
    let mut asked = |round: u64| {
        let view = View {
            program: &desk.program,
            sites: &desk.sites,
            options: &desk.options,
            facts: None,
            archive: &aims.archive,
            suite: vec![&known],
            fresh: &[],
            seed: 1,
            round,
            stop: &stop,
            left: u64::MAX,
        };
        let advice = linear.advise(&view, 100_000);
        let points = advice.iter().filter(|advice| matches!(advice, Advice::Point { .. })).count();
        (points, linear.closed(), linear.tried())
    };
    let (points, closed, tried) = asked(0);
    assert_eq!((points, closed), (2, 1), "the first two can be turned, the third cannot");
    for round in 1..4 {
        let (_, closed, again) = asked(round);
        assert_eq!((closed, again), (1, tried), "nothing that is closed is tried again");
    }
}
