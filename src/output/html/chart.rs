//! Charts as SVG whose colours come from the page's style sheet, so that they follow light and dark.

use super::super::plot::{number, ticks};
use std::fmt::Write;

/// A line or a cloud of points. `class` is its colour: `c0` … `c5`, `bad`.
pub struct Series {
    pub name: String,
    pub class: &'static str,
    pub points: Vec<(f64, f64)>,
    pub shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The value holds until the next one.
    Steps,
    /// Thin and pale.
    Faint,
    Line,
    Dots,
    Crosses,
}

pub const COLOURS: [&str; 6] = ["c0", "c1", "c2", "c3", "c4", "c5"];

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// Beyond this an axis shows orders of magnitude.
const WIDE: f64 = 1e6;

/// One direction of a chart.
struct Axis {
    low: f64,
    high: f64,
    /// sign·log₁₀(1 + |x|), for ranges of many orders of magnitude.
    log: bool,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from_zero: bool) -> Axis {
        let start = if from_zero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
        let (low, high) = values.filter(|x| x.is_finite()).fold(start, |(l, h), x| (l.min(x), h.max(x)));
        let log = (high - low).abs() > WIDE;
        let (low, high) = if log { (signed_log(low), signed_log(high)) } else { (low, high) };
        match (low.is_finite() && high.is_finite(), low == high) {
            (false, _) => Axis { low: 0.0, high: 1.0, log: false },
            (true, true) => Axis { low: low - 0.5, high: high + 0.5, log },
            _ => Axis { low, high, log },
        }
    }

    /// 0 at the low end, 1 at the high end.
    fn at(&self, x: f64) -> f64 {
        let x = if self.log { signed_log(x) } else { x };
        (x - self.low) / (self.high - self.low)
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let marks = ticks(self.low, self.high);
        if !self.log {
            return marks.into_iter().map(|x| (x, number(x))).collect();
        }
        let power = |x: f64| match x {
            0.0 => "0".into(),
            x if x > 0.0 => format!("10{}", superscript(x)),
            x => format!("−10{}", superscript(-x)),
        };
        marks
            .into_iter()
            .filter(|x| x.fract() == 0.0)
            .map(|x| (x.signum() * (10f64.powf(x.abs()) - 1.0), power(x)))
            .collect()
    }
}

fn signed_log(x: f64) -> f64 {
    x.signum() * (1.0 + x.abs()).log10()
}

fn superscript(x: f64) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    format!("{}", x as u64).chars().filter_map(|c| c.to_digit(10)).map(|d| digits[d as usize]).collect()
}

/// A chart with its legend. `from_zero`: the axes begin at 0.
pub fn chart(label: &str, x: &str, y: &str, series: &[Series], from_zero: bool) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let across = Axis::new(points().map(|point| point.0), from_zero);
    let up = Axis::new(points().map(|point| point.1), from_zero);
    let place = |(x, y): (f64, f64)| {
        (LEFT + across.at(x) * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up.at(y) * (HEIGHT - TOP - BOTTOM))
    };
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        super::escape(label)
    );
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for (value, text) in across.ticks() {
        let at = LEFT + across.at(value) * (right - LEFT);
        let _ = write!(svg, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>");
        let _ = write!(svg, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>", bottom + 16.0);
    }
    for (value, text) in up.ticks() {
        let at = bottom - up.at(value) * (bottom - TOP);
        let _ = write!(svg, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>");
        let _ = write!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 6.0, at + 4.0);
    }
    let _ = write!(svg, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>");
    let (x, y) = (super::escape(x), super::escape(y));
    let _ = write!(svg, "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\" class=\"name\">{x}</text>", HEIGHT - 6.0);
    let middle = (TOP + bottom) / 2.0;
    let _ = write!(
        svg,
        "<text x=\"12\" y=\"{middle}\" text-anchor=\"middle\" class=\"name\" transform=\"rotate(-90 12 {middle})\">{y}</text>"
    );
    for one in series {
        draw(&mut svg, one, &place);
    }
    svg += "</svg>";
    let mut names: Vec<(&str, &str)> = Vec::new();
    for one in series {
        if !names.contains(&(one.name.as_str(), one.class)) && !one.name.is_empty() {
            names.push((&one.name, one.class));
        }
    }
    if names.len() > 1 {
        svg += "<ul class=\"legend\">";
        for (name, class) in names {
            let _ = write!(svg, "<li><span class=\"key {class}\"></span>{}</li>", super::escape(name));
        }
        svg += "</ul>";
    }
    svg
}

fn draw(svg: &mut String, series: &Series, place: &dyn Fn((f64, f64)) -> (f64, f64)) {
    let finite = || series.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()).map(|point| place(*point));
    let class = series.class;
    match series.shape {
        Shape::Dots => {
            finite().for_each(|(x, y)| {
                let _ = write!(svg, "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>");
            });
        }
        Shape::Crosses => {
            finite().for_each(|(x, y)| {
                let _ = write!(
                    svg,
                    "<path class=\"cross {class}\" d=\"M{:.1} {:.1}l10 10m-10 0l10 -10\"/>",
                    x - 5.0,
                    y - 5.0
                );
            });
        }
        Shape::Steps | Shape::Faint | Shape::Line => {
            let mut path = String::new();
            for (i, (x, y)) in finite().enumerate() {
                let _ = match (i, series.shape) {
                    (0, _) => write!(path, "M{x:.1} {y:.1}"),
                    (_, Shape::Line) => write!(path, "L{x:.1} {y:.1}"),
                    _ => write!(path, "H{x:.1}V{y:.1}"),
                };
            }
            let faint = if series.shape == Shape::Steps { "" } else { " faint" };
            let _ = write!(svg, "<path class=\"line{faint} {class}\" d=\"{path}\"/>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_axes_are_logarithmic() {
        let axis = Axis::new([-2e9, 2e9].into_iter(), false);
        assert!(axis.log && (axis.at(0.0) - 0.5).abs() < 1e-9);
        let labels: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert!(labels.contains(&"0".to_string()) && labels.iter().any(|text| text.starts_with("−10")), "{labels:?}");
        assert!(!Axis::new([0.0, 5.0].into_iter(), false).log);
    }

    #[test]
    fn draws_every_shape() {
        let series = |shape| Series {
            name: "a<b".into(),
            class: "c0",
            points: vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, 3.0)],
            shape,
        };
        let all = [Shape::Steps, Shape::Faint, Shape::Line, Shape::Dots, Shape::Crosses].map(series);
        let svg = chart("label", "x", "y", &all, true);
        assert!(svg.contains("<circle") && svg.contains("l10 10") && svg.matches("class=\"line").count() == 3, "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("a<b"));
    }
}
